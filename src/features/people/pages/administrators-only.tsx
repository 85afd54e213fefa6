/** The layout of pages for administrators: redirects everybody else. */
import { Outlet } from 'react-router';
import { Loading } from '#ui/components/notice.tsx';
import { requireAdministrator } from '#ui/session/guard.ts';
import type { Route } from './+types/administrators-only.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdministrator(request);
  return null;
}

export const HydrateFallback = Loading;

export default function Administrators() {
  return <Outlet />;
}
