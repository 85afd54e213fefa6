/** What is shown when something could not be loaded: what failed, and a way to go on. */
import { isRouteErrorResponse, Link, useLocation } from 'react-router';

export function LoadProblem({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const detail =
    isRouteErrorResponse(error) && typeof error.data?.detail === 'string'
      ? error.data.detail
      : 'This page could not be shown. The fault is ours.';
  return (
    <section className="mx-auto max-w-xl px-4 py-16 text-center" role="alert">
      <h1 className="text-2xl font-bold">Something is missing here</h1>
      <p className="mt-4">{detail}</p>
      <p className="mt-8 flex flex-wrap justify-center gap-4">
        <Link className="btn btn-primary" to={pathname + search} replace>
          Try again
        </Link>
        <Link className="btn" to="/">
          To the home page
        </Link>
      </p>
    </section>
  );
}
