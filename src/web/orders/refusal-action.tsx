/** What a buyer can do about a refused order that none of the form's fields is to blame for. */
import { Link } from 'react-router';
import * as paths from '#domain/paths.ts';
import type { Problem } from '#web/api/api-client.ts';
import { VerificationNotice } from '#web/people/verification-notice.tsx';

export function RefusalAction({ refusal, email }: { refusal: Problem['refused']; email: string }) {
  if (refusal === 'confirm-address-first') return <VerificationNotice email={email} />;
  if (refusal !== 'too-many-unpaid-orders') return null;
  return (
    <p>
      <Link className="link" to={paths.dashboard}>
        To My Orders
      </Link>
    </p>
  );
}
