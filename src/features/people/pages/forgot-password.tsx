/** Forgot password: requests a link by mail; the answer does not reveal whether the account exists. */
import { useState } from 'react';
import { z } from 'zod';
import * as paths from '#kernel/paths.ts';
import { emailSchema } from '#kernel/person-fields.ts';
import { AccountCard, Done } from '#people/components/account-card.tsx';
import { requestPasswordResetEndpoint } from '#people/contract/accounts.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { Field } from '#ui/components/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { LinkLine, Loading } from '#ui/components/notice.tsx';
import { describeUnlistedPage } from '#ui/components/page-meta.ts';
import { useShop } from '#ui/layout/shop.ts';

export const meta = describeUnlistedPage(
  'Forgot your password?',
  'Ask for a link by mail that lets you choose a new password.',
);

/** Renders the form only after hydration: it works with scripts only. */
export const clientLoader = () => null;

export const HydrateFallback = Loading;

const formSchema = z.object({ email: emailSchema });

export default function ForgotPassword() {
  const [isSent, setSent] = useState(false);
  const { sendsMail } = useShop();
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
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
          If there is an account with this e-mail address, a mail{' '}
          {sendsMail
            ? 'is on its way to it'
            : 'to it is in the outbox of this shop, which has no mail server'}
          . Its link lets you choose a new password; it is valid for an hour.
        </Done>
      ) : (
        <Form form={form}>
          <Field label="E-mail" field={fields.email} type="email" autoComplete="username" />
          <FormProblem errors={form.errors} />
          <SubmitButton isBusy={isBusy}>Send me a link</SubmitButton>
        </Form>
      )}
      <LinkLine to={paths.logIn}>Back to log in</LinkLine>
    </AccountCard>
  );
}
