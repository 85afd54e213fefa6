/** After a basket has become another one, perhaps by an order in another tab. */
import { Link } from 'react-router';
import * as paths from '#domain/paths.ts';

export function WhereOrdersAre() {
  return (
    <p>
      What you have ordered is in{' '}
      <Link className="link" to={paths.dashboard}>
        My Orders
      </Link>
      .
    </p>
  );
}
