/** The shop's gateway to the card provider of a history: each request and each answer may get lost. */
import type { Gateway, Unavailable } from '#payments/rules/gateway.ts';
import type { ProviderEvent, ProviderPayment } from '#payments/rules/payments.ts';
import type { ProviderRefund } from '#payments/rules/refunds.ts';
import {
  addPayment,
  addRefund,
  type CardPayment,
  type CardRefund,
  cancelPayment,
  makeOnce,
  type Provider,
  sumRefunds,
} from './provider.ts';
import { crash, nameTurn, type Run } from './run.ts';
import type { Request } from './scheduler.ts';

const cardAccount = { id: 'acct_history', isLive: false };

const unavailable: Unavailable = { refused: 'payment-provider-unavailable' };

export function makeGateway(run: Run, request: Request): Gateway {
  const { provider } = run;
  const find = (id: string) => provider.payments.find((payment) => payment.id === id);
  function send<Answer>(text: string, act: () => Answer): Promise<Answer | Unavailable> {
    return new Promise((resolve) => {
      const name = nameTurn(request);
      run.scheduler.turns.push({
        request,
        name,
        async happen() {
          await exchange(run, { request, name, text, act, resolve });
          return 'done';
        },
      });
    });
  }
  return {
    provider: 'stripe',
    publishableKey: 'pk_history',
    merchant: async () => cardAccount,
    create: ({ idempotencyKey, ...fields }) =>
      send(`provider: create a payment of ${fields.amount}`, () => {
        const id = makeOnce(
          provider,
          { key: idempotencyKey, request: JSON.stringify(fields) },
          () => addPayment(provider, { orderId: fields.orderId, amount: fields.amount }).id,
        );
        const payment = id === undefined ? undefined : find(id);
        return payment ? presentPayment(provider, payment) : unavailable;
      }),
    retrieve: (id) =>
      send(`provider: retrieve ${id}`, () => {
        const payment = find(id);
        return payment ? presentPayment(provider, payment) : 'missing';
      }),
    cancel: (id) =>
      send(`provider: cancel ${id}`, () => {
        const payment = find(id);
        if (payment?.status === 'waiting') cancelPayment(provider, payment);
        return payment ? presentPayment(provider, payment) : 'missing';
      }),
    attempts: (id) => send(`provider: list the attempts of ${id}`, () => [...(find(id)?.attempts ?? [])]),
    refund: ({ refundId, orderId, paymentId, amount }) =>
      send(`provider: refund ${amount} of ${paymentId}`, () => {
        let isRefused = false;
        const id = makeOnce(provider, { key: refundId, request: `${paymentId} ${amount}` }, () => {
          const made = addRefund(provider, { paymentId, refundId, orderId, amount });
          isRefused = !made;
          return made?.id ?? '';
        });
        if (isRefused || id === '') return { refused: 'refund-failed' as const, reason: 'Nothing is left.' };
        const refund = provider.refunds.find((each) => each.id === id);
        return refund ? presentRefund(refund) : unavailable;
      }),
    retrieveRefund: (id) =>
      send(`provider: retrieve ${id}`, () => findCopy(provider.refunds.map(presentRefund), id)),
    findRefund: ({ paymentId, refundId }) =>
      send(`provider: find the refund of ${paymentId}`, () => {
        const refund = provider.refunds.find(
          (each) => each.paymentId === paymentId && each.refundId === refundId,
        );
        return refund && presentRefund(refund);
      }),
    retrieveDispute: (id) => send(`provider: retrieve ${id}`, () => findCopy(provider.disputes, id)),
    readEvent: (body) => readEvent(body),
    listEvents: (since) =>
      send('provider: list events', () => {
        const from = Math.floor(since.getTime() / 1000) * 1000;
        return provider.events.filter(({ at }) => at.getTime() >= from);
      }),
    readBooks: async () => readBooks(provider),
  };
}

type Exchange<Answer> = {
  request: Request;
  name: string;
  text: string;
  act: () => Answer;
  resolve(answer: Answer | Unavailable): void;
};

async function exchange<Answer>(
  run: Run,
  { request, name, text, act, resolve }: Exchange<Answer>,
): Promise<void> {
  const fault = run.faults.ofProvider(name);
  if (fault === 'crash-before') return await crash(run, request.process);
  if (fault === 'request-lost') {
    run.history.add(request.actor, `${text} → the request is lost`);
    return resolve(unavailable);
  }
  const answer = act();
  run.history.add(request.actor, `${text} → ${summarize(answer)}`, answer);
  if (fault === 'crash-after') return await crash(run, request.process);
  if (fault === 'answer-lost') run.history.add(request.actor, '(the answer is lost)');
  resolve(fault === 'answer-lost' ? unavailable : answer);
}

function presentPayment(
  provider: Provider,
  { id, secret, status, amount, orderId, attempts }: CardPayment,
): ProviderPayment {
  return {
    id,
    clientSecret: secret,
    status: status === 'processing' ? 'waiting' : status,
    amount,
    refunded: sumRefunds(provider, id),
    currency: 'usd',
    isLive: cardAccount.isLive,
    orderId,
    attempts: attempts.slice(-1),
  };
}

function presentRefund({ hasSucceeded: _, ...refund }: CardRefund): ProviderRefund {
  return { ...refund };
}

function findCopy<Item extends { id: string }>(items: readonly Item[], id: string): Item | 'missing' {
  const item = items.find((each) => each.id === id);
  return item ? { ...item } : 'missing';
}

function readEvent(body: Buffer): ProviderEvent {
  const event = JSON.parse(body.toString()) as ProviderEvent & { at: string };
  return { ...event, at: new Date(event.at) };
}

/** For the shop's own audit, after the history. */
export function readBooks({ payments, refunds, disputes }: Provider) {
  return {
    merchant: cardAccount,
    charges: payments
      .filter(({ status }) => status === 'succeeded')
      .map(({ id, amount }) => ({ id: `ch_${id.slice(3)}`, paymentId: id, amount })),
    refunds: refunds.map(presentRefund),
    disputes: [...disputes],
  };
}

function summarize(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return String(answer);
  if (Array.isArray(answer)) return `${answer.length}`;
  const { id, status, refused } = answer as { id?: string; status?: string; refused?: string };
  return [id, status, refused].filter((word) => word !== undefined).join(' ');
}
