/** Saves a file that the API answers: a plain link would go without the access token. */
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { isProblem, makeRequestUrl, type Problem, renewSession } from '#web/api/api-client.ts';
import { readAccessToken } from '#web/people/session.ts';

/** On a 401 it renews the access token once, as other calls do. */
export async function downloadFile<C extends Endpoint>(
  endpoint: C,
  input: EndpointInput<C>,
  name: string,
): Promise<Problem | undefined> {
  let answer = await send(endpoint, input);
  if (answer?.status === 401) {
    const renewal = await renewSession();
    if (isProblem(renewal)) return renewal;
    if (renewal) answer = await send(endpoint, input);
  }
  const file = answer?.ok && (await answer.blob().catch(() => undefined));
  if (file) return save(file, name);
  const said = (await answer?.json().catch(() => undefined)) as { detail?: string } | undefined;
  const detail = said?.detail ?? 'The file could not be loaded. Please check your connection and try again.';
  return { problem: true, status: answer?.status ?? 0, detail };
}

function send<C extends Endpoint>(endpoint: C, input: EndpointInput<C>): Promise<Response | undefined> {
  const { body } = input as { body?: object };
  const headers = {
    authorization: `Bearer ${readAccessToken() ?? ''}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  const request = { method: endpoint.method, headers, ...(body && { body: JSON.stringify(body) }) };
  return fetch(makeRequestUrl(endpoint, input), request).catch(() => undefined);
}

function save(file: Blob, name: string): undefined {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it later
}
