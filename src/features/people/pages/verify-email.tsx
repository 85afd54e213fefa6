/** The page that the verification mail links to: confirms the address. */
import { useRevalidator } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { AccountCard } from '#people/components/account-card.tsx';
import { verifyEmailEndpoint } from '#people/contract/accounts.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { LinkLine, Loading } from '#ui/components/notice.tsx';
import { describeUnlistedPage } from '#ui/components/page-meta.ts';
import type { Route } from './+types/verify-email.ts';

export const meta = describeUnlistedPage(
  'Your e-mail address',
  'Confirms that this e-mail address is yours.',
);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const answer = await callEndpoint(verifyEmailEndpoint, { query: { token } }, { signal: request.signal });
  if (!isProblem(answer)) return { problem: undefined, canRetry: false };
  const canRetry = answer.status === 0 || answer.status >= 500;
  return { problem: answer.errors?.[0]?.message ?? answer.detail, canRetry };
}

export const HydrateFallback = Loading;

export default function VerifyEmail({ loaderData: { problem, canRetry } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <AccountCard heading="Your e-mail address" hasFailed={problem !== undefined}>
      {problem ? (
        <>
          <p role="alert">{problem}</p>
          {canRetry ? (
            <button type="button" className="btn" onClick={revalidate}>
              Try again
            </button>
          ) : (
            <p>Your dashboard lets you ask for a new mail.</p>
          )}
        </>
      ) : (
        <p role="status">Thank you. Your e-mail address is confirmed.</p>
      )}
      <LinkLine className="btn btn-primary" to={paths.dashboard}>
        To your dashboard
      </LinkLine>
    </AccountCard>
  );
}
