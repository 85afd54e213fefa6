/** How prices and promises are said: "$4.50", "arrives Tue 25 to Thu 27 Nov, if you order and pay in the next 3 h 20 min". Imports nothing heavy: pages send it to browsers. */
import type { PresentedMethod } from '#delivery/rules/quote.ts';
import { dollarsToCents, formatCost } from '#kernel/money.ts';

/** Wherever the price of a method stands: 'free', '$4.50'. */
export function describePrice({ price }: Pick<PresentedMethod, 'price'>): string {
  return formatCost(dollarsToCents(price));
}

/** 'Tue 25 to Thu 27 Nov'; no line breaks within a day. */
export function formatDays(from: string, to: string): string {
  const first = readDay(from);
  const last = readDay(to);
  if (from === to) return `${first.weekday}\u00a0${first.date}\u00a0${first.month}`;
  const month = first.month === last.month ? '' : `\u00a0${first.month}`;
  return `${first.weekday}\u00a0${first.date}${month} to\u00a0${last.weekday}\u00a0${last.date}\u00a0${last.month}`;
}

/** 'Arrives Tue 25 to Thu 27 Nov' */
export function describeArrival({
  from,
  to,
  pickUpAt,
}: Pick<PresentedMethod, 'from' | 'to' | 'pickUpAt'>): string {
  return `${pickUpAt === null ? 'Arrives' : 'Ready to collect'} ${formatDays(from, to)}`;
}

type SpokenOrderPromise = {
  from: string;
  to: string;
  isPickUp: boolean;
  ifPaid: { by: Date | string; timeZone: string } | null;
};

/** For the buyer: 'Arrives', 'Tue 25 to Thu 27 Nov, if paid by Tue 24 Nov, 14:00 CET' */
export function sayPromise(promise: SpokenOrderPromise): { label: string; days: string } {
  return { label: promise.isPickUp ? 'Ready to collect' : 'Arrives', days: describeOrderDays(promise) };
}

/** Until it is paid, with the condition. */
function describeOrderDays({ from, to, ifPaid }: SpokenOrderPromise): string {
  const days = formatDays(from, to);
  return ifPaid ? `${days}, if paid by ${formatMoment(new Date(ifPaid.by), ifPaid.timeZone)}` : days;
}

/** For who packs it: 'to arrive Tue 25 to Thu 27 Nov'; after these days 'late: to arrive …'. `today`: as 2026-11-28. */
export function describeOrderPromise(promise: SpokenOrderPromise, today = ''): string {
  const late = promise.to < today ? 'late: ' : '';
  return `${late}${promise.isPickUp ? 'to be collected' : 'to arrive'} ${describeOrderDays(promise)}`;
}

/** Follows the days: ', if you order and pay in the next 3 h 20 min' */
export function sayTimeLeft(minutes: number): string {
  return `${condition} in the next ${formatMinutes(minutes)}`;
}

/** Follows the days, and stays true however old the page is: ', if you order and pay by Tue 24 Nov, 14:00 CET' */
export function sayOrderBy(orderBy: Date, timeZone: string): string {
  return `${condition} by ${formatMoment(orderBy, timeZone)}`;
}

const condition = ', if you order and pay';

/** 'Tue 24 Nov, 14:00 CET'; a line breaks only before the time. */
export function formatMoment(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { ...moment, timeZone }).formatToParts(at);
  const get = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${get('weekday')}\u00a0${get('day')}\u00a0${get('month')}, ${get('hour')}:${get('minute')}\u00a0${get('timeZoneName')}`;
}

/** '3 h 20 min', '2 days 3 h'; no line breaks between a number and its unit. */
function formatMinutes(minutes: number): string {
  const days = Math.floor(minutes / 1440);
  const hours = [Math.floor((minutes % 1440) / 60), 'h'] as const;
  const counts = days > 0 ? [[days, days === 1 ? 'day' : 'days'], hours] : [hours, [minutes % 60, 'min']];
  const shown = counts.filter(([count]) => count);
  return shown.map((count) => count.join('\u00a0')).join(' ');
}

const moment = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function readDay(day: string) {
  const date = new Date(`${day}T00:00:00Z`);
  return {
    weekday: weekdays[date.getUTCDay()],
    date: date.getUTCDate(),
    month: months[date.getUTCMonth()],
  };
}
