/** What the shop answers in tests, typed by the contract: the method and the address say which call it is. */
import type { Endpoint, EndpointResponse } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { FieldError } from '#domain/refusals.ts';

export type Method = Endpoint['method'];

/** What a problem says (RFC 9457) beside what the call answers when all is well: a test looks at the one or the other. */
type Problem = { refused: string; detail: string; title: string; code: string; errors: FieldError[] };

/** The body of the answer at an address; unknown where no call of the contract is. */
export type BodyAt<M extends Method, Url extends string> = [CallAt<M, Url>] extends [never]
  ? unknown
  : EndpointResponse<CallAt<M, Url>> & Problem;

/** A path that is there to the letter comes before one with parameters. */
type CallAt<M extends Method, Url extends string> = [Among<M, Url, 'plain'>] extends [never]
  ? Among<M, Url, 'parameters'>
  : Among<M, Url, 'plain'>;

type Among<M extends Method, Url extends string, Kind> = {
  [Name in keyof typeof endpoints]: (typeof endpoints)[Name] extends {
    method: M;
    path: infer Path extends string;
  }
    ? [KindOf<Path>, Fits<Segments<Path>, Segments<WithoutQuestion<Url>>>] extends [Kind, true]
      ? (typeof endpoints)[Name]
      : never
    : never;
}[keyof typeof endpoints];

type KindOf<Path extends string> = Path extends `${string}:${string}` ? 'parameters' : 'plain';
type WithoutQuestion<Url extends string> = Url extends `${infer Path}?${string}` ? Path : Url;
type Segments<Text extends string> = Text extends `${infer First}/${infer Rest}`
  ? [First, ...Segments<Rest>]
  : [Text];

/** Segment by segment: a parameter stands for any text, everything else for itself. */
type Fits<Path extends string[], Url extends string[]> = [Path, Url] extends [
  [infer Expected, ...infer Paths extends string[]],
  [infer Given, ...infer Urls extends string[]],
]
  ? Expected extends `:${string}`
    ? Fits<Paths, Urls>
    : Given extends Expected
      ? Fits<Paths, Urls>
      : false
  : [Path, Url] extends [[], []]
    ? true
    : false;
