/** Where an order goes, what became of one line of the packing table, and on which days it can have been delivered. */
import { formatDays } from '#delivery/rules/promise-wording.ts';
import { explainRefusal, type Refusal, refuseField } from '#kernel/refusals.ts';

export type ParcelLine = {
  /** As it was sent. */
  order: string;
  /** Repeated: it was so before. */
  outcome: 'done' | 'repeated' | 'refused';
  orders: { id: string; part_name: string; quantity: number; buyer_name: string }[];
  /** Why it could not be. */
  detail: string | undefined;
};

/** The buyer, who most often is who gets it, and where it goes, in one line. */
export function describeBuyer({ name, location }: { name: string; location: string }): string {
  const lines = location.split('\n');
  return (lines[0] === name ? lines : [name, ...lines]).join(', ');
}

export function describeParcel(order: string, refusal: Refusal): ParcelLine {
  const [problem] = refusal.refused === 'invalid-input' ? refusal.errors : [];
  return { order, outcome: 'refused', orders: [], detail: problem?.message ?? explainRefusal(refusal) };
}

/** Days as 2026-11-25. Refuses: invalid-input (deliveredOn). */
export function checkDeliveredDay(
  day: string,
  { shippedOn, today }: { shippedOn: string; today: string },
): Refusal | undefined {
  if (day >= shippedOn && day <= today) return undefined;
  const message = day > today ? 'This day is still to come' : 'This day is before the order was shipped';
  return refuseField('deliveredOn', message);
}

export function describeDeliveredDay(day: string, today: string): string {
  const [year] = day.split('-');
  const ofYear = today.startsWith(`${year}-`) ? '' : `\u00a0${year}`;
  return `Delivered on ${formatDays(day, day)}${ofYear}, says the carrier`;
}
