/** The card sandbox's 3-D Secure: a card whose holder must pass a challenge before it is charged. */
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  answerChallenge,
  CARDS,
  confirmInBrowser,
  givenIntent,
  givenSandbox,
  listCharges,
  PUBLISHABLE_KEY,
} from '../testing/sandbox.ts';

const sandbox = await givenSandbox();

const RETURN = 'https://shop.test/dashboard/payment/7?from=orders';

/** An intent that requires authentication. */
async function givenChallenge(card: { number: string } = CARDS.authenticated) {
  const intent = await givenIntent(sandbox, { description: 'Order 7' });
  const { status, body } = await confirmInBrowser(sandbox, intent, card, {}, { return_url: RETURN });
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'requires_action' } });
  return { intent, url: readChallengeUrl(body as unknown as Stripe.PaymentIntent) };
}

function readChallengeUrl(intent: Stripe.PaymentIntent): string {
  const action: Stripe.PaymentIntent.NextAction | null = intent.next_action;
  return action?.redirect_to_url?.url ?? '';
}

function returned(answer: Response): Record<string, string> {
  expect(answer.status).toBe(303);
  const address = new URL(answer.headers.get('location') ?? '');
  expect(address.origin + address.pathname).toBe('https://shop.test/dashboard/payment/7');
  return Object.fromEntries(address.searchParams);
}

test('the card is not charged before its holder has authenticated', async () => {
  const { intent, url } = await givenChallenge();
  const waiting = await sandbox.stripe.paymentIntents.retrieve(intent.id);
  expect(waiting).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: RETURN } },
    last_payment_error: null,
    latest_charge: null,
    amount_received: 0,
  });
  expect(url).toMatch(new RegExp(`^${sandbox.origin}/3d_secure/payatt_\\w{24}$`));
  expect(await listCharges(sandbox, intent)).toEqual([]);
});

test('a challenge that is passed charges the card and sends the buyer back', async () => {
  const { intent, url } = await givenChallenge();
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.test;");
  const html = await page.text();
  for (const words of ['$20.00', '3155', 'Order 7', 'Complete authentication', 'Fail authentication'])
    expect(html).toContain(words);
  expect(html).not.toContain('<script');

  expect(returned(await answerChallenge(url, 'complete'))).toEqual({
    from: 'orders',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  });
  const paid = await sandbox.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(paid).toMatchObject({
    status: 'succeeded',
    next_action: null,
    amount_received: 2_000,
    latest_charge: {
      paid: true,
      payment_method_details: {
        card: {
          last4: '3155',
          three_d_secure: { authentication_flow: 'challenge', result: 'authenticated' },
        },
      },
    },
  });
});

test('a challenge that is failed charges nothing, says why, and leaves the intent open for another card', async () => {
  const { intent, url } = await givenChallenge();
  expect(returned(await answerChallenge(url, 'fail'))).toMatchObject({ redirect_status: 'failed' });
  expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    latest_charge: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: expect.stringContaining('The provided PaymentMethod has failed authentication.'),
      payment_method: { card: { last4: '3155' } },
    },
  });
  expect(await listCharges(sandbox, intent)).toEqual([]);

  expect((await confirmInBrowser(sandbox, intent, CARDS.good)).body.status).toBe('succeeded');
  expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ last_payment_error: null });
});

test('a holder who has authenticated may still lack the money', async () => {
  const { intent, url } = await givenChallenge(CARDS.authenticatedPoor);
  expect(returned(await answerChallenge(url, 'complete'))).toMatchObject({ redirect_status: 'failed' });
  expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
  });
  expect(await listCharges(sandbox, intent)).toMatchObject([{ status: 'failed' }]);
});

test('answering twice, in two tabs or the other way round, charges once and gives the same result', async () => {
  const { intent, url } = await givenChallenge();
  const answers = await Promise.all([1, 2, 3, 4].map(() => answerChallenge(url, 'complete')));
  for (const answer of [
    ...answers,
    await answerChallenge(url, 'fail'),
    await fetch(url, { redirect: 'manual' }),
  ])
    expect(returned(answer)).toMatchObject({ redirect_status: 'succeeded' });
  expect(await listCharges(sandbox, intent)).toHaveLength(1);
});

