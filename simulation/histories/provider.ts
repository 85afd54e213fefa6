/** The card provider of a history: what it knows, and what buyers, banks and its dashboard do there. */
import type { ProviderDispute } from '#payments/rules/disputes.ts';
import type { EventSubject, ProviderAttempt, ProviderEvent } from '#payments/rules/payments.ts';
import type { ProviderRefund } from '#payments/rules/refunds.ts';
import type { Chance, Clock } from './chance.ts';

export type CardPayment = {
  id: string;
  secret: string;
  orderId: string;
  amount: number;
  status: 'waiting' | 'processing' | 'succeeded' | 'cancelled';
  /** Somebody else than the shop has made it. */
  isForeign?: boolean;
  attempts: ProviderAttempt[];
};

export type CardRefund = ProviderRefund & { paymentId: string; hasSucceeded: boolean };
type CardDispute = ProviderDispute & { paymentId: string };
export type Card = 'good' | 'declined' | 'slow';

export type Provider = {
  chance: Chance;
  clock: Clock;
  /** Of the refunds, so many are decided later. */
  slowRefunds: number;
  payments: CardPayment[];
  refunds: CardRefund[];
  disputes: CardDispute[];
  events: ProviderEvent[];
  keys: Map<string, { request: string; id: string; at: Date }>;
};

export function makeProvider(chance: Chance, clock: Clock, slowRefunds: number): Provider {
  const lists = { payments: [], refunds: [], disputes: [], events: [] };
  return { chance, clock, slowRefunds, ...lists, keys: new Map() };
}

/** A key is forgotten after a day. */
const keyLifeMs = 24 * 3_600_000;

/** The id of the object that the key has made, or that is made now. Undefined: the key came with another request. */
export function makeOnce(
  { keys, clock }: Provider,
  { key, request }: { key: string; request: string },
  make: () => string,
): string | undefined {
  const known = keys.get(key);
  if (known && clock.now().getTime() - known.at.getTime() < keyLifeMs)
    return known.request === request ? known.id : undefined;
  const id = make();
  keys.set(key, { request, id, at: clock.now() });
  return id;
}

export function addPayment(
  { payments }: Provider,
  fields: Pick<CardPayment, 'orderId' | 'amount'>,
): CardPayment {
  const id = `pi_${payments.length + 1}`;
  const payment: CardPayment = { ...fields, id, secret: `${id}_secret`, status: 'waiting', attempts: [] };
  payments.push(payment);
  return payment;
}

/** True when the card is charged. */
export function confirmCard(provider: Provider, payment: CardPayment, card: Card): boolean {
  if (payment.status !== 'waiting') return false;
  if (card === 'slow') payment.status = 'processing';
  else if (card === 'good') charge(provider, payment);
  else {
    addAttempt(provider, payment, 'declined');
    announcePayment(provider, 'payment_intent.payment_failed', payment);
  }
  return card === 'good';
}

export function cancelPayment(provider: Provider, payment: CardPayment): void {
  payment.status = 'cancelled';
  announcePayment(provider, 'payment_intent.canceled', payment);
}

/** In cents, without those that failed. */
export function sumRefunds({ refunds }: Provider, payment: string): number {
  return refunds
    .filter(({ paymentId, status }) => paymentId === payment && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Undefined: it is more than is left, or the bank has taken the money back. */
export function addRefund(
  provider: Provider,
  fields: Pick<CardRefund, 'paymentId' | 'refundId' | 'orderId' | 'amount'>,
): CardRefund | undefined {
  const { payments, refunds, disputes, chance, slowRefunds } = provider;
  const payment = payments.find(({ id }) => id === fields.paymentId);
  const isTaken = disputes.some(
    ({ paymentId, isRefundable }) => paymentId === fields.paymentId && !isRefundable,
  );
  const refunded = sumRefunds(provider, fields.paymentId);
  if (payment?.status !== 'succeeded' || isTaken || refunded + fields.amount > payment.amount)
    return undefined;
  const id = `re_${refunds.length + 1}`;
  const isSlow = chance(`slow refund ${id}`) < slowRefunds;
  const status = isSlow ? 'pending' : 'succeeded';
  const refund: CardRefund = { ...fields, id, status, failure: undefined, hasSucceeded: !isSlow };
  refunds.push(refund);
  announce(provider, 'refund.created', describeSubject('refund', refund));
  return refund;
}

export function openDispute(provider: Provider, payment: CardPayment, isInquiry: boolean): void {
  const dispute: CardDispute = {
    id: `dp_${provider.disputes.length + 1}`,
    paymentId: payment.id,
    amount: payment.amount,
    reason: 'general',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    isRefundable: isInquiry,
    respondBy: undefined,
    openedAt: provider.clock.now(),
  };
  provider.disputes.push(dispute);
  announce(provider, 'charge.dispute.created', describeSubject('dispute', dispute));
}

export function closeDispute(provider: Provider, dispute: CardDispute, isWon: boolean): void {
  const isInquiry = dispute.status.startsWith('warning_');
  dispute.status = isInquiry ? 'warning_closed' : isWon ? 'won' : 'lost';
  announce(provider, 'charge.dispute.closed', describeSubject('dispute', dispute));
}

/** The banks decide what they have not decided yet. */
export function decideAll(provider: Provider): void {
  for (const payment of provider.payments) if (payment.status === 'processing') charge(provider, payment);
  for (const refund of provider.refunds) {
    if (refund.status !== 'pending') continue;
    const isFailed = provider.chance(`failed refund ${refund.id}`) < 0.25;
    decideRefund(provider, refund, isFailed ? 'failed' : 'succeeded');
  }
}

function charge(provider: Provider, payment: CardPayment): void {
  payment.status = 'succeeded';
  addAttempt(provider, payment, 'succeeded');
  announcePayment(provider, 'payment_intent.succeeded', payment);
}

function addAttempt({ clock }: Provider, payment: CardPayment, outcome: 'declined' | 'succeeded'): void {
  const id = `ch_${payment.id.slice(3)}_${payment.attempts.length + 1}`;
  const decline = outcome === 'declined' ? 'card_declined' : undefined;
  payment.attempts.push({ id, outcome, code: decline, reason: decline, at: clock.now() });
}

export function decideRefund(provider: Provider, refund: CardRefund, status: 'succeeded' | 'failed'): void {
  refund.status = status;
  if (status === 'succeeded') refund.hasSucceeded = true;
  else refund.failure = 'The card’s bank has declined it.';
  const type = status === 'failed' ? 'refund.failed' : 'refund.updated';
  announce(provider, type, describeSubject('refund', refund));
}

function announcePayment(provider: Provider, type: string, { id, orderId }: CardPayment): void {
  announce(provider, type, { about: 'payment', id, paymentId: id, orderId });
}

function describeSubject(
  about: 'refund' | 'dispute',
  { id, paymentId }: CardRefund | CardDispute,
): EventSubject {
  return { about, id, paymentId, orderId: undefined };
}

/** Its times are whole seconds. */
function announce({ events, clock }: Provider, type: string, subject: EventSubject): void {
  const seconds = Math.floor(clock.now().getTime() / 1000);
  events.push({ id: `evt_${events.length + 1}`, type, at: new Date(seconds * 1000), subject });
}
