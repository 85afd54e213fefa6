/** What every path answers that leads nowhere. */
import { data } from 'react-router';
import { NotFound, notFoundHead } from '#web/layout/not-found-page.tsx';

export const handle = { isPublic: true };

export const meta = () => notFoundHead;

export function loader() {
  return data(null, { status: 404 });
}

export default NotFound;
