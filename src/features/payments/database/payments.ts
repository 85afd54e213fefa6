/** Reads and writes of card payments, their attempts and the ledger of money. */
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { hasTestInvoice } from '#invoices/database/invoices.ts';
import type { Cents } from '#kernel/money.ts';
import type { Merchant, PaymentStatus, ProviderAttempt } from '#payments/rules/payments.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { selectOrders } from '#purchases/database/orders.ts';

export type PaymentRow = Selectable<DatabaseSchema['payments']>;

export function findOpenPayment(db: Database, purchaseId: string): Promise<PaymentRow | undefined> {
  return selectPayments(db, purchaseId).where('status', '=', 'open').executeTakeFirst();
}

export function findPaymentsOfOtherMerchants(db: Database, purchaseId: string): Promise<PaymentRow[]> {
  return selectPayments(db, purchaseId).where('status', '=', 'elsewhere').execute();
}

export function findPaymentOfPurchase(db: Database, purchaseId: string, providerId: string) {
  return selectPayments(db, purchaseId).where('provider_id', '=', providerId).executeTakeFirst();
}

export function findPaymentsOfPurchase(db: Database, purchaseId: string): Promise<PaymentRow[]> {
  return selectPayments(db, purchaseId).execute();
}

export async function hasLatePayment(db: Database, purchaseId: string): Promise<boolean> {
  return Boolean(await selectPayments(db, purchaseId).where('status', '=', 'late').executeTakeFirst());
}

function selectPayments(db: Database, purchaseId: string) {
  return db.selectFrom('payments').selectAll().where('purchase_id', '=', purchaseId).orderBy('id');
}

