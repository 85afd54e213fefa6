/** The work that is done after a change has been committed, by the jobs' door. */

import type { EventSubject } from '#domain/payments/provider-events.ts';

/** The changes of an order that its buyer is told of by mail. */
export type OrderChange =
  | 'placed'
  | 'paid'
  | 'shipped'
  /** It has got its tracking number after it was shipped. */
  | 'tracked'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'refund-failed'
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

/** What is done again and again, by one of the processes, and when, as cron says it. */
export const schedule = {
  'catch-up': '* * * * *',
  sweep: '* * * * *',
  'expire-orders': '* * * * *',
  'tidy-up': '41 * * * *',
} as const;
export type ScheduledJob = keyof typeof schedule;
export const scheduledJobs = Object.keys(schedule) as ScheduledJob[];

/** Everything there is to do, so that the worker must know each. */
export const jobNames = [
  'mail-order',
  'mail-account',
  'handle-event',
  'finish-refund',
  ...scheduledJobs,
] satisfies readonly Job['name'][];
