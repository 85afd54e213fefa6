/** What public pages say of delivery to visitors whose address is not known. */
import type { RouterContextProvider } from 'react-router';
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import type { DeliveryPromise } from '#delivery/rules/promise.ts';
import { describeArrival, formatDays, formatMoment, sayOrderBy } from '#delivery/rules/promise-wording.ts';
import { type DeliveredLine, makeDeliveredLine, presentMethod } from '#delivery/rules/quote.ts';
import type { DeliveryRules } from '#delivery/rules/rules.ts';
import { formatIncludedTax } from '#delivery/rules/tax.ts';
import {
  promiseToEachZone,
  promiseToVisitor,
  type VisitorPromise,
} from '#delivery/rules/visitor-promises.ts';
import { findDefaultZone } from '#delivery/rules/zones.ts';
import { pageContext } from '#ui/layout/page-context.server.ts';
import type { ZonePromise } from './delivery-cost.tsx';
import type { DeliveryNote } from './delivery-note.tsx';
import type { TimedText } from './timed-text.tsx';

export type Promises = {
  rules: DeliveryRules;
  /** 'Arrives Tue 25 to Thu 27 Nov'; undefined: it cannot be delivered. */
  describe(part: PromisedPart): TimedText | undefined;
  /** 'Tue 25 to Thu 27 Nov', where `note` says the place. */
  describeDays(part: PromisedPart): TimedText | undefined;
  /** 'incl. 15% VAT', by the default zone: pages are the same for everybody. Undefined: it has no tax. */
  includedTax: string | undefined;
  /** Of what the days of a list hold for. */
  note: DeliveryNote | undefined;
  /** The default zone comes first. */
  listZones(lines: readonly DeliveredLine[]): ZonePromise[];
};

/** As it is ordered at least. */
export type PromisedPart = Parameters<typeof makeDeliveredLine>[0] & { minimum_order: number };

/** The page is kept no longer than the days hold. */
export async function readPromises(context: Readonly<RouterContextProvider>): Promise<Promises> {
  const { db, now, keepUntil } = context.get(pageContext);
  const { rules } = await findDeliveryRules(db);
  const nothing = promiseToVisitor(rules, { lines: [], now });
  if (nothing) keepUntil(nothing.promise.orderBy);
  const { tax } = findDefaultZone(rules);
  const promisePart = (part: PromisedPart) =>
    promiseToVisitor(rules, { lines: [makeDeliveredLine(part, part.minimum_order)], now });
  return {
    rules,
    includedTax: tax ? formatIncludedTax(tax) : undefined,
    describe(part) {
      const promise = promisePart(part);
      return promise && timeText(promise, (days) => describeArrival({ ...promise.zone, ...days }));
    },
    describeDays(part) {
      const promise = promisePart(part);
      return promise && timeText(promise, ({ from, to }) => formatDays(from, to));
    },
    note: nothing && {
      place: `${isPickUp(nothing) ? 'collection at' : 'delivery to'} ${nothing.zone.name}`,
      arrival: isPickUp(nothing) ? 'Ready to collect' : 'Arrives',
      paidBy: timeText(
        nothing,
        ({ orderBy }) => `if paid by ${formatMoment(orderBy, rules.calendar.timeZone)}`,
      ),
      hasOtherPlaces: rules.zones.length > 1,
    },
    listZones: (lines) =>
      promiseToEachZone(rules, { lines, now }).map((promise) => ({
        ...presentMethod(promise),
        place: `${isPickUp(promise) ? 'to be collected at' : 'to'} ${promise.zone.name}`,
        days: timeText(promise, ({ from, to }) => formatDays(from, to)),
        condition: timeText(promise, ({ orderBy }) => sayOrderBy(orderBy, rules.calendar.timeZone)),
      })),
  };
}

function isPickUp({ zone }: VisitorPromise): boolean {
  return zone.pickUpAt !== null;
}

function timeText({ promise, next }: VisitorPromise, word: (days: DeliveryPromise) => string): TimedText {
  return {
    text: word(promise),
    next: word(next),
    until: [promise, next].map(({ orderBy }) => orderBy.toISOString().replace(':00.000', '')).join(' '),
  };
}
