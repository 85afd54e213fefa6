/** The page of the challenge: plain HTML without script, with a strict content security policy. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { chargeIntent } from '../charges/charge-intent.ts';
import { recordEvent } from '../events/event.ts';
import { type Moment, NO_REQUEST, type Settings } from '../http/endpoint.ts';
import { parseForm } from '../http/form.ts';
import { escapeHtml, makePage, sendPage } from '../http/html-page.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  findPaymentIntent,
  type PaymentIntentRow,
  presentPaymentIntent,
  savePaymentIntent,
} from '../payment-intents/payment-intent.ts';
import { after } from '../payment-intents/transitions.ts';
import { getPaymentMethod } from '../payment-methods/payment-method.ts';
import {
  type AuthenticationRow,
  CHALLENGE_PATH,
  findAuthentication,
  saveAuthentication,
} from './authentication.ts';

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

type Challenge = {
  authentication: AuthenticationRow;
  intent: PaymentIntentRow;
  /** False once it was answered or replaced: by another card, another amount or a cancellation. */
  isOpen: boolean;
};

/** Undefined for an unknown id. */
function findChallenge(ledger: Ledger, id: string): Challenge | undefined {
  const authentication = findAuthentication(ledger, id);
  const intent = authentication && findPaymentIntent(ledger, authentication.payment_intent);
  if (!intent) return undefined;
  const isOpen = intent.status === 'requires_action' && intent.authentication === authentication.id;
  return { authentication, intent, isOpen };
}

/**
 * Answers the challenge. Passed: the card is charged. Failed: the intent needs another card. An answer to a challenge that
 * is no longer open, such as a second click, changes nothing. Must run inside the ledger's transaction.
 */
function answerChallenge(moment: Moment, id: string, isPassed: boolean): Challenge | undefined {
  const { ledger } = moment;
  const challenge = findChallenge(ledger, id);
  if (!challenge?.isOpen) return challenge;
  const { authentication, intent } = challenge;

  authentication.status = isPassed ? 'succeeded' : 'failed';
  saveAuthentication(ledger, authentication);
  if (isPassed)
    chargeIntent(moment, intent, getPaymentMethod(ledger, authentication.payment_method), authentication.id);
  else {
    intent.status = after(intent.status, 'fail') ?? intent.status;
    intent.payment_method = null;
    savePaymentIntent(ledger, intent);
    recordEvent(moment, 'payment_intent.payment_failed', presentPaymentIntent(ledger, intent));
  }
  return { authentication, intent, isOpen: false };
}

/** The `return_url` with the outcome in its query, as at Stripe; undefined when none was given. */
function returnAddress({ authentication, intent }: Challenge): string | undefined {
  if (authentication.return_url === null) return undefined;
  const address = new URL(authentication.return_url);
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.client_secret);
  address.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return address.href;
}
