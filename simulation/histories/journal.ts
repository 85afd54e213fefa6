/** What clients have asked for and been told: against it the model holds what the database and the provider have. */
import type { PartRow } from '#catalogue/database/parts.ts';
import type { OrderRow } from '#purchases/database/orders.ts';
import type { Plan } from './plan.ts';

export type KnownOrder = Pick<
  OrderRow,
  'id' | 'part_id' | 'quantity' | 'unit_price_cents' | 'total_cents' | 'delivery_cents' | 'purchase_id'
>;

export type Bought = { endings: Ending[]; orders: KnownOrder[]; seenPrices: (number | undefined)[] };

/** How a request ended for its client; 'unknown': without an answer. */
export type Ending = 'acknowledged' | 'refused' | 'unknown';

type WantedRefund = {
  reason: string;
  orderId: string;
  amount: number | undefined;
  units: number;
  ending: Ending;
  /** Of the acknowledged one. */
  refundId?: string;
  paid?: number;
};

export type Journal = {
  /** What is wrong, in sentences. */
  findings: string[];
  /** The endings of all requests to buy, and what was acknowledged. */
  purchases: Map<string, Bought>;
  /** Intents whose lines are in the basket. */
  filledBaskets: Set<string>;
  /** Orders that their buyers were told to be paid, by which payment. */
  paid: { orderId: string; paymentId: string }[];
  /** Payments that the shop has heard of as charged. */
  settled: Set<string>;
  closings: { orderId: string; ending: Ending }[];
  shipments: { orderId: string; tracking: string; ending: Ending }[];
  refunds: WantedRefund[];
  stockEdits: { partId: string; by: number; at: Date; ending: Ending }[];
  /** Events that the shop has confirmed, jobs that are done. */
  confirmedEvents: Set<string>;
  doneJobs: Set<string>;
  activeJobs: Set<string>;
  /** What a process that follows the changes of the catalogue has in memory. */
  catalogue: { snapshot: string; parts: Map<string, Pick<PartRow, 'stock' | 'price_cents'>> } | undefined;
};

export function startJournal(plan: Plan): Journal {
  return {
    findings: [],
    purchases: new Map(
      plan.intents.map(({ id, lines }) => [
        id,
        { endings: [], orders: [], seenPrices: lines.map(() => undefined) },
      ]),
    ),
    filledBaskets: new Set(),
    paid: [],
    settled: new Set(),
    closings: [],
    shipments: [],
    refunds: [],
    stockEdits: [],
    confirmedEvents: new Set(),
    doneJobs: new Set(),
    activeJobs: new Set(),
    catalogue: undefined,
  };
}
