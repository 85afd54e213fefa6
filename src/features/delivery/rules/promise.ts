/** When an order arrives: the days that a method promises, and until when one must order for them. */
import {
  addDays,
  addWorkingDays,
  type Calendar,
  findInstant,
  findWorkingDay,
  isWorkingDay,
  readWallTime,
} from '#kernel/calendar.ts';

/** Working days between the day on which a parcel leaves and its arrival; 0: it arrives on the same day. */
export type DeliveryDays = { from: number; to: number };

/**
 * After the last promised day: what is still only shipped then counts as arrived, because nearly nobody says so, and whose
 * parcel is lost has written by then.
 */
export const assumedDeliveredDays = 14;

export type DeliveryPromise = {
  /** The first and the last day, as 2026-11-25. */
  from: string;
  to: string;
  /** From this moment on the days are later ones. */
  orderBy: Date;
};

/** Each holds from a moment until its `orderBy`. */
type KeptPromise = { since: Date; promise: DeliveryPromise };

/** Of each calendar and days the last two: lists ask for this one and the next, for each of their parts. */
const promises = new WeakMap<Calendar, Map<string, KeptPromise[]>>();

export function computePromise(now: Date, days: DeliveryDays, calendar: Calendar): DeliveryPromise {
  const ofCalendar = promises.getOrInsertComputed(calendar, () => new Map());
  const key = `${days.from} ${days.to}`;
  const kept = ofCalendar.get(key) ?? [];
  const known = kept.find(({ since, promise }) => since <= now && now < promise.orderBy);
  if (known) return known.promise;
  const promise = computeNextPromise(now, days, calendar);
  ofCalendar.set(key, [{ since: now, promise }, ...kept.slice(0, 1)]);
  return promise;
}

function computeNextPromise(now: Date, days: DeliveryDays, calendar: Calendar): DeliveryPromise {
  const today = readWallTime(now, calendar.timeZone).day;
  const first = isWorkingDay(today, calendar) ? today : findWorkingDay(addDays(today, 1), calendar);
  const firstCutOff = findInstant(first, calendar.cutOffHour, calendar.timeZone);
  const isInTime = now < firstCutOff;
  const leaves = isInTime ? first : findWorkingDay(addDays(first, 1), calendar);
  return {
    from: addWorkingDays(leaves, days.from, calendar),
    to: addWorkingDays(leaves, days.to, calendar),
    orderBy: isInTime ? firstCutOff : findInstant(leaves, calendar.cutOffHour, calendar.timeZone),
  };
}
