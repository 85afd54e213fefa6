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

export type Journal = ReturnType<typeof startJournal>;

export function startJournal(plan: Plan) {
  return {
    /** What is wrong, in sentences. */
    findings: [] as string[],
    /** The endings of all requests to buy, and what was acknowledged. */
    purchases: new Map(
      plan.intents.map(({ id, lines }): [string, Bought] => [
        id,
        { endings: [], orders: [], seenPrices: lines.map(() => undefined) },
      ]),
    ),
    /** Intents whose lines are in the basket. */
    filledBaskets: new Set<string>(),
    /** Orders that their buyers were told to be paid, by which payment. */
    paid: [] as { orderId: string; paymentId: string }[],
    /** Payments that the shop has heard of as charged. */
    settled: new Set<string>(),
    closings: [] as { orderId: string; ending: Ending }[],
    shipments: [] as { orderId: string; tracking: string; ending: Ending }[],
    refunds: [] as WantedRefund[],
    stockEdits: [] as { partId: string; by: number; at: Date; ending: Ending }[],
    /** Events that the shop has confirmed, jobs that are done. */
    confirmedEvents: new Set<string>(),
    doneJobs: new Set<string>(),
    activeJobs: new Set<string>(),
    /** What a process that follows the changes of the catalogue has in memory. */
    catalogue: undefined as Followed | undefined,
  };
}

type Followed = { snapshot: string; parts: Map<string, Pick<PartRow, 'stock' | 'price_cents'>> };
