/** Sets a new password with the token of the mailed link. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { AccountCard, Done } from '#people/components/account-card.tsx';
import { NewPasswordFields } from '#people/components/new-password.tsx';
import { resetPasswordEndpoint } from '#people/contract/accounts.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { LinkLine, Loading } from '#ui/components/notice.tsx';
import { describeUnlistedPage } from '#ui/components/page-meta.ts';
import { deleteSession } from '#ui/session/session.ts';

export const meta = describeUnlistedPage('New password', 'Choose a new password for your account.');

/** Renders the form only after hydration: it works with scripts only. */
export const clientLoader = () => null;

export const HydrateFallback = Loading;

export default function ResetPassword() {
  const [search] = useSearchParams();
  const [isDone, setDone] = useState(false);
  const { form, fields, isBusy } = useCallForm({
    load: () => import('#people/contract/account-forms.ts'),
    schema: ({ newPasswordFormSchema }) => newPasswordFormSchema,
    async submit({ newPassword }) {
      const answer = await callEndpoint(resetPasswordEndpoint, {
        body: { token: search.get('token') ?? '', newPassword },
      });
      if (isProblem(answer)) return answer;
      deleteSession(); // the reset has ended all sessions
      setDone(true);
    },
  });
  return (
    <AccountCard heading="New password">
      {isDone ? (
        <>
          <Done>Your new password counts from now on. You are logged out everywhere.</Done>
          <LinkLine className="btn btn-primary" to={paths.logIn}>
            {wording.navigation.logIn}
          </LinkLine>
        </>
      ) : (
        <>
          <Form form={form}>
            <NewPasswordFields password={fields.newPassword} confirmation={fields.confirm_password} />
            <FormProblem errors={form.errors} />
            <SubmitButton isBusy={isBusy}>Set the new password</SubmitButton>
          </Form>
          <LinkLine to={paths.forgotPassword}>Ask for a new link</LinkLine>
        </>
      )}
    </AccountCard>
  );
}
