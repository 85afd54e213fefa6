/** What is shown when something could not be loaded: what failed, and a way to go on. */
import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { focusHeading, useFocusOnArrival } from '#web/focus.ts';

export function LoadProblem({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  useEffect(() => focusHeading, []); // of the page that comes in its place
  const detail =
    isRouteErrorResponse(error) && typeof error.data?.detail === 'string'
      ? error.data.detail
      : 'This page could not be shown. The fault is ours.';
  return (
    <section className="mx-auto max-w-xl px-4 py-16 text-center" role="alert">
      <h1 className="text-2xl font-bold" tabIndex={-1} ref={heading}>
        Something is missing here
      </h1>
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
