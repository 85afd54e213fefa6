/** Changes the password, and logs out everywhere. */
import { Link, useNavigate } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { z } from 'zod';
import { changePasswordEndpoint, signOutEverywhereEndpoint } from '#contract/people/accounts.ts';
import * as paths from '#domain/paths.ts';
import { callEndpoint, isProblem, storeAccessToken } from '#web/api/api-client.ts';
import { newPasswordShape, requireSamePasswords } from '#web/people/new-password.ts';
import { NewPasswordFields } from '#web/people/new-password-fields.tsx';
import { deleteSession } from '#web/people/session.ts';
import { AsyncButton } from '#web/ui/async-button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/ui/form.tsx';

/** `hasPassword`: not those who have only ever logged in at a provider; a form could not ask for their current one. */
export function AccountSecurity({ hasPassword }: { hasPassword: boolean }) {
  return (
    <>
      {hasPassword && (
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

const passwordFormSchema = requireSamePasswords(
  z.object({ currentPassword: changePasswordEndpoint.body.shape.currentPassword, ...newPasswordShape }),
);

function PasswordForm() {
  const { form, fields, isBusy } = useCallForm({
    schema: passwordFormSchema,
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
      <p>
        <Link className="link" to={paths.forgotPassword}>
          Forgot your password?
        </Link>
      </p>
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
