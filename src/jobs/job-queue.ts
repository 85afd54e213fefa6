/** The queue of jobs in the shop's own database. */
import { fromKysely, PgBoss } from 'pg-boss';
import type { Connection } from '#database/connect.ts';
import { jobNames, schedule, scheduledJobs } from '#domain/jobs.ts';
import type { Enqueue } from '#shop/dependencies.ts';

export type JobQueue = { boss: PgBoss; enqueue: Enqueue; close(): Promise<void> };

/** For jobs that are being done; one that is cut off is taken up again. */
const stopTimeoutMs = 2000;

/** Opens the queue, making its tables on the first start; `onError` hears what fails in the background. */
export async function openQueue(
  { query }: Pick<Connection, 'query'>,
  onError: (error: unknown) => void,
): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: query as (text: string, values?: unknown[]) => Promise<{ rows: never[] }> },
    cronMonitorIntervalSeconds: 10, // so late the work of a minute may begin
    // how often jobs of dead processes are looked for; the next run of the same schedule waits for it
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', onError);
  await boss.start();
  for (const name of scheduledJobs) {
    // at most one waits and one runs, however many processes there are; the next time is the next try
    await boss.createQueue(name, { policy: 'stately', retryLimit: 0, heartbeatSeconds: 30 });
  }
  for (const name of jobNames.filter((name) => !isScheduled(name))) {
    await boss.createQueue(name, {
      retryLimit: 20,
      retryDelay: 5, // seconds, doubled each time
      retryBackoff: true,
      retryDelayMax: 3600,
      heartbeatSeconds: 30, // a job whose process died is taken up again within a minute
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

/** Does from now on what belongs to every minute or hour, whichever process gets to it, and begins with what was missed. */
export async function startSchedule({ boss }: Pick<JobQueue, 'boss'>): Promise<void> {
  for (const name of scheduledJobs) {
    await boss.schedule(name, schedule[name]);
    await boss.send(name, {});
  }
}

function isScheduled(name: string): boolean {
  return (scheduledJobs as readonly string[]).includes(name);
}
