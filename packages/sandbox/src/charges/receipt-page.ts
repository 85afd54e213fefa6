/** The page with the receipt of a charge, at its `receipt_url`. */
import type { FastifyInstance } from 'fastify';
import { escapeHtml, makePage, sendPage } from '../http/html-page.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { getPaymentMethod } from '../payment-methods/payment-method.ts';
import { sumRefunded } from '../refunds/refund.ts';
import { type ChargeRow, findCharge, RECEIPT_PATH } from './charge.ts';

const kind = 'Receipt · card sandbox';

/** Needs no key, as at Stripe: the id of a charge cannot be guessed. */
export function receiptRoutes(server: FastifyInstance, ledger: Ledger): void {
  server.get<{ Params: { id: string } }>(RECEIPT_PATH, { exposeHeadRoute: false }, (request, reply) => {
    const charge = findCharge(ledger, request.params.id);
    if (charge?.status !== 'succeeded') return sendPage(reply.code(404), UNKNOWN);
    return sendPage(reply, findReceipt(ledger, charge));
  });
}

function findReceipt(ledger: Ledger, charge: ChargeRow): string {
  const card = getPaymentMethod(ledger, charge.payment_method);
  const refunded = sumRefunded(ledger, charge.id);
  const sum = (cents: number) =>
    escapeHtml((cents / 100).toLocaleString('en-US', { style: 'currency', currency: charge.currency }));
  const day = new Date(charge.created * 1_000).toISOString().slice(0, 10);
  return makePage(
    kind,
    `Receipt of ${sum(charge.amount)}`,
    `<p>Paid on ${day} with the card that ends in <strong>${escapeHtml(card.last4)}</strong>. This is the test mode: no money has moved.</p>
${charge.description ? `<p>${escapeHtml(charge.description)}</p>` : ''}
${refunded > 0 ? `<p>Refunded: ${sum(refunded)}</p>` : ''}
<p>${escapeHtml(charge.id)}</p>`,
  );
}

const UNKNOWN = makePage(kind, 'No such receipt', '<p>There is no such charge.</p>');
