/** The ledger of money: each movement to or from the shop, once. */
import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import type { Cents } from '#domain/money.ts';
import type { MoneyKind } from '#domain/payments/ledgers.ts';

export type MoneyMovement = {
  orderId: string;
  paymentId: string;
  kind: MoneyKind;
  providerId: string;
  /** Cents; positive: to the shop. */
  amount: Cents;
  at: Date;
};

/** False when it exists already. */
export async function recordMoneyMovement(db: Database, movement: MoneyMovement): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('money_movements')
    .values({
      id: randomUUIDv7(),
      order_id: movement.orderId,
      payment_id: movement.paymentId,
      kind: movement.kind,
      provider_id: movement.providerId,
      amount_cents: movement.amount,
      moved_at: movement.at,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'provider_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
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
