/** The data that a comparison of parts shows, as its loader makes them. */
import type { Route } from './+types/compare.ts';

export type Comparison = NonNullable<Route.ComponentProps['loaderData']['comparison']>;
export type ComparedRow = Comparison['groups'][number]['rows'][number];
export type OmittedParts = Comparison['omitted'];
