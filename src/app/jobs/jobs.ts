/** The jobs: work that is done after a change was committed. */

import type { EventSubject } from '#features/payments/rules/payments.ts';

export type OrderChange =
  | 'placed'
  | 'paid'
  | 'shipped'
  /** The tracking number came after the shipment. */
  | 'tracked'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'refund-failed'
  | 'late-payment-returned';

export type AccountMail = 'verification' | 'password-reset' | 'log-in-linked';

export type Job =
  | {
      name: 'mail-order';
      change: OrderChange;
      /** Of one purchase. */
      orderIds: string[];
      refundId?: string;
    }
  | {
      name: 'mail-account';
      kind: AccountMail;
      id: string;
      to: string;
      personName: string;
      address: string;
      /** The name of the identity provider that the mail is about. */
      provider?: string | undefined;
    }
  /** Mails the owner what was gathered for a period. */
  | { name: 'mail-alerts'; period: string; to: string; personName: string }
  /** Reads the state of the subject from the card provider, and settles it. */
  | { name: 'handle-event'; subject: EventSubject }
  | { name: 'finish-refund'; refundId: string }
  | { name: ScheduledJob };

export const schedule = {
  'catch-up': '* * * * *',
  sweep: '* * * * *',
  'expire-orders': '* * * * *',
  'gather-alerts': '* * * * *',
  'tidy-up': '41 * * * *',
  'rank-parts': '11 * * * *',
} as const;
export type ScheduledJob = keyof typeof schedule;
export const scheduledJobs = Object.keys(schedule) as ScheduledJob[];

export const jobNames = [
  'mail-order',
  'mail-account',
  'mail-alerts',
  'handle-event',
  'finish-refund',
  ...scheduledJobs,
] satisfies readonly Job['name'][];
