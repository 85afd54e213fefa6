/** The job queue in the shop's database. */
import { sql } from 'kysely';
import type pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import { copyTableIn, type JobsQuery } from '#administration/database/backup.ts';
import type { Connection, Database } from '#platform/database/connect.ts';
import type { Enqueue } from '#platform/jobs/dependencies.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';
import { isScheduled, type Job, jobNames, schedule, scheduledJobs } from './jobs.ts';

export type JobQueue = { boss: PgBoss; enqueue: Enqueue<Job>; close(): Promise<void> };

const stopTimeoutMs = 2000;

/**
 * All but the first ten come each hour: for more than four days, as mail servers do (RFC 5321, 4.5.4.1); of mails with a
 * link to an account for half a day, since the links hold for a day at most.
 */
function chooseRetryLimit(name: Job['name']): number {
  return name === 'mail-account' ? 20 : 110;
}

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
      retryLimit: chooseRetryLimit(name),
      retryDelay: 5, // seconds, doubled each time
      retryBackoff: true,
      retryDelayMax: 3600,
      heartbeatSeconds: 30, // a job of a dead process is retried within a minute
    });
  }
  return {
    boss,
    enqueue: async (transaction, ...jobs) => {
      for (const [name, ofName] of Map.groupBy(jobs, (job) => job.name)) {
        // also in a queue of before, which keeps the limit that it was made with
        const retryLimit = chooseRetryLimit(name);
        const rows = ofName.map(({ name: _, ...data }) => ({ data, retryLimit }));
        await boss.insert(name, rows, { db: fromKysely(transaction) });
      }
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

/** Backs up and restores waiting jobs, independent of the tables of the queue's library. */
const scheduled = scheduledJobs.map((name) => `'${name}'`).join(', ');

/** The library's own queue passes scheduled jobs on. Every shop fills it anew. */
const libraryPrefix = '__pgboss__';

/** Also active jobs, because the restored shop has no worker for them. Scheduled jobs are left out. */
export const waitingJobs: JobsQuery = {
  table: 'pgboss.job',
  query: `select id, name, data, start_after from pgboss.job
    where state < 'completed' and name not in (${scheduled}) and not starts_with(name, '${libraryPrefix}')`,
};

/** All but those of the schedule and of the library, which are of no data. */
export async function deleteJobs(db: Database): Promise<void> {
  await sql`delete from pgboss.job where name <> all(${scheduledJobs}) and not starts_with(name, ${libraryPrefix})`.execute(
    db,
  );
}

/** Of whoever has been forgotten: those that wait, and those that were given up. */
export async function deleteAccountMails(db: Database, email: string): Promise<void> {
  await sql`delete from pgboss.job where name = 'mail-account' and data ->> 'to' = ${email}`.execute(db);
}

const batchSize = 1000;

export async function restoreJobs(
  boss: JobQueue['boss'],
  client: pg.ClientBase,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  await client.query(
    'create temp table restored_jobs (id uuid, name text, data jsonb, start_after timestamptz) on commit drop',
  );
  const table = { name: 'restored_jobs', columns: ['id', 'name', 'data', 'start_after'] };
  const count = await copyTableIn(client, table, chunks);
  // backups of earlier releases have jobs of the library
  const { rows } = await client.query<{ name: string }>(
    'select distinct name from restored_jobs where not starts_with(name, $1)',
    [libraryPrefix],
  );
  for (const { name } of rows) await restoreJobsOfKind(boss, client, name);
  return count;
}

async function restoreJobsOfKind(boss: JobQueue['boss'], client: pg.ClientBase, name: string): Promise<void> {
  if (!(jobNames as readonly string[]).includes(name)) {
    throw new StartupRefusal(
      `The backup has jobs of a kind that this COMPACT does not know (${name}); restore it with the one that made it.`,
    );
  }
  const db = { executeSql: async (text: string, values?: unknown[]) => await client.query(text, values) };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await client.query<{ id: string; data: object; startAfter: string }>(
      `select id, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "startAfter"
      from restored_jobs where name = $1 and id > $2 order by id limit ${batchSize}`,
      [name, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    await boss.insert(name, rows, { db });
    after = last.id;
  }
}
