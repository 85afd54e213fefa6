/** What is bought in the demo within sixty days, by whom, and what becomes of it: the same for each day on which it ends. */
import { traders } from '#app/demo-trade/people.ts';
import type { DemoPart } from '#catalogue/rules/import/demo-parts.ts';
import { defaultDeliveryRules } from '#delivery/rules/rules.ts';
import { addDays, findInstant, findWorkingDay, isWorkingDay, readWallTime } from '#kernel/calendar.ts';
import { type Roll, rollFrom } from '#kernel/dice.ts';

/** `sold`: paid, shipped, and delivered as soon as that is due. `returned`: one unit of it goes back later. */
type Fate =
  | 'sold'
  | 'waiting'
  | 'unpaid'
  | 'cancelled'
  | 'expired'
  | 'returned'
  | 'allowance'
  | 'refunded'
  | 'disputed'
  | 'refund-failed';

export type PlannedPurchase = {
  /** Where its buyer is in `traders`; undefined: the demo's customer. */
  trader: number | undefined;
  placedAt: Date;
  /** When it is shipped, if it is. */
  shippedAt: Date;
  lines: { sku: string; quantity: number }[];
  isExpress: boolean;
  fate: Fate;
  /** Where the text of its buyer is in `reviewTexts`. */
  review: number | undefined;
};

export const tradeDays = 60;

/** Of its parts, people and rules. */
export function findTradeBeginning(until: Date): Date {
  return new Date(until.getTime() - (tradeDays + 1) * 24 * 60 * minuteMs);
}

const { calendar } = defaultDeliveryRules;
const minuteMs = 60_000;

/** In the order of time. It ends at `until`. */
export function planTrade(parts: readonly DemoPart[], until: Date): PlannedPurchase[] {
  const dice = rollFrom(33);
  const today = readWallTime(until, calendar.timeZone).day;
  const choosePart = makePartChoice(parts, dice);
  const plan = (wish: Wish): PlannedPurchase => {
    // some buy more often than others
    const { fate = 'sold', trader = Math.floor(dice() ** 1.5 * traders.length) } = wish;
    const placedAt = wish.placedAt ?? chooseTime(today, wish.daysAgo ?? 0, dice);
    const shippedAt = chooseShipping(placedAt, until, dice);
    const isExpress = wish.isExpress ?? (fate === 'sold' && dice() < 0.12);
    const lines = choosePart(fate);
    const review = fate === 'sold' && dice() < 0.3 ? Math.floor(dice() * 1000) : undefined;
    return {
      trader: trader === 'customer' ? undefined : trader,
      placedAt,
      shippedAt,
      lines,
      isExpress,
      fate,
      review,
    };
  };
  const before = (minutes: number) => new Date(until.getTime() - minutes * minuteMs);
  const wishes: Wish[] = [
    ...chooseDays(ordinaryPurchases, today).map((daysAgo) => ({ daysAgo })),
    ...waitingMinutes.map((minutes, index) => ({
      fate: 'waiting' as const,
      placedAt: before(minutes),
      isExpress: index === 2 || index === 7,
    })),
    // promised within two working days, and forgotten
    { fate: 'waiting', daysAgo: 8, trader: dhakaTrader, isExpress: false },
    ...[47, 170].map((minutes) => ({ fate: 'unpaid' as const, placedAt: before(minutes) })),
    ...[53, 41, 30, 22, 16, 5].map((daysAgo) => ({ fate: 'cancelled' as const, daysAgo })),
    ...[49, 37, 26, 13, 6].map((daysAgo) => ({ fate: 'expired' as const, daysAgo })),
    ...[45, 33, 24].map((daysAgo) => ({ fate: 'returned' as const, daysAgo })),
    ...[51, 29, 18].map((daysAgo) => ({ fate: 'allowance' as const, daysAgo })),
    ...[39, 27].map((daysAgo) => ({ fate: 'refunded' as const, daysAgo })),
    { fate: 'disputed', daysAgo: 19, trader: dhakaTrader },
    { fate: 'refund-failed', daysAgo: 17, trader: dhakaTrader },
    { trader: 'customer', daysAgo: 44, fate: 'refunded' },
    { trader: 'customer', daysAgo: 31, fate: 'returned' },
    // none that is cancelled: the list of his orders would not show it
    { trader: 'customer', daysAgo: 16, isExpress: true },
    { trader: 'customer', daysAgo: 2, isExpress: false },
    { trader: 'customer', placedAt: before(19 * 60), fate: 'waiting' },
    { trader: 'customer', placedAt: before(95), fate: 'unpaid' },
  ];
  return wishes.map(plan).sort((one, other) => one.placedAt.getTime() - other.placedAt.getTime());
}

