/** The work that is done after a change has been committed, by the jobs' door. */

import type { EventSubject } from '#domain/provider-events.ts';

/** The changes of an order that its buyer is told of by mail. */
export type OrderChange =
  | 'placed'
  | 'paid'
  | 'shipped'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'late-payment-returned';

/** What a person is written about their account. */
export type AccountMail = 'verification' | 'password-reset';

export type Job =
  | {
      name: 'mail-order';
      change: OrderChange;
      orderId: string;
      /** The refund that a mail about one tells of. */
      refundId?: string;
    }
  | {
      name: 'mail-account';
      kind: AccountMail;
      /** Unique for this mail. */
      id: string;
      to: string;
      personName: string;
      /** Where its link leads. */
      address: string;
    }
  /** Finds out what has become of something at the card provider, and settles it. */
  | { name: 'handle-event'; subject: EventSubject }
  /** Asks the provider for a refund that the shop itself has decided on. */
  | { name: 'finish-refund'; refundId: string }
  | { name: ScheduledJob };

/** What is done every minute, by one of the processes. */
export const scheduledJobs = ['catch-up', 'sweep', 'expire-orders'] as const;
export type ScheduledJob = (typeof scheduledJobs)[number];

/** Everything there is to do, so that the worker must know each. */
export const jobNames = [
  'mail-order',
  'mail-account',
  'handle-event',
  'finish-refund',
  ...scheduledJobs,
] as const satisfies readonly Job['name'][];
