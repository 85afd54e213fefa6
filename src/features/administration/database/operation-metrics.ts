/** Reads the metrics of orders, payments, refunds and jobs. */
import { sql } from 'kysely';
import type { MailFailures } from '#administration/rules/alerts.ts';
import type { Database } from '#platform/database/connect.ts';

export type Count = { kind: string; count: number };

export type OperationMetrics = Awaited<ReturnType<typeof readOperationMetrics>>;

export async function readOperationMetrics(db: Database, at: Date) {
  const countAll = sql<number>`count(*)::int`.as('count');
  const [orders, payments, refunds, { overdue, age }, jobs] = await Promise.all([
    db.selectFrom('orders').select(['state as kind', countAll]).groupBy('state').execute(),
    db.selectFrom('payments').select(['status as kind', countAll]).groupBy('status').execute(),
    db.selectFrom('refunds').select(['status as kind', countAll]).groupBy('status').execute(),
    db
      .selectNoFrom([
        sql<number>`(select count(*)::int from orders where state = 'unpaid' and expires_at < ${at})`.as(
          'overdue',
        ),
        sql<number>`(select coalesce(extract(epoch from ${at} - min(created_at)), 0)::float8
          from refunds where status = 'pending')`.as('age'),
      ])
      .executeTakeFirstOrThrow(),
    readJobs(db),
  ]);
  return { orders, payments, refunds, overdueOrders: overdue, oldestPendingRefundSeconds: age, jobs };
}

/** Mails that the server refused or did not take: those that are tried again, and of three days those that are not. */
export async function readMailFailures(db: Database): Promise<MailFailures> {
  const { rows } = await sql<MailFailures>`
    select (count(*) filter (where state = 'retry'))::int as waiting,
      (count(*) filter (where state = 'failed'))::int as "givenUp",
      (array_agg(output ->> 'message' order by state = 'retry' desc, start_after desc))[1] as last
    from pgboss.job
    where name like 'mail-%' and output is not null
      and (state = 'retry' or state = 'failed' and completed_on > now() - interval '3 days')`.execute(db);
  return rows[0] ?? { waiting: 0, givenUp: 0, last: null };
}

/** By the database's clock, which is the queue's. */
async function readJobs(db: Database) {
  const { rows } = await sql<{ queue: string; waiting: number; active: number; failed: number; age: number }>`
    select name as queue,
      (count(*) filter (where state in ('created', 'retry')))::int as waiting,
      (count(*) filter (where state = 'active'))::int as active,
      (count(*) filter (where state = 'failed'))::int as failed,
      greatest(0, coalesce(extract(epoch from
        now() - min(start_after) filter (where state in ('created', 'retry'))), 0))::float8 as age
    from pgboss.job group by name`.execute(db);
  return rows;
}
