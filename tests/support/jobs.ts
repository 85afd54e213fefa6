/** Reads the job queue. */
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Database } from '#platform/database/connect.ts';

/** Waits until no job with such a prefix is pending; failed jobs that are retried count as pending. */
export async function untilJobsAreDone(db: Database, ...names: string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ name: string }>`
        select name from pgboss.job where state in ('created', 'retry', 'active')
        and name like any (${names.map((name) => `${name}%`)})`.execute(db);
      if (rows.length > 0) throw new Error(`${rows.length} jobs are left to be done, ${rows[0]?.name} first`);
    },
    { timeout: 120_000, interval: 50 },
  );
}

/** How many jobs were ever queued to settle each payment, refund or dispute, by its id at the provider. */
export async function countEventJobs(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; jobs: number }>`
    select data -> 'subject' ->> 'id' as id, count(*)::int as jobs from pgboss.job
    where name = 'handle-event' group by 1`.execute(db);
  return new Map(rows.map(({ id, jobs }) => [id, jobs]));
}
