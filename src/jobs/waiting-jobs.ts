/**
 * What a backup keeps of the queue: the jobs that wait, as they were asked for. The queue's own tables are its library's and
 * change with its version.
 */
import type pg from 'pg';
import { copyTableIn } from '#database/administration/backup/copy.ts';
import type { JobsQuery } from '#database/administration/backup/describe.ts';
import { jobNames, scheduledJobs } from '#domain/jobs.ts';
import type { JobQueue } from '#jobs/job-queue.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

const scheduled = scheduledJobs.map((name) => `'${name}'`).join(', ');

/** Also those that somebody works on: whoever does is another shop. What belongs to every minute comes by itself. */
export const waitingJobs: JobsQuery = {
  table: 'pgboss.job',
  query: `select id, name, data, start_after from pgboss.job
    where state < 'completed' and name not in (${scheduled})`,
};

const batchSize = 1000;

/** Asks for all of them again in the transaction of this connection, under their own ids, and answers how many. */
export async function restoreJobs(
  boss: JobQueue['boss'],
  client: pg.ClientBase,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  await client.query(
    'create temp table asked_jobs (id uuid, name text, data jsonb, start_after timestamptz) on commit drop',
  );
  const asked = { name: 'asked_jobs', columns: ['id', 'name', 'data', 'start_after'] };
  const count = await copyTableIn(client, asked, pieces);
  const { rows } = await client.query<{ name: string }>('select distinct name from asked_jobs');
  for (const { name } of rows) await restoreJob(boss, client, name);
  return count;
}

async function restoreJob(boss: JobQueue['boss'], client: pg.ClientBase, name: string): Promise<void> {
  if (!(jobNames as readonly string[]).includes(name)) {
    throw new StartupRefusal(
      `The backup has jobs of a kind that this COMPACT does not know (${name}); restore it with the one that made it.`,
    );
  }
  const db = { executeSql: async (text: string, values?: unknown[]) => await client.query(text, values) };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await client.query<{ id: string; data: object; startAfter: string }>(
      `select id, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "startAfter"
      from asked_jobs where name = $1 and id > $2 order by id limit ${batchSize}`,
      [name, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    await boss.insert(name, rows, { db });
    after = last.id;
  }
}
