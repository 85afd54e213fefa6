/** What delivery of a purchase costs when some of its unpaid orders are closed: by the rules that it was quoted by. */
import { findPartsByIds } from '#catalogue/database/parts.ts';
import { findRulesOfVersion } from '#delivery/database/delivery-rules.ts';
import { repriceDelivery } from '#delivery/rules/agreed-delivery.ts';
import type { Cents } from '#kernel/money.ts';
import type { Viewer } from '#kernel/people.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import type { OrderRow } from '#purchases/database/orders.ts';
import { findPurchase, type PurchaseRow } from '#purchases/database/purchases.ts';
import { selectUnpaid, sumDelivery, sumTotals } from '#purchases/rules/purchases.ts';

export type RestRequest = {
  /** All of one purchase. */
  orders: readonly OrderRow[];
  closedIds: readonly string[];
  /** Undefined: the shop. */
  viewer: Viewer | undefined;
  at: Date;
};

/** In cents. */
export type PricedRest = {
  /** Of the orders that stay unpaid, with delivery. */
  toPay: Cents;
  delivery: Cents;
  /** What delivery of all that is unpaid now costs. */
  deliveryBefore: number;
};

/** Nobody pays more because the shop has closed an order. Undefined: no order stays unpaid, or none was. */
export async function repriceRest(
  { db }: Pick<Dependencies, 'db'>,
  { orders, closedIds, viewer, at }: RestRequest,
): Promise<PricedRest | undefined> {
  const unpaid = selectUnpaid(orders);
  const rest = unpaid.filter(({ id }) => !closedIds.includes(id));
  const [first] = rest;
  if (!first || rest.length === unpaid.length) return undefined;
  const deliveryBefore = sumDelivery(unpaid);
  const price = await priceByKeptRules(
    { db },
    { rest, purchase: await findPurchase(db, first.purchase_id), at },
  );
  const isWish = viewer?.id === first.buyer_id;
  const delivery = isWish ? (price ?? deliveryBefore) : Math.min(price ?? deliveryBefore, deliveryBefore);
  const parts = rest.map(({ total_cents }) => ({ total_cents, delivery_cents: 0 }));
  return { toPay: sumTotals(parts) + delivery, delivery, deliveryBefore };
}

/** Undefined: nothing was quoted, or not by rules that are kept. */
async function priceByKeptRules(
  { db }: Pick<Dependencies, 'db'>,
  { rest, purchase, at }: { rest: readonly OrderRow[]; purchase: PurchaseRow; at: Date },
): Promise<number | undefined> {
  const { delivery, address, pick_up_at } = purchase;
  if (!delivery) return undefined;
  const partIds = rest.map(({ part_id }) => part_id);
  const parts = await findPartsByIds(db, partIds);
  const lines = rest.flatMap(({ part_id, quantity, total_cents }) =>
    parts
      .filter(({ id }) => id === part_id)
      .map(({ category, weight_grams }) => ({
        ...{ category, quantity, totalCents: total_cents },
        weightGrams: delivery.unitGrams?.[part_id] ?? weight_grams,
      })),
  );
  const isText = address === null && pick_up_at === null;
  const rules = await findRulesOfVersion(db, delivery.rulesVersion);
  return repriceDelivery(rules, { delivery, isText, lines, now: at });
}
