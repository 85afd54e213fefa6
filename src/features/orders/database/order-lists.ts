/** The lists of orders: what they can be filtered and sorted by. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { assumedDeliveredDays } from '#delivery/rules/promise.ts';
import { selectPurchasesByDocument } from '#invoices/database/invoices.ts';
import { addDays } from '#kernel/calendar.ts';
import { type SortedCursor, sortedCursor } from '#kernel/cursors.ts';
import { phone } from '#kernel/fields.ts';
import { selectPurchasesPaidOn } from '#payments/database/accounting.ts';
import { disputeOfOrder, isPaymentLost, selectDisputedOrders } from '#payments/database/disputes.ts';
import { isTestOrder } from '#payments/database/payments.ts';
import { hasPendingRefund, parcelUnits } from '#payments/database/refunds.ts';
import type { OrderDispute } from '#payments/rules/disputes.ts';
import type { Database } from '#platform/database/connect.ts';
import { prepared } from '#platform/database/lend-client.ts';
import {
  type CustomerFilter,
  type DayFilter,
  isOfCustomer,
  isWithinDays,
  matchesAllWords,
} from '#platform/database/list-filters.ts';
import { type Page, type PageRequest, readPage, sortRows } from '#platform/database/pages.ts';
import { type DeliveredPurchase, purchaseOfOrder } from '#purchases/database/order-deliveries.ts';
import { type OrderRow, selectOrders } from '#purchases/database/orders.ts';
import { shippedAt } from '#purchases/database/shipments.ts';
import { type OrderSort, type OrderStatus, type PromisedDay, promisedDays } from '#purchases/rules/orders.ts';

export type OrderListQuery = PageRequest<SortedCursor> &
  DayFilter &
  CustomerFilter & {
    email?: string | undefined;
    q?: string | undefined;
    sort?: OrderSort;
    status?: OrderStatus | undefined;
    purchase?: string | undefined;
    promised?: PromisedDay | undefined;
    /** A day of the shop. */
    paidOn?: string | undefined;
    /** Of the shop, as 2026-11-25: what is late depends on it. */
    today: string;
  };

/** Without one, `today` and the time zone decide nothing. */
export function dependsOnDays({ from, to, paidOn, promised, status }: Partial<OrderListQuery>): boolean {
  return Boolean(from ?? to ?? paidOn ?? promised) || status === 'late';
}

export type MarkedOrder = OrderRow & {
  is_test: boolean;
  dispute: OrderDispute | null;
  is_payment_lost: boolean;
  shipped_at: Date | null;
  parcel_units: number;
  purchase: DeliveredPurchase;
};

const orderColumns = [
  ...(['id', 'purchase_id', 'part_id', 'part_name', 'part_image', 'state', 'transaction_id'] as const),
  ...(['buyer_id', 'buyer_name', 'buyer_email', 'location', 'phone', 'carrier', 'tracking'] as const),
  ...(['quantity', 'unit_price_cents', 'total_cents', 'delivery_cents', 'refunded_cents'] as const),
  ...(['placed_at', 'updated_at', 'expires_at', 'promised_from', 'promised_by', 'delivered_on'] as const),
];
/** As one piece with the name of the last: Kysely takes as long for these columns as for all else of the statement. */
const allColumns = sql.raw(orderColumns.join(', ')).as('delivered_on');

/** What is shown of an order and not in its row, in the statement that reads that. */
const orderMarks = [
  isTestOrder.as('is_test'),
  disputeOfOrder.as('dispute'),
  isPaymentLost.as('is_payment_lost'),
  shippedAt.as('shipped_at'),
  parcelUnits.as('parcel_units'),
  purchaseOfOrder.as('purchase'),
];

export async function findOrders(db: Database, query: OrderListQuery): Promise<Page<MarkedOrder>> {
  const sorted = selectSortedOrders(db, query).select(orderMarks);
  return await readPage(query, selectListedOrders(db, query), sorted, (row) =>
    sortedCursor.encode({ place: findPlace(row, query.sort), id: row.id }),
  );
}

/** In the same order. */
export async function markOrders(db: Database, orders: OrderRow[]): Promise<MarkedOrder[]> {
  const rows = await selectOrders(db)
    .select(['id', ...orderMarks])
    .where(sql<boolean>`id = any(${orders.map(({ id }) => id)})`)
    .execute();
  const marks = new Map(rows.map((row) => [row.id, row]));
  return orders.flatMap((order) => {
    const row = marks.get(order.id);
    return row ? [{ ...order, ...row }] : [];
  });
}

/** After the cursor. */
export function selectSortedOrders(db: Database, query: OrderListQuery) {
  const { cursor, sort } = query;
  const orders = selectListedOrders(db, query)
    .modifyFront(prepared)
    .select(allColumns)
    .$castTo<Pick<OrderRow, (typeof orderColumns)[number]>>();
  if (sort === 'promised')
    return (cursor ? orders.where(isPromisedAfter(cursor)) : orders).orderBy('promised_by').orderBy('id');
  if (sort === 'total')
    return sortRows(orders, ['total_cents', 'id'], 'desc', cursor && [cursor.place, cursor.id]);
  return sortRows(orders, ['id'], sort === 'oldest' ? 'asc' : 'desc', cursor && [cursor.id]);
}

/** A day as a number, as 20261125; orders without a promise come last. */
function findPlace({ total_cents, promised_by }: OrderRow, sort: OrderSort | undefined): number {
  if (sort === 'promised') return promised_by === null ? noDay : Number(promised_by.replaceAll('-', ''));
  return sort === 'total' ? total_cents : 0;
}

const noDay = 0;

