/** The return address of an identity provider: fetches the access token and redirects to the page before. */
import { replace } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { readReturnPath } from '#kernel/return-path.ts';
import { renewSession } from '#ui/api/api-client.ts';
import { Loading } from '#ui/components/notice.tsx';
import { describeUnlistedPage } from '#ui/components/page-meta.ts';
import { throwIfProblem } from '#ui/session/guard.ts';
import type { Route } from './+types/signed-in.ts';

export const meta = describeUnlistedPage(
  'Logging you in',
  'Where those come back to who log in at a provider.',
);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const from = readReturnPath(searchParams);
  const isSignedIn = throwIfProblem(request, await renewSession());
  throw replace(isSignedIn ? from : `${paths.logIn}?error=login_required&from=${encodeURIComponent(from)}`);
}

export const HydrateFallback = Loading;

export default function SignedIn() {
  return <Loading />;
}
