/** Runs the jobs that use cases have enqueued. */
import type { JobResult, PgBoss, Job as QueuedJob } from 'pg-boss';
import { mailAlerts } from '#administration/jobs/mail-alerts.ts';
import { gatherAlerts } from '#administration/use-cases/gather-alerts.ts';
import type { Config } from '#app/config.ts';
import { isScheduled, type Job, jobNames } from '#app/jobs/jobs.ts';
import { purgeExpired } from '#app/jobs/purge-expired.ts';
import { rankParts } from '#app/jobs/rank-parts.ts';
import { composeReadyBuilds } from '#fit/use-cases/compose-ready-builds.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import { mailOrder } from '#orders/jobs/mail-order.ts';
import type { Gateway } from '#payments/rules/gateway.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import { finishRefund } from '#payments/use-cases/finish-refund.ts';
import { handleEvent } from '#payments/use-cases/handle-event.ts';
import { pollProviderEvents } from '#payments/use-cases/poll-provider-events.ts';
import { reconcilePayments } from '#payments/use-cases/reconcile-payments.ts';
import { mailAccount } from '#people/jobs/mail-account.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import type { Mailbox } from '#platform/mail/mailbox.ts';
import { rateParts } from '#reviews/use-cases/rate-parts.ts';

export type WorkerDependencies = Dependencies<Job> & {
  gateway: Gateway;
  mailbox: Mailbox;
  publicUrl: string;
  reviewsFrom: Config['reviewsFrom'];
  now: () => Date;
  /** While the past of a demo is made: what is scheduled would take it for what is due now. */
  isScheduleResting?: (() => Promise<boolean>) | undefined;
  onFailure: (failure: { job: string; error: unknown }) => void;
};

type Content<Name extends Job['name']> = Omit<Extract<Job, { name: Name }>, 'name'>;
/** What is refused has failed, and is tried again. */
type Handlers = {
  [Name in Job['name']]: (
    dependencies: WorkerDependencies,
    content: Content<Name> & { at: Date },
  ) => Promise<unknown>;
};

const handlers: Handlers = {
  'mail-order': mailOrder,
  'mail-account': mailAccount,
  'mail-alerts': mailAlerts,
  'handle-event': handleEvent,
  'finish-refund': finishRefund,
  // without an answer of the provider the next run is the retry
  'catch-up': async (dependencies, { at }) => void (await pollProviderEvents(dependencies, { at })),
  sweep: reconcilePayments,
  'tidy-up': purgeExpired,
  'rank-parts': async (dependencies, { at }) => {
    await rankParts(dependencies, { at });
    await rateParts(dependencies, { from: dependencies.reviewsFrom });
  },
  'expire-orders': expireOrders,
  'compose-ready-builds': composeReadyBuilds,
  'gather-alerts': gatherAlerts,
};

/** Answers the id of each worker, by the name of its jobs. */
export async function startWorking(
  boss: PgBoss,
  dependencies: WorkerDependencies,
): Promise<Map<Job['name'], string>> {
  const ids = new Map<Job['name'], string>();
  for (const name of jobNames) ids.set(name, await startWorker(boss, dependencies, name));
  return ids;
}

async function startWorker<Name extends Job['name']>(
  boss: PgBoss,
  dependencies: WorkerDependencies,
  name: Name,
): Promise<string> {
  const handle: Handlers[Name] = handlers[name];
  return await boss.work(
    name,
    // perJobResults: otherwise one failure would retry the whole batch
    { pollingIntervalSeconds: 1, batchSize: 5, perJobResults: true, burstWhenBatchFull: true },
    async (jobs: QueuedJob<Content<Name>>[]) => {
      const results: JobResult[] = [];
      for (const job of jobs) {
        const isResting = isScheduled(name) && (await dependencies.isScheduleResting?.());
        const content = { ...job.data, at: dependencies.now() };
        const work = isResting ? Promise.resolve() : handle(dependencies, content);
        results.push(await runJob(job.id, work, (error) => dependencies.onFailure({ job: name, error })));
      }
      if (name === 'mail-account') await deleteSentMails(boss, name, results);
      return results;
    },
  );
}

/** Deletes completed account mails, which contain a token; other completed jobs stay for some days. */
async function deleteSentMails(boss: PgBoss, name: string, results: JobResult[]): Promise<void> {
  const completed = results.filter(({ status }) => status === 'completed').map(({ id }) => id);
  if (completed.length > 0) await boss.deleteJob(name, completed);
}

async function runJob(
  id: string,
  work: Promise<unknown>,
  onFailure: (error: unknown) => void,
): Promise<JobResult> {
  try {
    const answer = await work;
    if (isRefused(answer)) throw new Error(explainRefusal(answer));
    return { id, status: 'completed' };
  } catch (error) {
    onFailure(error);
    return { id, status: 'failed', output: { message: String(error) } };
  }
}
