/** In My Profile: the ways to log in, linked log-ins and the password, and how to log out everywhere. */
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { NewPasswordFields } from '#people/components/new-password.tsx';
import {
  changePasswordEndpoint,
  type LinkedLogIns,
  removeLinkedLogInEndpoint,
  signOutEverywhereEndpoint,
} from '#people/contract/accounts.ts';
import { callEndpoint, isProblem, storeAccessToken } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { ConfirmDialog } from '#ui/components/dialog.tsx';
import { Field } from '#ui/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { LinkLine } from '#ui/components/notice.tsx';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { toast } from '#ui/components/toast.ts';
import { useShop } from '#ui/layout/shop.ts';
import { deleteSession } from '#ui/session/session.ts';

export function AccountSecurity({ logIns }: { logIns: LinkedLogIns }) {
  return (
    <>
      <LinkedLogInList logIns={logIns} />
      {/* without one, as of those who have only ever logged in at a provider, the form could not ask for it */}
      {logIns.hasPassword && (
        <section className="panel">
          <h2 className="panel-heading">Change the password</h2>
          <PasswordForm />
        </section>
      )}
      <section className="panel">
        <h2 className="panel-heading">Log out everywhere</h2>
        <p className="mb-4">Ends your sessions on every device, this one included.</p>
        <LogOutEverywhere />
      </section>
    </>
  );
}

function PasswordForm() {
  const { form, fields, isBusy } = useCallForm({
    load: () => import('#people/contract/account-forms.ts'),
    schema: ({ passwordFormSchema }) => passwordFormSchema,
    async submit({ currentPassword, newPassword }) {
      const session = await callEndpoint(changePasswordEndpoint, { body: { currentPassword, newPassword } });
      if (isProblem(session)) return session;
      await storeAccessToken(session.user.email); // the old token ended with its session
      toast.success('Password changed; you are logged out everywhere else');
    },
    isResetOnSuccess: true,
  });
  return (
    <Form form={form}>
      <Field
        label="Current password"
        field={fields.currentPassword}
        type="password"
        autoComplete="current-password"
      />
      <NewPasswordFields password={fields.newPassword} confirmation={fields.confirm_password} />
      <FormProblem errors={form.errors} />
      <SubmitButton isBusy={isBusy} isMain={false}>
        Change the password
      </SubmitButton>
      <LinkLine to={paths.forgotPassword}>Forgot your password?</LinkLine>
    </Form>
  );
}

function LogOutEverywhere() {
  const navigate = useNavigate();
  return (
    <AsyncButton
      className="btn"
      onPress={async () => {
        const answer = await callEndpoint(signOutEverywhereEndpoint, {});
        if (isProblem(answer) && answer.status !== 401) {
          toast.error(answer.detail);
          return;
        }
        deleteSession();
        toast.success('You are logged out everywhere');
        await navigate(paths.home, { replace: true });
      }}
    >
      Log out everywhere
    </AsyncButton>
  );
}

type LinkedLogIn = LinkedLogIns['linked'][number];

/** Nothing for those who only have a password. */
function LinkedLogInList({ logIns }: { logIns: LinkedLogIns }) {
  const [{ linked, hasPassword }, setLogIns] = useState(logIns);
  const { formatDay } = useShopTimes();
  const { sendsMail } = useShop();
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
          device. Logging in there with this e-mail address links it again{sendsMail && '; we mail you then'}.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function nameProvider({ provider }: LinkedLogIn): string {
  return provider ?? 'A provider that we no longer offer';
}
