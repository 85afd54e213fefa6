/** Lets only administrators into the pages below it. */
import { Outlet } from 'react-router';
import { Loading } from '#web/components/loading.tsx';
import { requireAdministrator } from '#web/guard.ts';
import type { Route } from './+types/administrators.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdministrator(request);
  return null;
}

export const HydrateFallback = Loading;

export default function Administrators() {
  return <Outlet />;
}
