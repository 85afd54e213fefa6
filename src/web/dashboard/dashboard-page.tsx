/** The place of the dashboard's pages: what one of them could not load is told there, and the links beside it stay. */
import { Outlet } from 'react-router';
import { LoadProblem, problemTitle } from '#web/layout/load-problem.tsx';
import { makePrivatePageMeta } from '#web/ui/private-page-meta.ts';
import type { Route } from './+types/dashboard-page.ts';

/** Of a problem: each page has a title of its own. */
export const meta = ({ error }: Route.MetaArgs) =>
  makePrivatePageMeta(problemTitle(error), 'A page of your dashboard that could not be loaded.');

export default function DashboardPage() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem error={error} isInDashboard />;
}
