/** What a visitor needs to order: an account. */
import { Link } from 'react-router';
import * as paths from '#domain/paths.ts';

export function AccountNeeded() {
  const search = `?from=${encodeURIComponent(paths.checkout)}`;
  return (
    <>
      <p>
        To order, you need an account: it shows you where your parts are. Your basket, and what you have
        typed, are kept.
      </p>
      <p className="flex flex-wrap gap-3">
        <Link className="btn btn-primary" to={paths.signUp + search}>
          Sign up
        </Link>
        <Link className="btn" to={paths.logIn + search}>
          Log in
        </Link>
      </p>
    </>
  );
}
