/** The card sandbox's cards and parameters: what each test card does, and each invalid request. */
import { describe, expect, test } from 'vitest';
import {
  CARDS,
  type CardFields,
  confirmInBrowser,
  givenIntent,
  givenSandbox,
  post,
  SECRET_KEY,
} from '../testing/sandbox.ts';

const sandbox = await givenSandbox();
const { stripe } = sandbox;

const thisYear = new Date().getUTCFullYear();

const fault = (code: string, message: string, param?: string) => ({ code, message, ...(param && { param }) });
const decline = (decline_code: string, message: string) => ({
  ...fault('card_declined', message),
  decline_code,
});

const NUMBER = fault('incorrect_number', 'Your card number is incorrect.', 'number');
const NO_NUMBER = fault('invalid_number', 'The card number is not a valid credit card number.', 'number');
const MONTH = fault('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
const YEAR = fault('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
const CVC = fault('invalid_cvc', "Your card's security code is invalid.", 'cvc');
const DECLINED = decline('generic_decline', 'Your card was declined.');
const POOR = decline('insufficient_funds', 'Your card has insufficient funds.');
const NOT_A_TEST_CARD = decline(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
);

const good = CARDS.good.number;

test.each<[string, CardFields]>([
  ['as it is', { number: good }],
  ['with spaces', { number: '4242 4242 4242 4242' }],
  ['with dashes', { number: '4242-4242-4242-4242' }],
  ['with a year of two digits', { number: good, exp_year: String(thisYear + 4).slice(2) }],
  ['with a leading zero in the month', { number: good, exp_month: '03' }],
])('the good card is charged %s', async (_how, card) => {
  const intent = await givenIntent(sandbox);
  expect(await confirmInBrowser(sandbox, intent, card)).toMatchObject({
    status: 200,
    body: { status: 'succeeded' },
  });
});

test('a card is charged to the end of its last month, and refused from the next one on', async () => {
  // computed here, not at the import, so that a month rarely ends in between
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  const card = { number: good, exp_month: String(month), exp_year: String(year) };
  const charged = await confirmInBrowser(sandbox, await givenIntent(sandbox), card);
  expect(charged).toMatchObject({ status: 200, body: { status: 'succeeded' } });

  const [past, error] =
    month === 1
      ? [{ exp_month: '12', exp_year: String(year - 1) }, YEAR]
      : [{ exp_month: String(month - 1), exp_year: String(year) }, MONTH];
  const refused = await confirmInBrowser(sandbox, await givenIntent(sandbox), { number: good, ...past });
  expect(refused).toMatchObject({ status: 402, body: { error } });
});

test.each<[string, CardFields, object, number]>([
  ['declined', CARDS.declined, DECLINED, 1],
  ['insufficient funds', CARDS.poor, POOR, 1],
  ['a wrong check digit', { number: '4242424242424241' }, NUMBER, 0],
  ['two digits swapped', { number: '4000000000009959' }, NUMBER, 0],
  ['too short', { number: '4242' }, NUMBER, 0],
  ['too long, though the sum is right', { number: '42424242424242424242424242424242' }, NUMBER, 0],
  ['letters', { number: '4242 4242 4242 424x' }, NO_NUMBER, 0],
  ['no test card: visa', { number: '4111111111111111' }, NOT_A_TEST_CARD, 0],
  ['no test card: mastercard', { number: '5454545454545454' }, NOT_A_TEST_CARD, 0],
  ['no test card: american express', { number: '371449635398431', cvc: '1234' }, NOT_A_TEST_CARD, 0],
  ['month 0', { number: good, exp_month: '0' }, MONTH, 0],
  ['month 13', { number: good, exp_month: '13' }, MONTH, 0],
  ['last year', { number: good, exp_year: String(thisYear - 1) }, YEAR, 0],
  ['last year, of two digits', { number: good, exp_year: String(thisYear - 1).slice(2) }, YEAR, 0],
  ['51 years from now', { number: good, exp_year: String(thisYear + 51) }, YEAR, 0],
  ['security code of two digits', { number: good, cvc: '12' }, CVC, 0],
  ['security code of four digits', { number: good, cvc: '1234' }, CVC, 0],
  ['security code of letters', { number: good, cvc: 'abc' }, CVC, 0],
  ['empty security code', { number: good, cvc: '' }, CVC, 0],
  ['american express with three digits', { number: '371449635398431', cvc: '123' }, CVC, 0],
])('a card that is refused: %s', async (_why, card, error, charges) => {
  const intent = await givenIntent(sandbox);
  const answer = await confirmInBrowser(sandbox, intent, card);
  expect(answer.status).toBe(402);
  expect(answer.body.error).toMatchObject({ type: 'card_error', ...error });

  const { data } = await stripe.charges.list({ payment_intent: intent.id });
  expect(data).toHaveLength(charges);
  expect(data.filter((charge) => charge.paid)).toEqual([]);
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  expect((await confirmInBrowser(sandbox, intent, CARDS.good)).body.status).toBe('succeeded');
});

describe('a request that is refused names the parameter', () => {
  const long = (length: number) => 'x'.repeat(length);

  const missing = (param: string) => fault('parameter_missing', `Missing required param: ${param}.`, param);
  const unknown = (names: string, plural = '') =>
    fault('parameter_unknown', `Received unknown parameter${plural}: ${names}`);
  const noInteger = { code: 'parameter_invalid_integer', param: 'amount' };
  const automatic = (field: string) => `automatic_payment_methods[${field}]`;
  const says = (words: string) => ({ message: expect.stringContaining(words) });

  test.each<[string, Record<string, string | undefined>, object]>([
    ['no amount', { amount: undefined }, missing('amount')],
    ['no currency', { currency: undefined }, missing('currency')],
    ['text for an amount', { amount: 'ten' }, { ...noInteger, message: 'Invalid integer: ten' }],
    ['a fraction', { amount: '19.99' }, { ...noInteger, message: 'Invalid integer: 19.99' }],
    ['an exponent', { amount: '1e3' }, noInteger],
    ['a huge amount', { amount: '9'.repeat(40) }, noInteger],
    ['an empty amount', { amount: '' }, { code: 'parameter_invalid_empty', param: 'amount' }],
    ['zero', { amount: '0' }, { ...noInteger, message: 'This value must be greater than or equal to 1.' }],
    ['a negative amount', { amount: '-500' }, noInteger],
    ['49 cents', { amount: '49' }, fault('amount_too_small', 'Amount must be at least $0.50 usd', 'amount')],
    [
      'a million dollars',
      { amount: '100000000' },
      fault('amount_too_large', 'Amount must be no more than $999,999.99', 'amount'),
    ],
    ['another currency', { currency: 'eur' }, { ...says('Invalid currency: eur.'), param: 'currency' }],
    ['an unknown parameter', { colour: 'red' }, { ...unknown('colour'), param: 'colour' }],
    ['two unknown parameters', { a: '1', b: '2' }, unknown('a, b', 's')],
    [
      'an unknown inner parameter',
      { [automatic('on')]: 'true', [automatic('enabled')]: 'true' },
      { ...unknown(automatic('on')), param: automatic('on') },
    ],
    ['a missing inner parameter', { [automatic('allow_redirects')]: 'never' }, missing(automatic('enabled'))],
    ['no boolean', { [automatic('enabled')]: 'yes' }, { param: automatic('enabled') }],
    ['an object for an amount', { amount: undefined, 'amount[x]': '1' }, { param: 'amount' }],
    ['text for an object', { metadata: 'x' }, { message: 'Invalid object', param: 'metadata' }],
    ['nested metadata', { 'metadata[a][b]': 'x' }, { param: 'metadata[a]' }],
    ['a value and an object', { 'amount[x]': '1' }, says('Invalid object')],
    [
      'a long name in metadata',
      { [`metadata[${long(41)}]`]: 'x' },
      { ...says('Metadata keys can have up to 40 characters'), param: 'metadata' },
    ],
    [
      'a long value in metadata',
      { 'metadata[a]': long(501) },
      {
        ...says(
          'Metadata values can have up to 500 characters, but you passed in a value that is 501 characters.',
        ),
        param: 'metadata',
      },
    ],
    [
      'a long description',
      { description: long(1_001) },
      { ...says('must be at most 1000 characters'), param: 'description' },
    ],
    [
      'no e-mail address',
      { receipt_email: 'ada' },
      fault('email_invalid', 'Invalid email address: ada', 'receipt_email'),
    ],
    [
      'no way to pay that is left',
      { 'allowed_payment_method_types[]': 'sofort' },
      { param: 'allowed_payment_method_types' },
    ],
    [
      'the parameter that Stripe removed',
      { 'payment_method_types[]': 'card' },
      { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
    ],
    [
      'both kinds of methods',
      { 'allowed_payment_method_types[0]': 'card', [automatic('enabled')]: 'true' },
      { ...says('You may only specify one of these parameters'), code: 'parameters_exclusive' },
    ],
    [
      'an unknown expansion',
      { 'expand[]': 'customer' },
      { message: 'This property cannot be expanded (customer).' },
    ],
    ['an unbalanced bracket', { 'metadata[a': 'x' }, says('Invalid parameter name')],
  ])('%s', async (_what, changes, error) => {
    const sent = Object.entries({ amount: '2000', currency: 'usd', ...changes });
    const fields = Object.fromEntries(
      sent.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const before = await stripe.paymentIntents.list({ limit: 1 });
    const answer = await post(sandbox, '/v1/payment_intents', fields, {
      authorization: `Bearer ${SECRET_KEY}`,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', ...error });
    expect((await stripe.paymentIntents.list({ limit: 1 })).data).toEqual(before.data);
  });

  test('the bounds themselves are fine', async () => {
    for (const amount of [50, 99_999_999])
      expect((await givenIntent(sandbox, { amount })).amount).toBe(amount);
    const metadata = { [long(40)]: long(500), __proto__: 'a', constructor: 'b' };
    expect((await givenIntent(sandbox, { metadata })).metadata).toEqual(metadata);
  });

  test('a page of more than 100, an unknown reason, an unknown card field', async () => {
    await expect(stripe.paymentIntents.list({ limit: 101 })).rejects.toMatchObject({
      code: 'parameter_invalid_integer',
      message: "This value must be less than or equal to 100 (it currently is '101').",
    });
    await expect(stripe.paymentIntents.list({ starting_after: 'pi_nobody' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'starting_after',
    });
    const intent = await givenIntent(sandbox);
    await expect(
      stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'bored' }),
    ).rejects.toMatchObject({
      message:
        'Invalid cancellation_reason: must be one of duplicate, fraudulent, requested_by_customer, or abandoned',
      param: 'cancellation_reason',
    });
    const answer = await post(
      sandbox,
      `/v1/payment_intents/${intent.id}/confirm`,
      { 'payment_method_data[type]': 'card', 'payment_method_data[card][exp_month]': '1' },
      { authorization: `Bearer ${SECRET_KEY}` },
    );
    expect(answer.body.error).toMatchObject({
      code: 'parameter_missing',
      param: 'payment_method_data[card][number]',
    });
  });

  test('a body that is no form, one that is too large, an address that is none', async () => {
    const url = `${sandbox.origin}/v1/payment_intents`;
    const authorization = `Bearer ${SECRET_KEY}`;
    const json = await fetch(url, {
      method: 'POST',
      body: '{"amount":2000}',
      headers: { authorization, 'content-type': 'application/json' },
    });
    expect(json.status).toBe(400);
    expect((await json.json()).error.message).toContain('application/x-www-form-urlencoded');

    const large = await post(
      sandbox,
      '/v1/payment_intents',
      { description: long(70_000) },
      { authorization },
    );
    expect(large).toMatchObject({ status: 413, body: { error: { type: 'invalid_request_error' } } });

    const unknown = await fetch(`${sandbox.origin}/v1/customers`, { headers: { authorization } });
    expect(unknown.status).toBe(404);
    expect((await unknown.json()).error.message).toContain('Unrecognized request URL (GET: /v1/customers).');
  });
});
