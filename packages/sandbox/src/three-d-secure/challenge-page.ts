/** The page of the challenge: plain HTML without script, with a strict content security policy. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { NO_REQUEST, type Settings } from '../http/endpoint.ts';
import { parseForm } from '../http/form.ts';
import { escapeHtml, makePage, sendPage } from '../http/html-page.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { getPaymentMethod } from '../payment-methods/payment-method.ts';
import { CHALLENGE_PATH } from './authentication.ts';
import { answerChallenge, type Challenge, findChallenge, returnAddress } from './challenge.ts';

type ForId = { Params: { id: string } };

/** GET shows the challenge, POST answers it; both redirect the buyer when it is no longer open. */
export function challengeRoutes(server: FastifyInstance, ledger: Ledger, settings: Settings): void {
  server.get<ForId>(CHALLENGE_PATH, { exposeHeadRoute: false }, (request, reply) =>
    sendOn(reply, ledger, findChallenge(ledger, request.params.id)),
  );
  server.post<ForId>(CHALLENGE_PATH, (request, reply) => {
    const { outcome } = parseForm(String(request.body ?? ''));
    const isAnswer = outcome === 'complete' || outcome === 'fail';
    const challenge = isAnswer
      ? ledger.transaction(() =>
          answerChallenge(
            { ledger, now: new Date(), request: NO_REQUEST, settings },
            request.params.id,
            outcome === 'complete',
          ),
        )
      : findChallenge(ledger, request.params.id);
    return sendOn(reply, ledger, challenge);
  });
}

function sendOn(reply: FastifyReply, ledger: Ledger, challenge: Challenge | undefined): FastifyReply {
  if (!challenge) return sendPage(reply.code(404), UNKNOWN);
  const address = returnAddress(challenge);
  if (!challenge.isOpen && address) return reply.redirect(address, 303);
  // Browsers apply form-action to the redirect after a form as well.
  const targets = address ? `'self' ${new URL(address).origin}` : "'self'";
  return sendPage(reply, challenge.isOpen ? openPage(ledger, challenge) : closedPage(challenge), targets);
}

function openPage(ledger: Ledger, { authentication, intent }: Challenge): string {
  const card = getPaymentMethod(ledger, authentication.payment_method);
  const sum = (intent.amount / 100).toLocaleString('en-US', { style: 'currency', currency: intent.currency });
  return page(
    'Authenticate your payment',
    `<p>Your bank would ask you here to prove that it is you who pays <strong>${escapeHtml(sum)}</strong>
with the card that ends in <strong>${escapeHtml(card.last4)}</strong>. This is the test mode: choose what happens. No money moves.</p>
${intent.description ? `<p>${escapeHtml(intent.description)}</p>` : ''}
<form method="post">
<button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail" class="second">Fail authentication</button>
</form>`,
  );
}

function closedPage({ intent }: Challenge): string {
  const [title, sentence] =
    intent.status === 'succeeded'
      ? ['Payment authenticated', 'The payment has been made.']
      : ['Payment not authenticated', 'The card was not charged.'];
  return page(title, `<p>${sentence} You can close this page and go back to the shop.</p>`);
}

function page(title: string, content: string): string {
  return makePage('3-D Secure · card sandbox', title, content);
}

const UNKNOWN = page(
  'Nothing to authenticate',
  '<p>There is no such authentication. Go back to the shop.</p>',
);
