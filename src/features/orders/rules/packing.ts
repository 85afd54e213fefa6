/** What became of one line of the packing table. */
import { explainRefusal, type Refusal } from '#kernel/refusals.ts';

export type ParcelOrder = { id: string; part_name: string; quantity: number; buyer_name: string };

export type ParcelLine = {
  /** As it was sent. */
  order: string;
  /** Repeated: it was so before. */
  outcome: 'done' | 'repeated' | 'refused';
  orders: ParcelOrder[];
  /** Why it could not be. */
  detail: string | undefined;
};

export function describeParcel(order: string, refusal: Refusal): ParcelLine {
  const [problem] = refusal.refused === 'invalid-input' ? refusal.errors : [];
  return { order, outcome: 'refused', orders: [], detail: problem?.message ?? explainRefusal(refusal) };
}
