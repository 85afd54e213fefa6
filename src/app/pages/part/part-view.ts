/** The data that the page of a part shows, as its loader makes them. */
import type { Route } from './+types/part.ts';

export type PartPage = NonNullable<Route.ComponentProps['loaderData']['part']>;
export type PartDetails = PartPage['similar'][number];
