/** The jobs: work that is done after a change was committed. */
import type { AlertsMailJob } from '#administration/rules/alerts.ts';
import type { PaymentJob } from '#payments/rules/payments.ts';
import type { AccountMailJob } from '#people/rules/account-mails.ts';
import type { OrderMailJob } from '#purchases/rules/orders.ts';

/** Each feature declares its own. */
export type Job = OrderMailJob | AccountMailJob | AlertsMailJob | PaymentJob | { name: ScheduledJob };

export const schedule = {
  'catch-up': '* * * * *',
  sweep: '* * * * *',
  'expire-orders': '* * * * *',
  'gather-alerts': '* * * * *',
  'tidy-up': '41 * * * *',
  'rank-parts': '11 * * * *',
  'compose-ready-builds': '* * * * *',
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

export function isScheduled(name: string): boolean {
  return (scheduledJobs as readonly string[]).includes(name);
}
