/** What a card payment is to the shop, and when its money settles an order. */

export const paymentStatuses = ['open', 'succeeded', 'cancelled'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Who takes the card in the browser: Stripe's own element, or the form of the sandbox, where no money moves. */
export const cardProviders = ['stripe', 'sandbox'] as const;
export type CardProvider = (typeof cardProviders)[number];

/** What the provider says of a payment; `amount` in cents. */
export type ProviderPayment = {
  id: string;
  clientSecret: string;
  status: 'waiting' | 'succeeded' | 'cancelled';
  amount: number;
  currency: string;
  orderId: string | undefined;
};

/** True when the provider's payment is the whole, finished payment of this order; `total` in cents. */
export function settles(payment: ProviderPayment, order: { id: string; total: number }): boolean {
  return (
    payment.status === 'succeeded' &&
    payment.amount === order.total &&
    payment.currency === 'usd' &&
    payment.orderId === order.id
  );
}
