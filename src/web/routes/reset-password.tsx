/** The page that the mail about a forgotten password leads to: a new password by the link's token. */
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { resetPasswordEndpoint } from '#contract/accounts.ts';
import { paths } from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';
import { callEndpoint, isProblem } from '#web/api-client.ts';
import { AccountCard } from '#web/components/account-card.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/components/form.tsx';
import { Loading } from '#web/components/loading.tsx';
import { NewPasswordFields } from '#web/components/new-password-fields.tsx';
import { useFocusOnMount } from '#web/focus.ts';
import { newPasswordShape, withSamePasswords } from '#web/new-password.ts';
import { makePageMeta } from '#web/page-head.ts';
import { deleteSession } from '#web/session.ts';

export const meta = () =>
  makePageMeta({
    title: 'New password',
    description: 'Choose a new password for your account.',
    canonical: undefined,
  });

/** With it the form comes with the application: sent before, by the browser alone, it would lead nowhere. */
export const clientLoader = () => null;

export const HydrateFallback = Loading;

const formSchema = withSamePasswords(z.object(newPasswordShape));

export default function ResetPassword() {
  const [search] = useSearchParams();
  const [isDone, setDone] = useState(false);
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
    async submit({ newPassword }) {
      const answer = await callEndpoint(resetPasswordEndpoint, {
        body: { token: search.get('token') ?? '', newPassword },
      });
      if (isProblem(answer)) return answer;
      deleteSession(); // it has ended with all others
      setDone(true);
    },
  });
  if (isDone) return <Done />;
  return (
    <AccountCard heading="New password">
      <Form form={form}>
        <NewPasswordFields password={fields.newPassword} confirmation={fields.confirm_password} />
        <FormProblem errors={form.errors} />
        <SubmitButton isBusy={isBusy}>Set the new password</SubmitButton>
      </Form>
      <p>
        <Link className="link" to={paths.forgotPassword}>
          Ask for a new link
        </Link>
      </p>
    </AccountCard>
  );
}

function Done() {
  const arrived = useFocusOnMount<HTMLParagraphElement>();
  return (
    <AccountCard heading="New password">
      <p role="status" tabIndex={-1} ref={arrived}>
        Your new password counts from now on. You are logged out everywhere.
      </p>
      <p>
        <Link className="btn btn-primary" to={paths.logIn}>
          {wording.navigation.logIn}
        </Link>
      </p>
    </AccountCard>
  );
}
