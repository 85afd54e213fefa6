/** Events of the card provider. */

/** Its state is read from the provider, because events come late, twice and in any order. */
export type EventSubject = {
  about: 'payment' | 'refund' | 'dispute';
  id: string;
  paymentId: string;
  orderId: string | undefined;
};

export type ProviderEvent = {
  id: string;
  type: string;
  at: Date;
  subject: EventSubject | undefined;
};
