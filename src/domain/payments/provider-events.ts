/** What the card provider tells of by itself. */

/** What an event is about; its present state is asked for, because events come late, twice and in any order. */
export type EventSubject = {
  about: 'payment' | 'refund' | 'dispute';
  /** The provider's id of it. */
  id: string;
  /** The provider's id of the payment that it belongs to. */
  paymentId: string;
  /** The order that the payment names. */
  orderId: string | undefined;
};

export type ProviderEvent = {
  id: string;
  type: string;
  at: Date;
  /** Undefined when it is of a kind that the shop does not act on. */
  subject: EventSubject | undefined;
};
