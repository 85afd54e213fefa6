/** What a buyer can do about a refused order that none of the form's fields is to blame for. */
import * as paths from '#kernel/paths.ts';
import { VerificationNotice } from '#people/components/verification-notice.tsx';
import type { Problem } from '#ui/api/api-client.ts';
import { LinkLine } from '#ui/components/notice.tsx';

export function RefusalAction({ refusal, email }: { refusal: Problem['refused']; email: string }) {
  if (refusal === 'confirm-address-first') return <VerificationNotice email={email} />;
  if (refusal !== 'too-many-unpaid-orders') return null;
  return <LinkLine to={paths.dashboard}>To My Orders</LinkLine>;
}
