/** In My Profile: the log-ins at identity providers that belong to the account. */
import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { type LinkedLogIns, removeLinkedLogInEndpoint } from '#contract/people/accounts.ts';
import * as paths from '#domain/paths.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useShopTimes } from '#web/ui/shop-times.ts';

type LinkedLogIn = LinkedLogIns['linked'][number];

/** Nothing for those who only have a password. */
export function LinkedLogInList({ logIns }: { logIns: LinkedLogIns }) {
  const [{ linked, hasPassword }, setLogIns] = useState(logIns);
  const { formatDay } = useShopTimes();
  const [removed, setRemoved] = useState<LinkedLogIn>();
  if (logIns.linked.length === 0) return null;
  const isRemovable = hasPassword || linked.length > 1;

  async function remove({ _id: id }: LinkedLogIn) {
    const answer = await callEndpoint(removeLinkedLogInEndpoint, { params: { id } });
    if (isProblem(answer)) return answer;
    setLogIns(answer);
    setRemoved(undefined);
    toast.success('Log-in removed; you are logged out everywhere else');
    return undefined;
  }

  return (
    <section className="panel">
      <h2 className="panel-heading">Linked log-ins</h2>
      {linked.length === 0 && <p>None is left. You log in with your password.</p>}
      <ul className="address-book">
        {linked.map((logIn) => (
          <li key={logIn._id}>
            <p className="wrap-anywhere">
              <strong>{nameProvider(logIn)}</strong>
              <br />
              Linked on <time dateTime={logIn.linkedAt}>{formatDay(logIn.linkedAt)}</time>
            </p>
            {isRemovable && (
              <div>
                <button type="button" className="btn btn-sm" onClick={() => setRemoved(logIn)}>
                  Remove <span className="sr-only">{nameProvider(logIn)}</span>
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {!isRemovable && (
        <p>
          It is your only way to log in. To remove it,{' '}
          <Link className="link" to={paths.forgotPassword}>
            choose a password
          </Link>{' '}
          first.
        </p>
      )}
      <ConfirmDialog
        isOpen={removed !== undefined}
        question="Remove this log-in?"
        confirmLabel="Remove it"
        onConfirm={async () => removed && (await remove(removed))}
        onClose={() => setRemoved(undefined)}
      >
        <p>
          {removed && nameProvider(removed)} no longer logs you in here, and you are logged out on every other
          device. Logging in there with this e-mail address links it again; we mail you then.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function nameProvider({ provider }: LinkedLogIn): string {
  return provider ?? 'A provider that we no longer offer';
}
