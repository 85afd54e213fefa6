/** Shown in place of a page that could not be loaded: what failed, and where to go on. */
import Unplug from 'lucide:unplug';
import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { focusHeading, useFocusOnMount } from '#ui/components/focus.ts';
import { Icon } from '#ui/components/icons.tsx';

export function LoadProblem({ error, isInDashboard = false }: { error: unknown; isInDashboard?: boolean }) {
  const { pathname, search } = useLocation();
  const isNotFound = isNotFoundError(error);
  const form = findForm(error);
  const Heading = isInDashboard ? 'h2' : 'h1';
  const heading = useFocusOnMount<HTMLHeadingElement>();
  useEffect(() => focusHeading, []); // of the page that replaces it
  return (
    <section className={isInDashboard ? 'empty' : 'wrap empty'} role="alert">
      <span className="empty-mark">
        <Icon of={Unplug} />
      </span>
      <Heading className="text-3xl" tabIndex={-1} ref={heading}>
        {formatProblemTitle(error)}
      </Heading>
      <p className="max-w-[52ch] text-lg">{explainProblem(error)}</p>
      <p className="mt-2 flex flex-wrap justify-center gap-3">
        {form && (
          <a className="btn btn-primary" href={form.back}>
            Back to the page
          </a>
        )}
        {!isNotFound && !form && (
          <Link className="btn btn-primary" to={pathname + search} replace>
            Try again
          </Link>
        )}
        {isInDashboard && pathname + search !== paths.dashboard && (
          <Link className={isNotFound ? 'btn btn-primary' : 'btn'} to={paths.dashboard}>
            To your dashboard
          </Link>
        )}
        <Link className={isNotFound && !isInDashboard ? 'btn btn-primary' : 'btn'} to={paths.home}>
          To the home page
        </Link>
      </p>
    </section>
  );
}

export function formatProblemTitle(error: unknown): string {
  if (findForm(error)) return 'This was not done';
  return isNotFoundError(error) ? 'Something is missing here' : 'This page could not be shown';
}

/** Of a form that was refused: the page that it is on. */
function findForm(error: unknown): { back: string } | undefined {
  return isRouteErrorResponse(error) && typeof error.data?.back === 'string' ? error.data : undefined;
}

function isNotFoundError(error: unknown): boolean {
  return isRouteErrorResponse(error) && !findForm(error) && (error.status === 404 || error.status === 400);
}

function explainProblem(error: unknown): string {
  if (!isRouteErrorResponse(error) || typeof error.data?.detail !== 'string') return 'The fault is ours.';
  // the detail names a field of the API
  if (error.status === 400 && !findForm(error)) return 'This address is incomplete or mistyped.';
  return error.data.detail;
}
