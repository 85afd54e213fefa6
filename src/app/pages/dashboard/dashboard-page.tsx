/** The layout of the dashboard's pages: shows load problems beside the links. */
import { Outlet } from 'react-router';
import { Loading } from '#ui/components/notice.tsx';
import { makePrivatePageMeta } from '#ui/components/page-meta.ts';
import { formatProblemTitle, LoadProblem } from '#ui/layout/load-problem.tsx';
import type { Route } from './+types/dashboard-page.ts';

/** For load problems; pages set their own title. */
export const meta: Route.MetaFunction = ({ error, matches }) =>
  makePrivatePageMeta(
    formatProblemTitle(error),
    'A page of your dashboard that could not be loaded.',
    matches,
  );

export const HydrateFallback = Loading;

export default function DashboardPage() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem error={error} isInDashboard />;
}