test('a challenge that was overtaken charges nothing', async () => {
  const other = await givenChallenge();
  expect((await confirmInBrowser(sandbox, other.intent, CARDS.good)).body.status).toBe('succeeded');
  expect(returned(await answerChallenge(other.url, 'complete'))).toMatchObject({
    redirect_status: 'succeeded',
  });
  expect(await listCharges(sandbox, other.intent)).toHaveLength(1);

  const cancelled = await givenChallenge();
  await sandbox.stripe.paymentIntents.cancel(cancelled.intent.id);
  expect(returned(await answerChallenge(cancelled.url, 'complete'))).toMatchObject({
    redirect_status: 'failed',
  });

  const repriced = await givenChallenge();
  const changed = await sandbox.stripe.paymentIntents.update(repriced.intent.id, { amount: 3_000 });
  expect(changed).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
  });
  expect(returned(await answerChallenge(repriced.url, 'complete'))).toMatchObject({
    redirect_status: 'failed',
  });

  const first = await givenChallenge();
  const fields = { return_url: RETURN };
  const second = await confirmInBrowser(sandbox, first.intent, CARDS.authenticated, {}, fields);
  expect(returned(await answerChallenge(first.url, 'complete'))).toMatchObject({ redirect_status: 'failed' });
  for (const { intent } of [cancelled, repriced, first])
    expect(await listCharges(sandbox, intent)).toEqual([]);

  const newest = readChallengeUrl(second.body as unknown as Stripe.PaymentIntent);
  expect(returned(await answerChallenge(newest, 'complete'))).toMatchObject({ redirect_status: 'succeeded' });
});

test('a payment that was left half-way is taken up where it was', async () => {
  const { intent, url } = await givenChallenge();
  const address = `${sandbox.origin}/v1/payment_intents/${intent.id}?key=${PUBLISHABLE_KEY}&client_secret=${intent.client_secret}`;
  const read = await (await fetch(address)).json();
  expect(read).toMatchObject({ status: 'requires_action', next_action: { redirect_to_url: { url } } });
});

test('the server confirms with the ready-made card too; without an address to return to, the client asks', async () => {
  const intent = await givenIntent(sandbox);
  const confirmed = await sandbox.stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_authenticationRequired',
  });
  expect(confirmed).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  });
  const url = String(confirmed.next_action?.use_stripe_sdk?.stripe_js);
  const answer = await answerChallenge(url, 'complete');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('The payment has been made.');
  expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
});

test('below a proxy’s prefix the challenge is where the browser can reach it', async () => {
  const intent = await givenIntent(sandbox);
  const { body } = await confirmInBrowser(
    sandbox,
    intent,
    CARDS.authenticated,
    { 'x-forwarded-prefix': '/card-sandbox' },
    { return_url: RETURN },
  );
  expect(readChallengeUrl(body as unknown as Stripe.PaymentIntent)).toMatch(
    /^https:\/\/shop\.test\/card-sandbox\/3d_secure\/payatt_\w{24}$/,
  );
});

test('what the page shows cannot smuggle in markup', async () => {
  const intent = await givenIntent(sandbox, { description: '<img src=x onerror=alert(1)> & "co"' });
  const confirmed = await confirmInBrowser(sandbox, intent, CARDS.authenticated, {}, { return_url: RETURN });
  const html = await (
    await fetch(readChallengeUrl(confirmed.body as unknown as Stripe.PaymentIntent))
  ).text();
  expect(html).not.toContain('<img');
  expect(html).toContain('&#60;img');
});

test('an invalid address and an unknown challenge are refused', async () => {
  const intent = await givenIntent(sandbox);
  for (const return_url of ['/dashboard', 'javascript:alert(1)', 'shop'])
    expect(await confirmInBrowser(sandbox, intent, CARDS.authenticated, {}, { return_url })).toMatchObject({
      status: 400,
      body: { error: { code: 'url_invalid', param: 'return_url', message: 'Not a valid URL' } },
    });
  const nobodys = await fetch(`${sandbox.origin}/3d_secure/payatt_nobody`);
  expect(nobodys.status).toBe(404);
  expect(await nobodys.text()).toContain('There is no such authentication.');
  expect((await answerChallenge(`${sandbox.origin}/3d_secure/payatt_nobody`, 'complete')).status).toBe(404);
  const unanswered = await givenChallenge();
  const shown = await fetch(unanswered.url, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'maybe' }),
  });
  expect(await shown.text()).toContain('Complete authentication');
  expect(await listCharges(sandbox, unanswered.intent)).toEqual([]);
});
