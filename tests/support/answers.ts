/** Types of the shop's responses in tests, derived from the contract by method and address. */
import type { endpoints } from '#app/endpoints.ts';
import type { FieldError } from '#kernel/refusals.ts';
import type { Endpoint, EndpointResponse } from '#platform/contract/endpoint.ts';

export type Method = Endpoint['method'];

/** The fields of a problem (RFC 9457). */
type Problem = { refused: string; detail: string; title: string; code: string; errors: FieldError[] };

/** The response body at an address, with those of a problem; unknown where the contract has no endpoint. */
export type BodyAt<M extends Method, Url extends string> = [EndpointAt<M, Url>] extends [never]
  ? unknown
  : EndpointResponse<EndpointAt<M, Url>> & Problem;

/** A literal path comes before one with parameters. */
type EndpointAt<M extends Method, Url extends string> = [MatchingEndpoint<M, Url, 'plain'>] extends [never]
  ? MatchingEndpoint<M, Url, 'parameters'>
  : MatchingEndpoint<M, Url, 'plain'>;

type MatchingEndpoint<M extends Method, Url extends string, Kind> = {
  [Name in keyof typeof endpoints]: (typeof endpoints)[Name] extends {
    method: M;
    path: infer Path extends string;
  }
    ? [PathKind<Path>, MatchesPath<Segments<Path>, Segments<WithoutQuery<Url>>>] extends [Kind, true]
      ? (typeof endpoints)[Name]
      : never
    : never;
}[keyof typeof endpoints];

type PathKind<Path extends string> = Path extends `${string}:${string}` ? 'parameters' : 'plain';
type WithoutQuery<Url extends string> = Url extends `${infer Path}?${string}` ? Path : Url;
type Segments<Text extends string> = Text extends `${infer First}/${infer Rest}`
  ? [First, ...Segments<Rest>]
  : [Text];

/** Segment by segment: a parameter matches any text. */
type MatchesPath<Path extends string[], Url extends string[]> = [Path, Url] extends [
  [infer Expected, ...infer Paths extends string[]],
  [infer Given, ...infer Urls extends string[]],
]
  ? Expected extends `:${string}`
    ? MatchesPath<Paths, Urls>
    : Given extends Expected
      ? MatchesPath<Paths, Urls>
      : false
  : [Path, Url] extends [[], []]
    ? true
    : false;
