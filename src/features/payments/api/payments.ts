/** The routes of payments, refunds, disputes and the card provider's webhooks. */
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { findDeliveryRules, findTimeZone } from '#delivery/database/delivery-rules.ts';
import { findDays } from '#kernel/calendar.ts';
import { centsToDollars, dollarsToCents } from '#kernel/money.ts';
import { isRefused } from '#kernel/refusals.ts';
import { type Dispute, listDisputesEndpoint } from '#payments/contract/disputes.ts';
import {
  type AccountingKind,
  createPaymentIntentEndpoint,
  readAccountsEndpoint,
  receiveEventEndpoint,
} from '#payments/contract/payments.ts';
import { listRefundsEndpoint, type Refund, requestRefundEndpoint } from '#payments/contract/refunds.ts';
import { findAccountingMovements, findAccountingOrders } from '#payments/database/accounting.ts';
import {
  type ConcernedOrder,
  findDisputes,
  findOrdersOfDisputes,
  type ListedDispute,
} from '#payments/database/disputes.ts';
import {
  findLinesOfRefunds,
  findRefundLines,
  findRefunds,
  type RefundLineRow,
  type RefundRow,
} from '#payments/database/refunds.ts';
import { formatMovements, formatOrders, formatTaxes, isRefundMovement } from '#payments/rules/accounting.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { receiveEvent } from '#payments/use-cases/receive-event.ts';
import { requestRefund } from '#payments/use-cases/request-refund.ts';
import { startPayment } from '#payments/use-cases/start-payment.ts';
import type { Database } from '#platform/database/connect.ts';
import { type ApiDependencies, registerEndpoint, sendPage } from '#platform/http/register-endpoint.ts';

export function paymentRoutes(app: FastifyInstance, services: ApiDependencies & PaymentDependencies): void {
  const { db } = services;

  registerEndpoint(app, services, createPaymentIntentEndpoint, async ({ viewer, body, claim, at }) => {
    const started = await startPayment(services, {
      viewer,
      orderId: body.orderId,
      seenTotal: body.price === undefined ? undefined : dollarsToCents(body.price),
      claim,
      at,
    });
    if (isRefused(started)) return started;
    const { provider, publishableKey } = services.gateway;
    return { clientSecret: started.clientSecret, publishableKey, provider };
  });

  registerEndpoint(app, services, requestRefundEndpoint, async ({ viewer, body, claim, at }) => {
    const refund = await requestRefund(services, {
      ...body,
      viewer,
      amount: body.amount === undefined ? undefined : dollarsToCents(body.amount),
      claim,
      at,
    });
    if (isRefused(refund)) return refund;
    return { ...presentRefund(refund, await findRefundLines(db, refund.id)), insertedId: refund.id };
  });

  registerEndpoint(app, services, listRefundsEndpoint, async (context) => {
    const page = await findRefunds(db, { ...context.query, timeZone: await findTimeZone(db) });
    const lines = await findLinesOfRefunds(db, page.rows);
    return sendPage(context, page, (refund) => {
      const own = lines.get(refund.id) ?? [];
      return {
        ...presentRefund(refund, own),
        ...presentBuyer(refund),
        orders: own.map(presentConcernedOrder),
      };
    });
  });

  registerEndpoint(app, services, listDisputesEndpoint, async (context) => {
    const page = await findDisputes(db, { ...context.query, timeZone: await findTimeZone(db) });
    const orders = await findOrdersOfDisputes(db, page.rows);
    return sendPage(context, page, (dispute) => presentDispute(dispute, orders.get(dispute.id) ?? []));
  });
}

/** It names the order of its first line. */
function presentRefund(refund: RefundRow, lines: RefundLineRow[]): Refund {
  return {
    _id: refund.id,
    orderId: lines[0]?.order_id ?? '',
    amount: centsToDollars(refund.amount_cents),
    reason: refund.reason,
    returnedUnits: lines.reduce((sum, { returned_units }) => sum + returned_units, 0),
    status: refund.status,
    failure: refund.failure,
    inAnotherAccount: refund.status === 'pending' && refund.elsewhere_at !== null,
    createdAt: refund.created_at.toISOString(),
    updatedAt: refund.updated_at.toISOString(),
  };
}

function presentDispute(dispute: ListedDispute, orders: ConcernedOrder[]): Dispute {
  return {
    _id: dispute.id,
    orderId: dispute.order_id,
    ...presentBuyer(dispute),
    orders: orders.map(presentConcernedOrder),
    amount: centsToDollars(dispute.amount_cents),
    reason: dispute.reason,
    status: dispute.status,
    open: dispute.closed_at === null,
    respondBy: dispute.respond_by?.toISOString() ?? null,
    openedAt: dispute.opened_at.toISOString(),
    closedAt: dispute.closed_at?.toISOString() ?? null,
  };
}

function presentBuyer(row: { part_name: string; buyer_name: string; buyer_email: string }) {
  return { partsName: row.part_name, name: row.buyer_name, email: row.buyer_email };
}

export function presentConcernedOrder({ order_id, part_name, amount_cents }: ConcernedOrder) {
  return { orderId: order_id, partsName: part_name, amount: centsToDollars(amount_cents) };
}

/** Needs a separate scope, where bodies stay the signed bytes. */
export async function webhookRoutes(
  scope: FastifyInstance,
  services: ApiDependencies & PaymentDependencies,
): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  registerEndpoint(scope, services, receiveEventEndpoint, async ({ request, at }) => {
    const received = await receiveEvent(services, {
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: String(request.headers['stripe-signature'] ?? ''),
      at,
    });
    return isRefused(received) ? received : { received: true as const };
  });
}

/** The route of the tables that accountants get. */
export function accountingRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, readAccountsEndpoint, async ({ query }) => ({
    name: `${query.kind}-${query.from}-${query.to}.csv`,
    content: await joinPieces(await formatAccounting(services.db, query)),
  }));
}

async function formatAccounting(
  db: Database,
  { kind, from, to }: { kind: AccountingKind; from: string; to: string },
): Promise<Iterable<string>> {
  const { homeCountry, calendar } = (await findDeliveryRules(db)).rules;
  const { timeZone } = calendar;
  const period = { ...findDays(from, to, timeZone), homeCountry };
  if (kind === 'orders') return formatOrders(await findAccountingOrders(db, period), timeZone);
  const movements = await findAccountingMovements(db, period);
  if (kind === 'tax') return formatTaxes(movements);
  return formatMovements(
    movements.filter((movement) => isRefundMovement(movement) === (kind === 'refunds')),
    timeZone,
  );
}

/** Others are answered between them. */
async function joinPieces(pieces: Iterable<string>): Promise<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    await setImmediate();
  }
  return text;
}
