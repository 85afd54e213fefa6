/** Single lines of the shop without which it would sell, charge or refund wrongly: each change must be found. */

export type Mutant = {
  name: string;
  /** Below `src/`; the text must be there once. */
  file: string;
  from: string;
  to: string;
};

/** A change of the schema, made after the migrations. */
export type SchemaMutant = { name: string; sql: string };

export const mutants: readonly (Mutant | SchemaMutant)[] = [
  {
    name: 'the orders of a purchase are not locked',
    file: 'features/purchases/database/orders.ts',
    from: 'selectOrdersOfPurchase(db, purchaseId).forUpdate()',
    to: 'selectOrdersOfPurchase(db, purchaseId)',
  },
  {
    name: 'an order is not locked before it is refunded',
    file: 'features/purchases/database/orders.ts',
    from: "db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()",
    to: "db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()",
  },
  {
    name: 'an order is not locked before it is shipped',
    file: 'features/purchases/database/orders.ts',
    from: 'selectVisibleOrder(db, viewer, id).forUpdate()',
    to: 'selectVisibleOrder(db, viewer, id)',
  },
  {
    name: 'the parts of a purchase are not locked',
    file: 'features/catalogue/database/parts.ts',
    from: "orderBy('id').forNoKeyUpdate().execute()",
    to: "orderBy('id').execute()",
  },
  {
    name: 'a part is not locked before it is edited',
    file: 'features/catalogue/database/parts.ts',
    from: "where('id', '=', id).forNoKeyUpdate().executeTakeFirst()",
    to: "where('id', '=', id).executeTakeFirst()",
  },
  {
    name: 'a basket is not locked before it is ordered',
    file: 'features/basket/database/basket.ts',
    from: ".orderBy('id').forUpdate()",
    to: '',
  },
  {
    name: 'a buyer is not locked before the limit of unpaid purchases is checked',
    file: 'features/people/database/people.ts',
    from: '.forNoKeyUpdate()',
    to: '',
  },
  {
    name: 'stock is taken without a condition',
    file: 'features/catalogue/database/stock.ts',
    from: 'and stock >= units and off_sale_at',
    to: 'and off_sale_at',
  },
  {
    name: 'a cancelled order keeps its units',
    file: 'features/payments/use-cases/close-order.ts',
    from: 'await returnUnits(transaction, closed',
    to: 'if (closed.length === 0) await returnUnits(transaction, closed',
  },
  {
    name: 'an idempotency key is not claimed',
    file: 'platform/database/idempotency.ts',
    from: 'if (claimed.length === claims.length) return',
    to: 'return',
  },
  {
    name: 'the key of a purchase that was refused together with others stays claimed',
    file: 'features/purchases/use-cases/place-purchase.ts',
    from: 'if (all.length > 1) {',
    to: 'if (all.length > 1000) {',
  },
  {
    name: 'a limit does not count what is placed together',
    file: 'features/purchases/use-cases/place-purchase.ts',
    from: 'unpaid: buyer.unpaid + 1',
    to: 'unpaid: buyer.unpaid',
  },
  {
    name: 'one gets the answer of another that was placed together with it',
    file: 'platform/database/group-commit.ts',
    from: 'answers[index] as Answer',
    to: 'answers.at(-1) as Answer',
  },
  {
    name: 'a basket is ordered without a look at what is in it',
    file: 'features/purchases/use-cases/place-purchase.ts',
    from: 'lines.some(({ partId, quantity }) => basket.get(partId) !== quantity)',
    to: 'lines.length === 0',
  },
  {
    name: 'the state of an order is not checked',
    file: 'features/purchases/rules/orders.ts',
    from: 'return canTransition(from, to) ? undefined :',
    to: 'return to ? undefined :',
  },
  {
    name: 'an order is closed although a payment was opened meanwhile',
    file: 'features/payments/use-cases/close-order.ts',
    from: "if (await findOpenPayment(transaction, purchaseId)) return 'payment-opened';",
    to: '',
  },
  {
    name: 'a repeated request for a payment makes another one at the provider',
    file: 'features/payments/use-cases/provider-payment.ts',
    from: 'idempotencyKey: payment.id,',
    to: 'idempotencyKey: payment.id + at.getTime(),',
  },
  {
    name: 'the amount of a payment is not checked',
    file: 'features/payments/rules/payments.ts',
    from: 'payment.amount === purchase.total &&',
    to: '',
  },
  {
    name: 'a payment that was cancelled or finished is finished again',
    file: 'features/payments/database/payments.ts',
    from: ".where('status', 'in', status === 'cancelled' ? unfinishedStatuses : [...unfinishedStatuses, 'cancelled'])",
    to: '',
  },
  {
    name: 'a payment that waits counts as charged',
    file: 'features/payments/use-cases/settle-payment.ts',
    from: "if (atProvider.status === 'waiting') return orders;",
    to: '',
  },
  {
    name: 'money that an order cannot take is kept',
    file: 'features/payments/use-cases/settle-payment.ts',
    from: 'if (!isAccepted) return await refundLatePayment',
    to: 'if (!isAccepted) return orders; if (!isAccepted) return await refundLatePayment',
  },
  {
    name: 'an event that was received before is received again',
    file: 'features/payments/database/provider-events.ts',
    from: 'return numInsertedOrUpdatedRows === 1n;',
    to: 'return numInsertedOrUpdatedRows !== undefined;',
  },
  {
    name: 'more may be refunded than is left',
    file: 'features/payments/rules/refunds.ts',
    from: 'if (amount > left.amount)',
    to: 'if (amount > left.amount * 1000)',
  },
  {
    name: 'more units may return than were bought',
    file: 'features/payments/rules/refunds.ts',
    from: 'if (returnedUnits > left.units)',
    to: 'if (returnedUnits > left.units + 1000)',
  },
  {
    name: 'a refund that has succeeded succeeds again',
    file: 'features/payments/use-cases/settle-refund.ts',
    from: 'if (!canRefundTransition(refund.status, outcome.status))',
    to: "if (refund.status === outcome.status && outcome.status === 'pending')",
  },
  {
    name: 'an unanswered refund is made again without a look for it',
    file: 'features/payments/use-cases/finish-refund.ts',
    from: 'const made = isFirst ? undefined : await gateway.findRefund({ paymentId, refundId: refund.id });',
    to: 'const made = isFirst ? undefined : undefined;',
  },
  {
    name: 'a stock is edited although units were sold since',
    file: 'features/catalogue/use-cases/edit-part.ts',
    from: 'if (stock !== undefined && edit.seenStock !== part.stock)',
    to: 'if (stock !== undefined && edit.seenStock === undefined)',
  },
  {
    name: 'a price that has changed is charged unseen',
    file: 'features/catalogue/rules/orderable-part.ts',
    from: 'if (seenPrice !== undefined && seenPrice !== part.unitPrice)',
    to: 'if (seenPrice !== undefined && seenPrice < 0)',
  },
  {
    name: 'a cancelled order keeps its part of the delivery',
    file: 'features/payments/use-cases/close-order.ts',
    from: 'const shares = shareAmongRest(locked, { closedIds: orderIds, cents });',
    to: 'const shares = shareAmongRest(locked, { closedIds: [], cents });',
  },
  {
    name: 'what is left of a purchase keeps the price of delivery',
    file: 'features/purchases/use-cases/reprice-rest.ts',
    from: 'const delivery = isWish ? (price ?? deliveryBefore) :',
    to: 'const delivery = isWish ? deliveryBefore :',
  },
  {
    name: 'an administrator who cancels makes what is left dearer',
    file: 'features/purchases/use-cases/reprice-rest.ts',
    from: 'const isWish = viewer?.id === first.buyer_id;',
    to: 'const isWish = viewer !== undefined;',
  },
  {
    name: 'changes of transactions that were open at the last look are missed',
    file: 'features/catalogue/database/catalogue-changes.ts',
    from: `changed_in >= pg_snapshot_xmin(\${snapshot}::pg_snapshot)`,
    to: `changed_in >= pg_snapshot_xmax(\${snapshot}::pg_snapshot)`,
  },
  { name: 'the stamp of a part is not kept', sql: 'drop trigger stamp_change on parts' },
  {
    name: 'a movement of money is not unique',
    sql: `alter table money_movements drop constraint money_movements_kind_provider_id_key;
      create index on money_movements (kind, provider_id)`,
  },
];
