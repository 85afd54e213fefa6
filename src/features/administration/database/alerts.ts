/** Alerts that wait for their mail, and what such a mail lists. */
import { sql } from 'kysely';
import type { AlertPeriod } from '#administration/rules/alerts.ts';
import type { AlertKind } from '#kernel/alert-kinds.ts';
import { firstOrderOfRefund } from '#payments/database/refunds.ts';
import type { Database } from '#platform/database/connect.ts';

/** Moves what is waiting into the mail of a period. False: nothing waits, or the period has its mail. */
export async function claimAlerts(
  db: Database,
  { kinds, period, at }: { kinds: AlertKind[]; period: AlertPeriod; at: Date },
): Promise<boolean> {
  if (kinds.length === 0) return false;
  const isWaiting = sql<boolean>`period is null and kind = any(${kinds}) and happened_at <= ${period.until}`;
  const waiting = await db.selectFrom('alerts').select('id').where(isWaiting).limit(1).execute();
  if (waiting.length === 0) return false;
  // a second process waits here until the first has committed
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('alert_mails')
    .values({ period: period.name, made_at: at })
    .onConflict((conflict) => conflict.column('period').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ period: period.name })
    .where(isWaiting)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteWaitingAlerts(db: Database, kinds: AlertKind[]): Promise<void> {
  if (kinds.length === 0) return;
  await db.deleteFrom('alerts').where('period', 'is', null).where('kind', 'in', kinds).execute();
}

export async function deleteAlerts(db: Database, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('alerts').where('happened_at', '<', before).execute();
  await db
    .deleteFrom('alert_mails')
    .where('made_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('alerts').select('id').whereRef('alerts.period', '=', 'alert_mails.period'))),
    )
    .execute();
}

/** The first of each kind with the present state of what they are about, and how many there are. */
export async function findAlertsOfPeriod(db: Database, period: string, limit: number) {
  const [counts, orders, disputes, refunds, outOfStock, lowStock] = await Promise.all([
    countAlerts(db, period),
    findOrders(db, period, limit),
    findDisputes(db, period, limit),
    findRefunds(db, period, limit),
    findParts(db, { period, kind: 'out-of-stock', limit }),
    findParts(db, { period, kind: 'low-stock', limit }),
  ]);
  const total = (kind: AlertKind) => counts.get(kind) ?? 0;
  return {
    orders: { rows: orders, total: total('order') },
    disputes: { rows: disputes, total: total('dispute') },
    failedRefunds: { rows: refunds, total: total('failed-refund') },
    outOfStock: { rows: outOfStock, total: total('out-of-stock') },
    lowStock: { rows: lowStock, total: total('low-stock') },
  };
}

/** A part that ran out was low before: it is listed once. */
function selectAlerts(db: Database, period: string) {
  return db
    .selectFrom('alerts')
    .where('alerts.period', '=', period)
    .where(
      sql<boolean>`not (alerts.kind = 'low-stock' and exists (
        select from alerts other where other.period = alerts.period and other.kind = 'out-of-stock'
        and other.subject_id = alerts.subject_id))`,
    );
}

async function countAlerts(db: Database, period: string): Promise<Map<AlertKind, number>> {
  const rows = await selectAlerts(db, period)
    .select(['kind', sql<number>`count(distinct subject_id)::int`.as('total')])
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, total }) => [kind, total]));
}

type FirstAlerts = { period: string; kind: AlertKind; limit: number };

function selectFirst(db: Database, { period, kind, limit }: FirstAlerts) {
  return selectAlerts(db, period).where('alerts.kind', '=', kind).orderBy('alerts.id').limit(limit);
}

function findOrders(db: Database, period: string, limit: number) {
  return selectFirst(db, { period, kind: 'order', limit })
    .innerJoin('orders', 'orders.id', 'alerts.subject_id')
    .select(['orders.id', 'part_name', 'quantity', 'total_cents', 'buyer_name', 'state', 'placed_at'])
    .execute();
}

function findDisputes(db: Database, period: string, limit: number) {
  return selectFirst(db, { period, kind: 'dispute', limit })
    .innerJoin('disputes', 'disputes.id', 'alerts.subject_id')
    .select(['order_id', 'amount_cents', 'reason', 'respond_by', 'closed_at'])
    .execute();
}

function findRefunds(db: Database, period: string, limit: number) {
  return selectFirst(db, { period, kind: 'failed-refund', limit })
    .innerJoin('refunds', 'refunds.id', 'alerts.subject_id')
    .select([firstOrderOfRefund.as('order_id'), 'amount_cents', 'failure'])
    .execute();
}

function findParts(db: Database, { period, kind, limit }: FirstAlerts) {
  return db
    .selectFrom('parts')
    .where('id', 'in', selectAlerts(db, period).where('alerts.kind', '=', kind).select('alerts.subject_id'))
    .select(['id', 'name', 'stock', 'minimum_order'])
    .orderBy('stock')
    .orderBy('id')
    .limit(limit)
    .execute();
}
