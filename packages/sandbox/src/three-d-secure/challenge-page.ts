/** The page of the challenge: plain HTML without script, with a strict content security policy. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import { chargeIntent } from '../charges/charge-intent.ts';
import { recordEvent } from '../events/event.ts';
import { type Moment, NO_REQUEST, type Settings, seconds } from '../http/endpoint.ts';
import { type ErrorObject, withDocumentation } from '../http/errors.ts';
import { parseForm } from '../http/form.ts';
import { escapeHtml, makePage, sendPage } from '../http/html-page.ts';
import { type Ledger, makeTable, newId } from '../ledger/ledger.ts';
import {
  findPaymentIntent,
  type PaymentIntentRow,
  presentPaymentIntent,
  savePaymentIntent,
} from '../payment-intents/payment-intent.ts';
import { after } from '../payment-intents/transitions.ts';
import { getPaymentMethod, presentPaymentMethod } from '../payment-methods/payment-method.ts';

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
    chargeIntent(moment, intent, getPaymentMethod(ledger, authentication.payment_method), {
      authentication: authentication.id,
      base: makeBaseUrl(authentication),
    });
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

/** Authentications (3-D Secure): the cardholder proves their identity before the card is charged. */
type AuthenticationRow = {
  /** Unguessable: whoever has it is the buyer who was sent to the challenge. */
  id: string;
  payment_intent: string;
  payment_method: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** The URL of the challenge. */
  url: string;
  /** Where the buyer returns; null when the client opens the challenge and polls the intent. */
  return_url: string | null;
  created: number;
};

type NewAuthentication = Pick<AuthenticationRow, 'payment_intent' | 'payment_method' | 'return_url'> & {
  /** The base URL at which browsers reach the sandbox. */
  base: string;
};

const authentications = makeTable<AuthenticationRow>('authentications', 'authentication');
export const { find: findAuthentication, get: getAuthentication, save: saveAuthentication } = authentications;

export function addAuthentication(
  ledger: Ledger,
  { base, ...given }: NewAuthentication,
  now: Date,
): AuthenticationRow {
  const id = newId('payatt');
  const url = `${base}${CHALLENGE_PATH.replace(':id', id)}`;
  return authentications.add(ledger, { ...given, id, status: 'pending', url, created: seconds(now) });
}

const CHALLENGE_PATH = '/3d_secure/:id';

/** The base URL at which browsers reach the sandbox. */
function makeBaseUrl({ id, url }: AuthenticationRow): string {
  return url.slice(0, -CHALLENGE_PATH.replace(':id', id).length);
}

/**
 * What the client does next: redirect the buyer. Without a `return_url` the client opens the challenge itself, as at
 * Stripe: https://docs.stripe.com/payments/3d-secure/authentication-flow
 */
export function makeNextAction({ url, return_url }: AuthenticationRow): Stripe.PaymentIntent.NextAction {
  if (return_url !== null) return { type: 'redirect_to_url', redirect_to_url: { return_url, url } };
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } };
}

/** Stripe's error for a failed authentication. It names no charge, because none was attempted. */
export function findFailure(ledger: Ledger, row: AuthenticationRow): ErrorObject | undefined {
  if (row.status !== 'failed') return undefined;
  return withDocumentation({
    code: 'payment_intent_authentication_failure',
    message: FAILED,
    payment_method: presentPaymentMethod(getPaymentMethod(ledger, row.payment_method)),
    type: 'invalid_request_error' as const,
  });
}

const FAILED =
  'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.';
