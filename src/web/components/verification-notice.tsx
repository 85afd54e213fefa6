/** The notice that an e-mail address is not confirmed yet, with a way to have the mail sent again. */
import { useEffect, useState } from 'react';
import { sendVerificationMail } from '#contract/accounts.ts';
import { readSession } from '#contract/people.ts';
import { ask, isProblem } from '#web/api-client.ts';

/** Shows nothing until the shop has said that the address is unconfirmed. */
export function VerificationNotice() {
  const [email, setEmail] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    ask(readSession, {}, { signal: leaving.signal }).then((session) => {
      if (session && !isProblem(session) && !session.user.emailVerified) setEmail(session.user.email);
    });
    return () => leaving.abort();
  }, []);
  if (!email) return null;
  return (
    <section aria-label="Your e-mail address" className="alert mb-6 flex flex-wrap">
      <p className="min-w-0 flex-1 break-words">
        Please confirm your e-mail address: we have sent a mail with a link to {email}.
      </p>
      <button
        type="button"
        className="btn btn-sm"
        aria-disabled={isBusy}
        onClick={async () => {
          if (isBusy) return;
          setBusy(true);
          const answer = await ask(sendVerificationMail, { body: { email } });
          setSaid(isProblem(answer) ? answer.detail : 'The mail is on its way.');
          setBusy(false);
        }}
      >
        Send again
      </button>
      <p role="status">{said}</p>
    </section>
  );
}
