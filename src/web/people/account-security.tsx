/** What a person does for the safety of their account: change the password, and log out everywhere. */
import { Link, useNavigate } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { z } from 'zod';
import { changePasswordEndpoint, signOutEverywhereEndpoint } from '#contract/people/accounts.ts';
import { paths } from '#domain/paths.ts';
import { callEndpoint, isProblem, storeAccessToken } from '#web/api/api-client.ts';
import { newPasswordShape, withSamePasswords } from '#web/people/new-password.ts';
import { NewPasswordFields } from '#web/people/new-password-fields.tsx';
import { deleteSession } from '#web/people/session.ts';
import { AsyncButton } from '#web/ui/async-button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/ui/form.tsx';

/** For My Profile: two sections with headings of the second level. */
export function AccountSecurity() {
  return (
    <>
      <section className="panel">
        <h2 className="panel-heading">Change the password</h2>
        <PasswordForm />
      </section>
      <section className="panel">
        <h2 className="panel-heading">Log out everywhere</h2>
        <p className="mb-4">Ends your sessions on every device, this one included.</p>
        <LogOutEverywhere />
      </section>
    </>
  );
}

const passwordFormSchema = withSamePasswords(
  z.object({ currentPassword: changePasswordEndpoint.body.shape.currentPassword, ...newPasswordShape }),
);

function PasswordForm() {
  const { form, fields, isBusy } = useCallForm({
    schema: passwordFormSchema,
    async submit({ currentPassword, newPassword }) {
      const changed = await callEndpoint(changePasswordEndpoint, { body: { currentPassword, newPassword } });
      if (isProblem(changed)) return changed;
      await storeAccessToken(changed.user.email); // the old token ended with its session
      toast.success('Password changed; you are logged out everywhere else');
    },
    isForMany: true,
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
      act={async () => {
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
