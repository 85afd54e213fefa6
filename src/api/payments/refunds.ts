/** The routes of refunds and disputes. */
import type { FastifyInstance } from 'fastify';
import { presentDispute, presentListedRefund, presentRefund } from '#api/payments/money-presenters.ts';
import { type ApiDependencies, registerEndpoint, sendPage } from '#api/register-endpoint.ts';
import { listDisputesEndpoint } from '#contract/payments/disputes.ts';
import { listRefundsEndpoint, requestRefundEndpoint } from '#contract/payments/refunds.ts';
import { findTimeZone } from '#database/delivery-rules.ts';
import { findDisputes, findOrdersOfDisputes } from '#database/payments/disputes.ts';
import { findLinesOfRefunds, findRefundLines, findRefunds } from '#database/payments/refunds.ts';
import { dollarsToCents } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { requestRefund } from '#shop/payments/request-refund.ts';

export function refundRoutes(app: FastifyInstance, services: ApiDependencies): void {
  const { db } = services;

  registerEndpoint(app, services, requestRefundEndpoint, async ({ viewer, body, claim, at }) => {
    const refund = await requestRefund(services, {
      viewer,
      orderId: body.orderId,
      amount: body.amount === undefined ? undefined : dollarsToCents(body.amount),
      reason: body.reason,
      returnedUnits: body.returnedUnits,
      claim,
      at,
    });
    if (isRefused(refund)) return refund;
    return { ...presentRefund(refund, await findRefundLines(db, refund.id)), insertedId: refund.id };
  });

  registerEndpoint(app, services, listRefundsEndpoint, async (context) => {
    const page = await findRefunds(db, { ...context.query, timeZone: await findTimeZone(db) });
    const lines = await findLinesOfRefunds(db, page.rows);
    return sendPage(context, page, (refund) => presentListedRefund(refund, lines.get(refund.id) ?? []));
  });

  registerEndpoint(app, services, listDisputesEndpoint, async (context) => {
    const page = await findDisputes(db, { ...context.query, timeZone: await findTimeZone(db) });
    const orders = await findOrdersOfDisputes(db, page.rows);
    return sendPage(context, page, (dispute) => presentDispute(dispute, orders.get(dispute.id) ?? []));
  });
}
