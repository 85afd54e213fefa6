/** The notice that an e-mail address is not confirmed yet, with a button that sends the mail again. */
import { useState } from 'react';
import { sendVerificationMailEndpoint } from '#people/contract/accounts.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';

export function VerificationNotice({ email }: { email: string }) {
  const [message, setMessage] = useState<string>();
  return (
    <section aria-label="Your e-mail address" className="alert mb-6 flex flex-wrap">
      <div className="min-w-0 flex-1 break-words">
        <p>Please confirm your e-mail address: the link for it is in a mail to {email}.</p>
        <p role="status" className="font-semibold">
          {message}
        </p>
      </div>
      <AsyncButton
        className="btn btn-sm"
        onPress={async () => {
          const answer = await callEndpoint(sendVerificationMailEndpoint, { body: { email } });
          setMessage(isProblem(answer) ? answer.detail : 'The link is in a new mail.');
        }}
      >
        Send again
      </AsyncButton>
    </section>
  );
}
