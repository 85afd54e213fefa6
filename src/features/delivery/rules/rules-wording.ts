/** How the owner's rules of delivery are said to buyers: where to, what it costs, how long it takes. */
import { nameCountry } from '#delivery/rules/addresses.ts';
import {
  type DeliveryArea,
  type DeliveryMethod,
  type DeliveryRules,
  type DeliveryZone,
  describeArea,
  everyCountry,
} from '#delivery/rules/rules.ts';
import { formatCost, formatMoney } from '#kernel/money.ts';
import { capitalize, formatNumber } from '#kernel/words.ts';

const maxShownAreas = 8;

/** Whatever is ordered, wherever it is brought. */
export function isDeliveryFree({ zones }: DeliveryRules): boolean {
  return zones.every(({ methods }) => methods.every(isMethodFree));
}

/** 'Town: Bangladesh, postcodes 10…, 11…' */
export function describeZone({ name, areas, pickUpAt }: DeliveryZone): string {
  if (pickUpAt !== null) return `${capitalize(name)}: to be collected at ${pickUpAt.replaceAll('\n', ', ')}`;
  const places = groupPostcodes(areas);
  const rest = places.length - maxShownAreas;
  const shown = rest > 1 ? [...places.slice(0, maxShownAreas), `${rest} other places`] : places;
  return `${capitalize(name)}: ${shown.join('; ')}`;
}

/** 'Home delivery: 3–5 working days, $4.50, from 2 kg on $9.00, free from $30.00 on' */
export function describeMethod(method: DeliveryMethod): string {
  return `${method.name}: ${describeDays(method.days)}, ${describePrices(method)}${describeLimit(method)}`;
}

/** 'Sunday to Thursday', 'Monday, Wednesday' */
export function describeWorkingDays({ calendar }: DeliveryRules): string {
  const { workingWeekdays } = calendar;
  const isWorking = (day: number) => workingWeekdays.includes(((day - 1) % 7) + 1);
  const first = [1, 2, 3, 4, 5, 6, 7].filter((day) => isWorking(day) && !isWorking(day + 6));
  const [start] = first;
  if (first.length !== 1 || start === undefined || workingWeekdays.length < 3) {
    return workingWeekdays.length === 7 ? 'every day' : [...workingWeekdays].sort().map(nameDay).join(', ');
  }
  return `${nameDay(start)} to ${nameDay(start + workingWeekdays.length - 1)}`;
}

/** '14:00', 'midnight' */
export function formatCutOff({ calendar: { cutOffHour } }: DeliveryRules): string {
  return cutOffHour === 24 ? 'midnight' : `${cutOffHour}:00`;
}

/** '2 kg', '2.5 kg', '800 g' */
export function formatGrams(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${formatNumber(grams / 1000)} kg`;
}

function isMethodFree({ prices, freeFromCents }: DeliveryMethod): boolean {
  return freeFromCents === 0 || prices.every(({ priceCents }) => priceCents === 0);
}

function groupPostcodes(areas: readonly DeliveryArea[]): string[] {
  const grouped = Map.groupBy(areas, (area) => (area.postcode ? area.country : nameArea(area)));
  return [...grouped].map(([key, [first, ...others]]) =>
    first?.postcode
      ? `${nameCountry(first.country)}, postcodes ${[first, ...others].map(({ postcode }) => `${postcode}…`).join(', ')}`
      : key,
  );
}

function nameArea(area: DeliveryArea): string {
  return area.country === everyCountry ? 'everywhere else' : describeArea(area);
}

function describeDays({ from, to }: DeliveryMethod['days']): string {
  if (to === 0) return 'on the same day';
  const days = from === to ? String(from) : `${from}–${to}`;
  return `${days} working ${to === 1 ? 'day' : 'days'}`;
}

function describePrices(method: DeliveryMethod): string {
  if (isMethodFree(method)) return 'free';
  const { prices, pricedBy, freeFromCents } = method;
  const steps = prices.map(({ from, priceCents }) => {
    const price = formatCost(priceCents);
    if (from === 0) return price;
    return `from ${pricedBy === 'weight' ? formatGrams(from) : formatMoney(from)} on ${price}`;
  });
  return [...steps, ...(freeFromCents === null ? [] : [`free from ${formatMoney(freeFromCents)} on`])].join(
    ', ',
  );
}

function describeLimit({ maxGrams }: DeliveryMethod): string {
  return maxGrams === null ? '' : `, up to ${formatGrams(maxGrams)}`;
}

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function nameDay(day: number): string {
  return dayNames[(day - 1) % 7] ?? '';
}
