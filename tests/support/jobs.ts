/** Reads the job queue. */
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Database } from '#database/connect.ts';

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

/** How many jobs were ever queued to settle this payment, refund or dispute of the provider. */
export async function countEventJobs(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job
    where name = 'handle-event' and data -> 'subject' ->> 'id' = ${id}`.execute(db);
  return rows[0]?.jobs ?? 0;
}
