/** How a call is declared: one value that validation, types, the description and the browser's client follow. */
import { z } from 'zod';
import { wholeNumber } from '#domain/fields.ts';
import type { RefusalKind } from '#domain/refusals.ts';

/** Who gets past the door at all; what belongs to whom is decided behind it. */
export type Access = 'anyone' | 'signed-in' | 'administrator';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its parameters as `:name`. */
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The field of a multipart form that holds the one file which is sent instead of a JSON body. */
  upload?: string;
  /** True when an `Idempotency-Key` header is honoured. */
  idempotent?: true;
  /** True when the answer is one page of a list, with `X-Total-Count` and `Link` headers. */
  paged?: true;
  /** True when the answer may be that of another search, said in `X-Search-Meant` and `X-Search-Partial` headers. */
  searched?: true;
  status: 200 | 201;
  answer: z.ZodType;
  /** The refusals that this call may answer, besides those that follow from its schemas and from `access`. */
  refusals: readonly RefusalKind[];
  /** Statuses besides those, for calls that the identity library answers in its own words. */
  alsoAnswers?: readonly number[];
};

/** What a caller sends (before parsing) and gets back (after it). */
export type EndpointInput<C extends Endpoint> = (C extends { params: z.ZodType }
  ? { params: z.input<C['params']> }
  : unknown) &
  (C extends { query: z.ZodType } ? { query?: z.input<C['query']> } : unknown) &
  (C extends { body: z.ZodType } ? { body: z.input<C['body']> } : unknown) &
  (C extends { upload: string } ? { upload: Blob } : unknown);
export type EndpointAnswer<C extends Endpoint> = z.output<C['answer']>;

/** Declares a call and keeps its exact type. */
export function defineEndpoint<const C extends Endpoint>(call: C): C {
  return call;
}

export const idParams = z.object({ id: z.uuid('This is not an id') });

/** A page of a list: at most `limit` rows after `cursor`, which comes from the `Link` header of the page before. */
export function makePageQuery<Cursor extends z.ZodType<unknown, string>>(cursor: Cursor) {
  return z.object({
    limit: wholeNumber(1, 1000, 'A number is needed here').default(1000),
    cursor: cursor.optional(),
  });
}
