/** The receipt of a charge as a page, at the address that the charge names. */

import type { FastifyInstance } from 'fastify';
import { type ChargeRow, findCharge, RECEIPT_PATH } from './charges.ts';
import { escaped, makePage, sendPage } from './page.ts';
import { getPaymentMethod } from './payment-methods.ts';
import { refundedOf } from './refunds.ts';
import type { Ledger } from './store.ts';

/** Open to whoever has the address, as at Stripe: nobody can guess the id of a charge. */
export function receiptRoutes(server: FastifyInstance, ledger: Ledger): void {
  server.get<{ Params: { id: string } }>(RECEIPT_PATH, { exposeHeadRoute: false }, (request, reply) => {
    const charge = findCharge(ledger, request.params.id);
    if (charge?.status !== 'succeeded') return sendPage(reply.code(404), UNKNOWN);
    return sendPage(reply, receiptOf(ledger, charge));
  });
}

function receiptOf(ledger: Ledger, charge: ChargeRow): string {
  const card = getPaymentMethod(ledger, charge.payment_method);
  const refunded = refundedOf(ledger, charge.id);
  const sum = (cents: number) =>
    escaped((cents / 100).toLocaleString('en-US', { style: 'currency', currency: charge.currency }));
  const day = new Date(charge.created * 1_000).toISOString().slice(0, 10);
  return makePage(
    'Receipt',
    `Receipt of ${sum(charge.amount)}`,
    `<p>Paid on ${day} with the card that ends in <strong>${escaped(card.last4)}</strong>. This is the test mode: no money has moved.</p>
${charge.description ? `<p>${escaped(charge.description)}</p>` : ''}
${refunded > 0 ? `<p>Refunded: ${sum(refunded)}</p>` : ''}
<p>${escaped(charge.id)}</p>`,
  );
}

const UNKNOWN = makePage('Receipt', 'No such receipt', '<p>There is no such charge.</p>');