function isPromisedAfter({ place, id }: SortedCursor) {
  if (place === noDay) return sql<boolean>`promised_by is null and id > ${id}::uuid`;
  const day = String(place).replace(/(..)(..)$/, '-$1-$2');
  return sql<boolean>`((promised_by, id) > (${day}, ${id}::uuid) or promised_by is null)`;
}

function selectListedOrders(db: Database, query: OrderListQuery) {
  const { email, q, status, purchase, sort, promised, paidOn } = query;
  let orders = selectOrders(db);
  if (sort === 'promised')
    orders = orders
      .where(sql<boolean>`state in ('paid', 'shipped')`) // as the index
      .where(parcelUnits, '>', 0)
      .where(sql<boolean>`(state = 'shipped' or not ${isPaymentLost})`);
  if (email) orders = orders.where('buyer_email', '=', email);
  if (purchase) orders = orders.where('purchase_id', '=', purchase);
  if (promised) orders = orders.where(isPromised(promised, query.today));
  if (paidOn) orders = orders.where('purchase_id', 'in', selectPurchasesPaidOn(db, paidOn, query.timeZone));
  if (q) orders = orders.where(({ or, and }) => or([and(matchesAllWords('orders', q)), ...hasNumber(db, q)]));
  // the text of the search contains the buyer, too, and has an index
  const isPerhapsOfCustomer = matchesAllWords('orders', query.customer);
  for (const condition of [
    ...isWithinDays('placed_at', query),
    ...isPerhapsOfCustomer,
    ...isOfCustomer(query),
  ])
    orders = orders.where(condition);
  if (status === 'disputed') return orders.where('id', 'in', selectDisputedOrders(db));
  if (status === 'to-ship') return orders.where(isToShip);
  if (status === 'late') return orders.where(isLate(query.today));
  return status
    ? orders.where('state', '=', status)
    : orders.where(sql<boolean>`state not in ('cancelled', 'expired')`);
}

/** Of an invoice or a note; of a phone by its last digits, as the code of a country may be said or left out. */
function hasNumber(db: Database, q: string): RawBuilder<SqlBool>[] {
  const digits = `%${q.replace(/\D/g, '').slice(-8)}%`;
  return [
    ...(/\d{6}$/.test(q)
      ? [sql<SqlBool>`purchase_id = any(array(${selectPurchasesByDocument(db, q)}))`]
      : []),
    ...(phone('').safeParse(q).success
      ? [sql<SqlBool>`regexp_replace(phone, '[^0-9]', '', 'g') like ${digits}`]
      : []),
  ];
}

/** Units of it are to be sent. */
const isToShip = sql<boolean>`(state = 'paid' and ${parcelUnits} > 0 and not ${isPaymentLost})`;

/** Whether any is still to be paid or shipped, or would be to be shipped again if a refund fails. */
export async function hasOpenOrders(db: Database, personId: string): Promise<boolean> {
  const open = selectOrders(db)
    .where('buyer_id', '=', personId)
    .where(({ or, eb }) =>
      or([eb('state', '=', 'unpaid'), isToShip, sql<boolean>`(state = 'paid' and ${hasPendingRefund})`]),
    );
  return (await open.select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Its last promised day has passed, and it has not left, or is not long enough on its way to have arrived unnoticed. */
function isLate(today: string) {
  const firstDay = addDays(today, -assumedDeliveredDays);
  return sql<boolean>`state in ('paid', 'shipped') and promised_by < ${today}
    and (${isToShip} or state = 'shipped' and promised_by >= ${firstDay})`;
}

/** `notShipped`: those of them that have not left. */
export async function countLateOrders(
  db: Database,
  today: string,
): Promise<{ orders: number; notShipped: number }> {
  return await selectOrders(db)
    .where(isLate(today))
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.countAll<number>().filterWhere('state', '=', 'paid').as('notShipped'),
    ])
    .executeTakeFirstOrThrow();
}

function isPromised(day: PromisedDay, today: string) {
  const tomorrow = addDays(today, 1);
  return {
    late: sql<boolean>`promised_by < ${today}`,
    today: sql<boolean>`promised_by = ${today}`,
    tomorrow: sql<boolean>`promised_by = ${tomorrow}`,
    later: sql<boolean>`(promised_by > ${tomorrow} or promised_by is null)`,
  }[day];
}

/** Orders to be shipped, and the purchases that they are in; by promised day, and by the days of the shop on which they were placed. */
export async function countOrdersToShip(
  db: Database,
  { today, timeZone }: { today: string; timeZone: string },
) {
  const yesterday = addDays(today, -1);
  const ages = [
    { age: 'placed-today', from: today, to: today },
    { age: 'placed-yesterday', from: yesterday, to: yesterday },
    { age: 'placed-within-a-week', from: addDays(today, -6), to: addDays(today, -2) },
    { age: 'placed-before', to: addDays(today, -7) },
  ] as const;
  const counted = await selectOrders(db)
    .where(isToShip)
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.count<number>('purchase_id').distinct().as('purchases'),
      ...promisedDays.map((day) => fn.countAll<number>().filterWhere(isPromised(day, today)).as(day)),
      ...ages.map(({ age, ...days }) =>
        fn
          .countAll<number>()
          .filterWhere(sql.join<SqlBool>(isWithinDays('placed_at', { ...days, timeZone }), sql` and `))
          .as(age),
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    orders: counted.orders,
    purchases: counted.purchases,
    byPromise: promisedDays.map((promised) => ({ promised, orders: counted[promised] })),
    byAge: ages.map(({ age, to, ...rest }) => ({
      from: 'from' in rest ? rest.from : undefined,
      to,
      orders: counted[age],
    })),
  };
}
