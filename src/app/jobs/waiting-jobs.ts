/** Backs up and restores waiting jobs, independent of the tables of the queue's library. */
import type pg from 'pg';
import type { JobsQuery } from '#administration/database/backup/snapshot.ts';
import { copyTableIn } from '#administration/database/backup/tables.ts';
import type { JobQueue } from '#app/jobs/job-queue.ts';
import { jobNames, scheduledJobs } from '#app/jobs/jobs.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

const scheduled = scheduledJobs.map((name) => `'${name}'`).join(', ');

/** The library's own queue passes scheduled jobs on. Every shop fills it anew. */
const libraryPrefix = '__pgboss__';

/** Also active jobs, because the restored shop has no worker for them. Scheduled jobs are left out. */
export const waitingJobs: JobsQuery = {
  table: 'pgboss.job',
  query: `select id, name, data, start_after from pgboss.job
    where state < 'completed' and name not in (${scheduled}) and not starts_with(name, '${libraryPrefix}')`,
};

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
