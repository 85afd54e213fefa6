/** The job queue in the shop's database. */
import { fromKysely, PgBoss } from 'pg-boss';
import { type Job, jobNames, schedule, scheduledJobs } from '#app/jobs/jobs.ts';
import type { Connection } from '#platform/database/connect.ts';
import type { Enqueue } from '#platform/jobs/dependencies.ts';

export type JobQueue = { boss: PgBoss; enqueue: Enqueue<Job>; close(): Promise<void> };

const stopTimeoutMs = 2000;

export async function openQueue(
  { query }: Pick<Connection, 'query'>,
  onError: (error: unknown) => void,
): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: query as (text: string, values?: unknown[]) => Promise<{ rows: never[] }> },
    cronMonitorIntervalSeconds: 10, // the maximum delay of scheduled jobs
    // finds jobs of dead processes, which block the next run of their schedule
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', onError);
  await boss.start();
  for (const name of scheduledJobs) {
    // at most one waiting and one active job for all processes; the next run is the retry
    await boss.createQueue(name, { policy: 'stately', retryLimit: 0, heartbeatSeconds: 30 });
  }
  for (const name of jobNames.filter((name) => !isScheduled(name))) {
    await boss.createQueue(name, {
      retryLimit: 20,
      retryDelay: 5, // seconds, doubled each time
      retryBackoff: true,
      retryDelayMax: 3600,
      heartbeatSeconds: 30, // a job of a dead process is retried within a minute
    });
  }
  return {
    boss,
    enqueue: async (transaction, { name, ...content }) => {
      await boss.send(name, content, { db: fromKysely(transaction) });
    },
    close: () => boss.stop({ graceful: true, timeout: stopTimeoutMs }),
  };
}

export async function startSchedule({ boss }: Pick<JobQueue, 'boss'>): Promise<void> {
  for (const name of scheduledJobs) {
    await boss.schedule(name, schedule[name]);
    await boss.send(name, {});
  }
}

function isScheduled(name: string): boolean {
  return (scheduledJobs as readonly string[]).includes(name);
}