type Wish = {
  fate?: Fate;
  trader?: number | 'customer';
  /** Undefined: by chance. */
  isExpress?: boolean;
} & ({ daysAgo?: number; placedAt?: undefined } | { daysAgo?: undefined; placedAt: Date });

const ordinaryPurchases = 110;

/** Today and yesterday, at whatever hour the shop is opened; with one of the customer and a late one they are twelve. */
const waitingMinutes = [35, 110, 190, 300, 425, 560, 700, 850, 1010, 1190];

const dhakaTrader = traders.findIndex(({ name }) => name === 'Priya Raman');

/** By part: what the purchases take and do not give back, so that what the catalogue has is left when all is done. */
export function sumTakenUnits(plan: readonly PlannedPurchase[]): Map<string, number> {
  const taken = new Map<string, number>();
  for (const { lines, fate } of plan) {
    if (fate === 'cancelled' || fate === 'expired' || fate === 'refunded') continue;
    for (const { sku, quantity } of lines) {
      const back = fate === 'returned' ? 1 : 0;
      taken.set(sku, (taken.get(sku) ?? 0) + quantity - back);
    }
  }
  return taken;
}

/** How many days ago each is placed: more of them on working days, and more as time goes by. */
function chooseDays(count: number, today: string): number[] {
  const days = Array.from({ length: tradeDays - 1 }, (_, index) => tradeDays - index);
  const weights = days.map((daysAgo) => {
    const growth = 1 + (tradeDays - daysAgo) / (2 * tradeDays);
    return growth * (isWorkingDay(addDays(today, -daysAgo), calendar) ? 2 : 1);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  let placed = 0;
  return days.flatMap((daysAgo, index) => {
    sum += weights[index] ?? 0;
    const due = Math.round((sum / total) * count) - placed;
    placed += due;
    return Array.from({ length: due }, () => daysAgo);
  });
}

/** From nine in the morning until midnight, most in the evening. */
function chooseTime(today: string, daysAgo: number, dice: Roll): Date {
  const hour = findInstant(
    addDays(today, -daysAgo),
    9 + Math.floor(Math.sqrt(dice()) * 15),
    calendar.timeZone,
  );
  return new Date(hour.getTime() + Math.floor(dice() * 3600) * 1000);
}

/** In the morning of the next working day; or before now, so that what waits today is what was ordered last. */
function chooseShipping(placedAt: Date, until: Date, dice: Roll): Date {
  const next = addDays(readWallTime(placedAt, calendar.timeZone).day, 1);
  const morning = findInstant(findWorkingDay(next, calendar), 10, calendar.timeZone).getTime();
  const latest = until.getTime() - 3 * 60 * minuteMs;
  return new Date(Math.min(morning, latest) + Math.floor(dice() * 120) * minuteMs);
}

const maxLineDollars = 1500;

/** Cheap parts are bought more often than dear ones. */
function makePartChoice(parts: readonly DemoPart[], dice: Roll) {
  const chooseFrom = (choice: readonly DemoPart[]): DemoPart => {
    const weigh = (some: readonly DemoPart[]) => some.reduce((sum, { price }) => sum + 1 / (price + 60), 0);
    const wanted = dice() * weigh(choice);
    const chosen = choice.find((_, index) => weigh(choice.slice(0, index + 1)) >= wanted);
    if (!chosen) throw new Error('The catalogue has no part for the demo’s trade');
    return chosen;
  };
  const affordable = parts.filter((part) => part.price * part.minimum_order <= maxLineDollars);
  // these give their units back, so that the stock must have them
  const plentiful = affordable.filter((part) => part.available_quantity >= 20 && part.minimum_order === 1);
  return (fate: Fate): PlannedPurchase['lines'] => {
    if (fate === 'returned') return [{ sku: chooseFrom(plentiful).sku, quantity: 2 }];
    if (fate === 'cancelled' || fate === 'expired' || fate === 'refunded' || fate === 'refund-failed')
      return [{ sku: chooseFrom(plentiful).sku, quantity: 1 }];
    const lineCount = fate !== 'sold' || dice() < 0.7 ? 1 : dice() < 0.6 ? 2 : 3;
    const lines = new Map<string, number>();
    for (let index = 0; index < lineCount; index += 1) {
      const part = chooseFrom(affordable);
      const isSeveral = dice() < 0.2 && part.price * part.minimum_order * 2 <= maxLineDollars / 2;
      lines.set(part.sku, part.minimum_order * (isSeveral ? 2 : 1));
    }
    return [...lines].map(([sku, quantity]) => ({ sku, quantity }));
  };
}
