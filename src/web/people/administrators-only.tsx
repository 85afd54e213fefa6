/** The layout of pages for administrators: redirects everybody else. */
import { Outlet } from 'react-router';
import { requireAdministrator } from '#web/people/guard.ts';
import { Loading } from '#web/ui/loading.tsx';
import type { Route } from './+types/administrators-only.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdministrator(request);
  return null;
}

export const HydrateFallback = Loading;

export default function Administrators() {
  return <Outlet />;
}
