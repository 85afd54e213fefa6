/** The route of all unknown paths: status 404. */
import { data } from 'react-router';
import { NotFound, notFoundMeta } from '#web/layout/not-found-page.tsx';

export const handle = { isPublic: true };

export const meta = () => notFoundMeta;

export function loader() {
  return data(null, { status: 404 });
}

export default NotFound;
