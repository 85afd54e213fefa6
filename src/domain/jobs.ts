/** The work that is done after a change has been committed, by the jobs' door. */

/** The changes of an order that its buyer is told of by mail. */
export type OrderChange = 'placed' | 'paid' | 'shipped' | 'cancelled';

/** What a person is written about their account. */
export type AccountMail = 'verification' | 'password-reset';

export type Job =
  | { name: 'mail-order'; change: OrderChange; orderId: string }
  | {
      name: 'mail-account';
      kind: AccountMail;
      /** Unique for this mail. */
      id: string;
      to: string;
      personName: string;
      /** Where its link leads. */
      address: string;
    };

/** Everything there is to do, so that the worker must know each. */
export const jobNames = ['mail-order', 'mail-account'] as const satisfies readonly Job['name'][];
