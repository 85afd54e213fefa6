/** The route of all unknown paths: status 404. */
import { data } from 'react-router';
import { makeNotFoundMeta, NotFound } from '#ui/layout/not-found-page.tsx';
import type { Route } from './+types/not-found.ts';

export const handle = { isPublic: true };

export const meta: Route.MetaFunction = ({ matches }) => makeNotFoundMeta(matches);

export function loader() {
  return data(null, { status: 404 });
}

export default NotFound;