export function findPayment(db: Database, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findPaymentAtProvider(db: Database, providerId: string): Promise<PaymentRow | undefined> {
  return selectAtProvider(db, providerId).executeTakeFirst();
}

function selectAtProvider(db: Database, providerId: string) {
  return db.selectFrom('payments').selectAll().where('provider_id', '=', providerId);
}

/** Due after 30 seconds, then after a tenth of their age: most buyers who leave do not return. */
export function findStalePayments(
  db: Database,
  { at, merchant, limit }: { at: Date; merchant: Merchant | undefined; limit: number },
): Promise<PaymentRow[]> {
  const isDue = sql<boolean>`coalesce(asked_at, created_at)
    + greatest(interval '30 seconds', (${at}::timestamptz - created_at) / 10) <= ${at}::timestamptz`;
  return (
    db
      .selectFrom('payments')
      .selectAll()
      .where('status', 'in', ['open', 'elsewhere'])
      // one that the provider may not have is asked about when nobody can pay by it any more
      .where(({ or, eb, not, exists, ref }) =>
        or([
          eb('provider_id', 'is not', null),
          not(
            exists(
              selectOrders(db)
                .select('orders.id')
                .where('orders.purchase_id', '=', ref('payments.purchase_id'))
                .where('state', '=', 'unpaid'),
            ),
          ),
        ]),
      )
      .where((payment) =>
        payment.or([
          payment.and([payment('status', '=', 'open'), isDue]),
          payment.and([payment('provider_account', 'is', null), isDue]),
          payment.and([payment('status', '=', 'elsewhere'), isOfMerchant(merchant)]),
        ]),
      )
      .orderBy(sql`coalesce(asked_at, created_at)`)
      .limit(limit)
      .execute()
  );
}

/** Of the payment of the statement around; where its account is unknown, as its invoice says. */
export const isTestPayment = sql<boolean>`not coalesce(provider_is_live, not ${hasTestInvoice})`;

/** Of the order of the statement around. */
export const isTestOrder = sql<boolean>`exists (
  select from payments where provider_id = orders.transaction_id and ${isTestPayment})`;

export function isOfMerchant(merchant: Merchant | undefined) {
  const { id = null, isLive = null } = merchant ?? {};
  return sql<boolean>`(payments.provider_account = ${id}::text and payments.provider_is_live = ${isLive}::boolean)`;
}

export function insertPayment(
  db: Database,
  payment: Insertable<DatabaseSchema['payments']>,
): Promise<PaymentRow> {
  return db.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow();
}

export async function recordProviderId(
  db: Database,
  id: string,
  providerId: string,
  at: Date,
): Promise<void> {
  const changes = { provider_id: providerId, updated_at: at };
  await setPayment(db, id, changes).where('provider_id', 'is', null).execute();
}

export async function recordPaymentMerchant(db: Database, id: string, merchant: Merchant): Promise<void> {
  const changes = { provider_account: merchant.id, provider_is_live: merchant.isLive };
  await setPayment(db, id, changes).execute();
}

export async function markPaymentOfOtherMerchant(db: Database, id: string, at: Date): Promise<void> {
  const changes = { status: 'elsewhere', updated_at: at } as const;
  await setPayment(db, id, changes).where('status', '=', 'open').execute();
}

/** False when nothing changed. A cancelled payment may turn out as succeeded, but never the reverse. */
export async function finishPayment(
  db: Database,
  id: string,
  status: Exclude<PaymentStatus, 'open' | 'elsewhere'>,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await setPayment(db, id, { status, updated_at: at })
    .where('status', 'in', status === 'cancelled' ? unfinishedStatuses : [...unfinishedStatuses, 'cancelled'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const unfinishedStatuses = ['open', 'elsewhere'] as const;

/** For a payment that only the provider knows. It is cancelled until settled: no order waits for it. */
export async function adoptPayment(
  db: Database,
  payment: { order: { id: string; purchase_id: string }; providerId: string; amount: Cents; at: Date },
): Promise<PaymentRow> {
  const { order, providerId, amount, at } = payment;
  await db
    .insertInto('payments')
    .values({
      id: randomUUIDv7(),
      order_id: order.id,
      purchase_id: order.purchase_id,
      provider_id: providerId,
      amount_cents: amount,
      status: 'cancelled',
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .execute();
  return await selectAtProvider(db, providerId).executeTakeFirstOrThrow();
}

/** Of these payments, by when they were tried. */
export async function findDeclines(db: Database, paymentIds: string[]) {
  if (paymentIds.length === 0) return [];
  return await db
    .selectFrom('payment_attempts')
    .select(['tried_at', 'code'])
    .where('payment_id', 'in', paymentIds)
    .where('outcome', '=', 'declined')
    .orderBy('tried_at')
    .orderBy('id')
    .execute();
}

/** What these payments charged too late for the orders they are of. */
export async function findLatePayments(db: Database, paymentIds: string[]) {
  if (paymentIds.length === 0) return [];
  return await db
    .selectFrom('money_movements')
    .innerJoin('payments', 'payments.id', 'money_movements.payment_id')
    .select(['money_movements.moved_at', 'money_movements.amount_cents', 'payments.provider_id'])
    .where('payments.id', 'in', paymentIds)
    .where('money_movements.kind', '=', 'charge')
    .where('payments.status', '=', 'late')
    .orderBy('money_movements.id')
    .execute();
}

export async function markChecked(db: Database, id: string, at: Date): Promise<void> {
  await setPayment(db, id, { asked_at: at }).execute();
}

function setPayment(db: Database, id: string, changes: Updateable<DatabaseSchema['payments']>) {
  return db.updateTable('payments').set(changes).where('id', '=', id);
}

export async function recordAttempts(
  db: Database,
  paymentId: string,
  attempts: ProviderAttempt[],
  at: Date,
): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts.map((attempt, index) => ({
    id: randomUUIDv7(),
    payment_id: paymentId,
    provider_id: attempt.id,
    outcome: attempt.outcome,
    code: attempt.code ?? null,
    reason: attempt.reason ?? null,
    // the provider has whole seconds: milliseconds keep the order of attempts within one
    tried_at: attempt.at ? new Date(attempt.at.getTime() + index) : at,
  }));
  await db
    .insertInto('payment_attempts')
    .values(rows)
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .execute();
}

/** A positive amount comes to the shop. Does nothing when the movement exists already. */
export async function recordMoneyMovement(
  db: Database,
  movement: Omit<Insertable<DatabaseSchema['money_movements']>, 'id'>,
): Promise<void> {
  await db
    .insertInto('money_movements')
    .values({ ...movement, id: randomUUIDv7() })
    .onConflict((conflict) => conflict.columns(['kind', 'provider_id']).doNothing())
    .execute();
}

/** The charges of a purchase, with their payments. */
export function findCharges(db: Database, purchaseId: string) {
  return db
    .selectFrom('money_movements')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select([
      'payment_id',
      'money_movements.amount_cents',
      'money_movements.moved_at',
      'payments.order_id',
      'payments.status',
      'payments.provider_id',
    ])
    .where('payments.purchase_id', '=', purchaseId)
    .where('kind', '=', 'charge')
    .orderBy('money_movements.id')
    .execute();
}
