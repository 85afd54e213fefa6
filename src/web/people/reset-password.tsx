/** Sets a new password with the token of the mailed link. */
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { resetPasswordEndpoint } from '#contract/people/accounts.ts';
import * as paths from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { AccountCard } from '#web/people/account-card.tsx';
import { NewPasswordFields, newPasswordShape, requireSamePasswords } from '#web/people/new-password.tsx';
import { deleteSession } from '#web/people/session.ts';
import { useFocusOnMount } from '#web/ui/focus.ts';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/ui/form.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { describePrivatePage } from '#web/ui/page-meta.ts';

export const meta = describePrivatePage('New password', 'Choose a new password for your account.');

/** Renders the form only after hydration: it works with scripts only. */
export const clientLoader = () => null;

export const HydrateFallback = Loading;

const formSchema = requireSamePasswords(z.object(newPasswordShape));

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
      deleteSession(); // the reset has ended all sessions
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
