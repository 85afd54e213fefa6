/** Forgot password: requests a link by mail; the answer does not reveal whether the account exists. */
import { useState } from 'react';
import { Link } from 'react-router';
import { requestPasswordResetEndpoint } from '#contract/people/accounts.ts';
import * as paths from '#domain/paths.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { AccountCard, Done } from '#web/people/account-card.tsx';
import { Field } from '#web/ui/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/ui/form.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { describeUnlistedPage } from '#web/ui/page-meta.ts';

export const meta = describeUnlistedPage(
  'Forgot your password?',
  'Ask for a link by mail that lets you choose a new password.',
);

/** Renders the form only after hydration: it works with scripts only. */
export const clientLoader = () => null;

export const HydrateFallback = Loading;

export default function ForgotPassword() {
  const [isSent, setSent] = useState(false);
  const { form, fields, isBusy } = useCallForm({
    schema: requestPasswordResetEndpoint.body,
    async submit(body) {
      const answer = await callEndpoint(requestPasswordResetEndpoint, { body });
      if (isProblem(answer)) return answer;
      setSent(true);
    },
  });
  return (
    <AccountCard heading="Forgot your password?">
      {isSent ? (
        <Done>
          If there is an account with this e-mail address, a mail is on its way to it. Its link lets you
          choose a new password; it is valid for an hour.
        </Done>
      ) : (
        <Form form={form}>
          <Field label="E-mail" field={fields.email} type="email" autoComplete="username" />
          <FormProblem errors={form.errors} />
          <SubmitButton isBusy={isBusy}>Send me a link</SubmitButton>
        </Form>
      )}
      <p>
        <Link className="link" to={paths.logIn}>
          Back to log in
        </Link>
      </p>
    </AccountCard>
  );
}
