/** The type of endpoint definitions: validation, OpenAPI, the browser's client and the tests of all endpoints follow from them. */
import { z } from 'zod';
import { idField, wholeNumber } from '#kernel/fields.ts';
import type { Refusal, RefusalKind } from '#kernel/refusals.ts';

/** What the owner of a thing, another person, an administrator and a visitor get: `ok` is the endpoint's own status. */
export const answersByAccess = {
  anyone: { visitor: 'ok', another: 'ok', owner: 'ok', administrator: 'ok' },
  'signed-in': { visitor: 401, another: 'ok', owner: 'ok', administrator: 'ok' },
  owner: { visitor: 401, another: 404, owner: 'ok', administrator: 404 },
  'owner-or-administrator': { visitor: 401, another: 404, owner: 'ok', administrator: 'ok' },
  /** The request names the person. */
  person: { visitor: 401, another: 403, owner: 'ok', administrator: 403 },
  'person-or-administrator': { visitor: 401, another: 403, owner: 'ok', administrator: 'ok' },
  administrator: { visitor: 401, another: 403, owner: 403, administrator: 'ok' },
} as const;

export type Access = keyof typeof answersByAccess;
export type AccessLevel = keyof (typeof answersByAccess)['anyone'];

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  summary: string;
  /** What neither the registration nor the schemas can see of it, the handler sees to, and the authorization matrix proves. */
  access: Access;
  /** The session's cookie says who asks, not an access token. */
  isBySession?: true;
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
  /** A good request with every field there is, those that may be left out included; see `fillIn`. */
  example?: { params?: object; query?: object; body?: object };
};

export type EndpointInput<C> = (C extends { params: z.ZodType }
  ? { params: z.input<C['params']> }
  : unknown) &
  (C extends { query: z.ZodType } ? { query?: z.input<C['query']> } : unknown) &
  (C extends { body: z.ZodType } ? { body: z.input<C['body']> } : unknown) &
  (C extends { upload: string } ? { upload: Blob } : unknown);
export type EndpointResponse<C extends Endpoint> = z.output<C['response']>;

/**
 * What an example can name, by its id, key or address; whoever reads it makes one: the tests in a shop, the API's
 * description as a sample. A part costs $1.00, of which 100 are in stock; the payment is of an order, confirmed at the
 * card provider, and its two are of the same one.
 */
export type ExampleThing =
  | 'address'
  | 'administrator'
  | 'customer'
  | 'gtin'
  | 'image'
  | 'import-hash'
  | 'invoice'
  | 'linked-log-in'
  | 'new-email'
  | 'order'
  | 'paid-order'
  | 'part'
  | 'bought-part'
  | 'build'
  | 'purchase'
  | 'reset-token'
  | 'review'
  | 'shipped-order'
  | 'sku'
  | 'verification-token'
  | `payment-${'order' | 'transaction'}`
  | `${'asking' | 'owner'}-${'name' | 'email' | 'password'}`;

/** Stands in an example for a new thing, or for what is known of the person who asks or whose the things are. */
export function fillIn(thing: ExampleThing): string {
  return `«${thing}»`;
}

/** The page of an example; its cursor is a `sortedCursor`. */
export function makeExamplePage() {
  return { limit: '5', cursor: `0~${fillIn('part')}`, page: '1' };
}

/**
 * A form of pages without a script: the same endpoint by the session's cookie. Its fields are those of params and body by
 * name; empty ones are not sent.
 */
export type EndpointForm<C extends Endpoint = Endpoint> = {
  path: string;
  /** The pressed one tells forms at the same path apart; its value is a field, or is always the same. */
  button?: { name: string; field?: string; value?: string };
  maxBytes?: number;
  /** The page that follows, perhaps `page`, which the form is on; undefined answers a refusal as a problem. */
  redirect(outcome: FormOutcome<C>, sent: FormFields, page: string): string | undefined;
  /** What the small script is told of the answer, if not all of it. */
  shorten?(answer: EndpointResponse<C>, sent: FormFields): unknown;
};
export type FormOutcome<C extends Endpoint> =
  | { answer: EndpointResponse<C>; refusal?: undefined }
  | { answer?: undefined; refusal: Refusal };
export type FormFields = Partial<Record<string, string>>;

type Defaulted = 'status' | 'refusals';

/** What is sent something besides a file has an example. */
type WithExample<C> = C extends { params: object } | { query: object } | { body: object }
  ? { example: Omit<EndpointInput<C>, 'upload'> }
  : unknown;

export function defineEndpoint<
  const C extends Omit<Endpoint, Defaulted> & Partial<Pick<Endpoint, Defaulted>>,
>(endpoint: C & WithExample<C>): C & Pick<Endpoint, Defaulted> {
  return { status: 200, refusals: [], ...endpoint };
}

export type FileAnswer = { name: string; content: Uint8Array | string };

export const fileSchema: z.ZodType<FileAnswer> = z.custom<FileAnswer>();

export const idParams = z.object({ id: idField('This is not an id') });

export function makePageQuery<Cursor extends z.ZodType<unknown, string>>(cursor: Cursor) {
  return z.object({
    limit: wholeNumber(1, 1000, 'A number is needed here').default(1000),
    cursor: cursor.optional(),
    page: wholeNumber(1, 100_000, 'A number is needed here')
      .optional()
      .describe('the number of a page, from 1, instead of a cursor'),
  });
}
