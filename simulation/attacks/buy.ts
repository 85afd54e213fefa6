/** Pays an order as a buyer does. */
import { parsePaymentId } from '#sandbox/testing/sandbox.ts';
import type { Visitor } from '../../tests/support/visitor.ts';

export async function confirmPayment(buyer: Visitor, orderId: string): Promise<void> {
  const secret = await buyer.call('POST', '/api/create-payment-intent', { orderId });
  await buyer.confirmCard(secret);
  const transactionId = parsePaymentId(secret);
  await buyer.call('PATCH', `/api/my_order/${orderId}`, { orderId, transactionId });
}
