/** The type of endpoint definitions: validation, OpenAPI and the browser's client follow from them. */
import { z } from 'zod';
import { wholeNumber } from '#domain/fields.ts';
import type { RefusalKind } from '#domain/refusals.ts';

export type Access = 'anyone' | 'signed-in' | 'administrator';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  upload?: 'image' | 'file';
  isIdempotent?: true;
  isPaged?: true;
  isSearch?: true;
  status: 200 | 201;
  response: z.ZodType;
  /** The media type of an answer that is a file; its `response` is `fileSchema`. */
  file?: 'application/pdf' | 'text/csv';
  /** Besides those that follow from the schemas and from `access`. */
  refusals: readonly RefusalKind[];
  /** Further statuses, for endpoints of the identity library. */
  otherStatuses?: readonly number[];
};

export type EndpointInput<C extends Endpoint> = (C extends { params: z.ZodType }
  ? { params: z.input<C['params']> }
  : unknown) &
  (C extends { query: z.ZodType } ? { query?: z.input<C['query']> } : unknown) &
  (C extends { body: z.ZodType } ? { body: z.input<C['body']> } : unknown) &
  (C extends { upload: string } ? { upload: Blob } : unknown);
export type EndpointResponse<C extends Endpoint> = z.output<C['response']>;

type Defaulted = 'status' | 'refusals';

export function defineEndpoint<
  const C extends Omit<Endpoint, Defaulted> & Partial<Pick<Endpoint, Defaulted>>,
>(endpoint: C): C & Pick<Endpoint, Defaulted> {
  return { status: 200, refusals: [], ...endpoint };
}

/** How a handler answers with a file. */
export type FileAnswer = { name: string; content: Uint8Array | string };

export const fileSchema: z.ZodType<FileAnswer> = z.custom<FileAnswer>();

export const idParams = z.object({ id: z.uuid('This is not an id') });

export function makePageQuery<Cursor extends z.ZodType<unknown, string>>(cursor: Cursor) {
  return z.object({
    limit: wholeNumber(1, 1000, 'A number is needed here').default(1000),
    cursor: cursor.optional(),
    page: wholeNumber(1, 100_000, 'A number is needed here')
      .optional()
      .describe('the number of a page, from 1, instead of a cursor'),
  });
}
