/** Every field of every endpoint, as the contract has it. */
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { listFilterParameters } from '#domain/catalogue/lists/filters.ts';
import { settingNames } from '#domain/settings.ts';
import type { ApiResponse } from './given.ts';
import { makePartFileForm } from './part-lists.ts';
import { givenPixels, makeImageForm } from './pictures.ts';

type Fields = Record<string, unknown>;
export type Input = { params?: Fields; query?: Fields; body?: Fields };

/** The filters of parts are not among them: no category has all, and `tests/integration/part-filters.test.ts` tries each. */
const filters = new Set(listFilterParameters());
export const readFields = (call: Endpoint, part: keyof Input) =>
  Object.entries<z.ZodType>(call[part]?.shape ?? {}).filter(
    ([field]) => part !== 'query' || !filters.has(field),
  );

/** Settings with the schema of another one. */
const likeOthers = new Set(
  settingNames.filter((name) =>
    /^project[23]|^registration$|^portfolioRole$|^portfolioEmail$|^alert(Disputes|Refunds|Stock)$/.test(name),
  ) as string[],
);

export const fields = Object.entries<Endpoint>(endpoints).flatMap(([name, call]) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    readFields(call, part)
      .filter(([field]) => !likeOthers.has(field))
      .map(([field, schema]) => ({
        title: `${field} (${part} of ${name})`,
        name: name as EndpointName,
        part,
        field,
        isRequired: !schema.safeParse(undefined).success,
      })),
  ),
);

/** Keeps each good request until a call has used it up: what it needs, a paid order for one, takes longer than most calls. */
export function keepInputs(make: Record<EndpointName, () => Input | Promise<Input>>) {
  const kept = new Map<EndpointName, Input>();
  const read = async (name: EndpointName): Promise<Input> => {
    const input = kept.get(name) ?? (await make[name]());
    kept.set(name, input);
    return input;
  };
  return {
    read,
    /** The same with another value of one field, or without the field. */
    async readWith(name: EndpointName, part: keyof Input, field: string, value: unknown): Promise<Input> {
      const input = await read(name);
      const { [field]: _, ...others } = input[part] ?? {};
      return { ...input, [part]: value === undefined ? others : { ...others, [field]: value } };
    },
    /** Returns the answer; a call that succeeds has used up what it needed. */
    dropIfUsed(name: EndpointName, answer: ApiResponse): ApiResponse {
      if (answer.status < 300) kept.delete(name);
      return answer;
    },
  };
}

/** Sends a file in the one field of an endpoint that takes it. */
export async function sendUpload(url: string, field: string, token: string): Promise<ApiResponse> {
  const picture = () => givenPixels(40, 40).png().toBuffer();
  const body = field === 'file' ? makePartFileForm() : makeImageForm(await picture(), { field });
  const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  return { status: answer.status, body: await answer.json(), headers: Object.fromEntries(answer.headers) };
}
