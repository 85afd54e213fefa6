/** Reads and writes of card payments. */
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { Tables } from '#database/schema.ts';
import type { PaymentStatus } from '#domain/payments.ts';

export type PaymentRow = Selectable<Tables['payments']>;

/** The payment of an order that is neither finished nor given up; there is at most one. */
export function findOpenPayment(db: Database, orderId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

/** An order's payment by the provider's id. */
export function findPaymentOfOrder(db: Database, orderId: string, providerId: string) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
}

export function insertPayment(db: Database, payment: Insertable<Tables['payments']>): Promise<PaymentRow> {
  return db.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow();
}

/** Notes the provider's id of a payment, once it has answered. */
export async function nameProviderPayment(
  db: Database,
  id: string,
  providerId: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ provider_id: providerId, updated_at: at })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .execute();
}

export async function updatePaymentStatus(
  db: Database,
  id: string,
  status: PaymentStatus,
  at: Date,
): Promise<void> {
  await db.updateTable('payments').set({ status, updated_at: at }).where('id', '=', id).execute();
}
