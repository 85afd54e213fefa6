/** The notice that an e-mail address is not confirmed yet, with a button that sends the mail again. */
import { useState } from 'react';
import { sendVerificationMailEndpoint } from '#people/contract/accounts.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { useShop } from '#ui/layout/shop.ts';

export function VerificationNotice({ email }: { email: string }) {
  const [message, setMessage] = useState<string>();
  const { sendsMail } = useShop();
  return (
    <section aria-label="Your e-mail address" className="alert mb-6 flex flex-wrap">
      <div className="min-w-0 flex-1 break-words">
        <p>
          {sendsMail
            ? `Please confirm your e-mail address: we have sent a mail with a link to ${email}.`
            : `Your e-mail address ${email} is not confirmed. This shop has no mail server: the mail with its link stays in the outbox.`}
        </p>
        <p role="status" className="font-semibold">
          {message}
        </p>
      </div>
      <AsyncButton
        className="btn btn-sm"
        onPress={async () => {
          const answer = await callEndpoint(sendVerificationMailEndpoint, { body: { email } });
          const outcome = sendsMail ? 'The mail is on its way.' : 'The mail is in the outbox of this shop.';
          setMessage(isProblem(answer) ? answer.detail : outcome);
        }}
      >
        Send again
      </AsyncButton>
    </section>
  );
}
