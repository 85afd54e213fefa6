/**
 * The rules of delivery as they are typed: every value is a text, so that nothing typed is lost, whatever is wrong with it.
 * A field has the path that it has in the rules, so that it shows the shop's message; amounts are typed in dollars.
 */
import { placeFieldNames } from '#delivery/rules/address-fields.ts';
import type { DeliveryArea, DeliveryMethod, DeliveryRules, DeliveryZone } from '#delivery/rules/rules.ts';
import { presentTax, readTax } from '#delivery/rules/tax.ts';
import type { Cents } from '#kernel/money.ts';

export type MethodDraft = ReturnType<typeof makeMethodDraft>;

/** Several areas of a country: the whole of it, or some regions, towns, districts or beginnings of postcodes with commas. */
export type AreaDraft = {
  country: string;
  within: 'all' | (typeof placeFieldNames)[number];
  values: string;
};

export type ZoneDraft = {
  id: string;
  name: string;
  kind: 'brought' | 'collected';
  pickUpAt: string;
  /** The rate is in percent; both empty: none. */
  tax: { name: string; rate: string };
  areas: AreaDraft[];
  methods: MethodDraft[];
};

export type CarrierDraft = DeliveryRules['carriers'][number];

export type RulesDraft = {
  zones: ZoneDraft[];
  defaultZone: string;
  homeCountry: string;
  /** Holidays: one a line. */
  calendar: { timeZone: string; cutOffHour: string; workingWeekdays: number[]; holidays: string };
  weights: Record<string, string>;
  carriers: CarrierDraft[];
};

export const newStep = { from: '', priceCents: '' };

export const newMethod: MethodDraft = {
  ...{ id: '', name: '', pricedBy: 'value', prices: [{ from: '0', priceCents: '' }] },
  ...{ freeFromCents: '', maxGrams: '', days: { from: '', to: '' } },
};

export const newArea: AreaDraft = { country: '', within: 'all', values: '' };

export const newZone: ZoneDraft = {
  ...{ id: '', name: '', kind: 'brought', pickUpAt: '', tax: { name: '', rate: '' } },
  ...{ areas: [newArea], methods: [newMethod] },
};

export const newCarrier: CarrierDraft = { name: '', template: 'https://', numbers: '' };

export function makeDraft(rules: DeliveryRules): RulesDraft {
  const { zones, defaultZone, homeCountry, calendar, weights, carriers } = rules;
  const { timeZone, cutOffHour, workingWeekdays, holidays } = calendar;
  return {
    zones: zones.map(makeZoneDraft),
    ...{ defaultZone, homeCountry, carriers },
    calendar: {
      ...{ timeZone, workingWeekdays },
      cutOffHour: String(cutOffHour),
      holidays: holidays.join('\n'),
    },
    weights: Object.fromEntries(
      Object.entries(weights).map(([category, grams]) => [category, String(grams)]),
    ),
  };
}

function makeZoneDraft({ pickUpAt, areas, methods, tax, ...zone }: DeliveryZone): ZoneDraft {
  return {
    ...zone,
    kind: pickUpAt === null ? 'brought' : 'collected',
    pickUpAt: pickUpAt ?? '',
    tax: tax ? { name: tax.name, rate: String(presentTax(tax).rate) } : { name: '', rate: '' },
    areas: groupAreas(areas),
    methods: methods.map(makeMethodDraft),
  };
}

function makeMethodDraft({ prices, freeFromCents, maxGrams, days, ...method }: DeliveryMethod) {
  return {
    ...method,
    prices: prices.map(({ from, priceCents }) => ({
      from: method.pricedBy === 'weight' ? String(from) : writeDollars(from),
      priceCents: writeDollars(priceCents),
    })),
    freeFromCents: freeFromCents === null ? '' : writeDollars(freeFromCents),
    maxGrams: maxGrams === null ? '' : String(maxGrams),
    days: { from: String(days.from), to: String(days.to) },
  };
}

function groupAreas(areas: readonly DeliveryArea[]): AreaDraft[] {
  const drafts = areas.map(({ country, ...area }): AreaDraft => {
    const within = placeFieldNames.find((name) => area[name]);
    return { country, within: within ?? 'all', values: (within && area[within]) ?? '' };
  });
  const grouped = Map.groupBy(drafts, ({ country, within }) => `${country} ${within}`);
  return [...grouped.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, values: [first, ...others].map(({ values }) => values).join(', ') }] : [],
  );
}

/** 'Home delivery, 3–5 days' */
export function describeMethodDraft({ name, days: { from, to } }: MethodDraft): string {
  if (to === '0') return `${name || 'New method'}, the same day`;
  const days = from === to ? from : `${from}–${to}`;
  return `${name || 'New method'}, ${days || '?'} ${to === '1' ? 'day' : 'days'}`;
}

/** The typed rules with another value at the path. */
export function changeDraft(draft: RulesDraft, path: string, value: unknown): RulesDraft {
  const changed = structuredClone(draft);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  (readPath(changed, keys) as Record<string, unknown>)[last] = value;
  return keepDefaultZone(changed);
}

export function readPath(draft: RulesDraft, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], draft);
}

/** The only zone that parts are brought to is the default one. */
function keepDefaultZone(draft: RulesDraft): RulesDraft {
  const brought = nameAll(draft.zones).filter((_, index) => draft.zones[index]?.kind === 'brought');
  const [first = draft.defaultZone] = brought;
  return brought.includes(draft.defaultZone) ? draft : { ...draft, defaultZone: first };
}

/** `document`: what is sent, with texts where a value is wrong. `messages`: what the shop could not say of it, by path. */
export type WrittenRules = { document: unknown; messages: Map<string, string> };

export function writeRules(draft: RulesDraft): WrittenRules {
  const messages = new Map<string, string>();
  const ids = nameAll(draft.zones);
  const document = {
    ...draft,
    zones: draft.zones.map((zone, index) =>
      writeZone(zone, { id: ids[index], path: `zones.${index}`, messages }),
    ),
    defaultZone: ids[draft.zones.findIndex(({ id }) => id === draft.defaultZone)] ?? draft.defaultZone,
    calendar: { ...draft.calendar, holidays: splitList(draft.calendar.holidays) },
    weights: Object.fromEntries(Object.entries(draft.weights).filter(([, grams]) => grams.trim() !== '')),
  };
  return { document, messages };
}

type Target = { id: string | undefined; path: string; messages: Map<string, string> };

function writeZone(
  { kind, pickUpAt, tax, areas, methods, ...zone }: ZoneDraft,
  { id, path, messages }: Target,
) {
  const ids = nameAll(methods);
  return {
    ...zone,
    id,
    pickUpAt: kind === 'collected' ? pickUpAt : null,
    tax: writeTax(tax, path, messages),
    areas: kind === 'collected' ? [] : areas.flatMap(expandArea),
    methods: methods.map((method, index) =>
      writeMethod(method, { id: ids[index], path: `${path}.methods.${index}`, messages }),
    ),
  };
}

function writeTax({ name, rate }: ZoneDraft['tax'], path: string, messages: Target['messages']) {
  if (name.trim() === '' && rate.trim() === '') return null;
  const [, percent, part = '0'] = /^\s*(\d{1,3})(?:[.,](\d{1,3}))?\s*%?\s*$/.exec(rate) ?? [];
  if (percent !== undefined && Number(percent) <= 100)
    return readTax({ name, rate: Number(`${percent}.${part}`) });
  messages.set(
    `${path}.tax.rate`,
    'A rate in percent from 0 to 100 is needed here, with at most three decimals, such as 15, 7.25 or 8.875',
  );
  return { name, rate: rate || ' ' };
}

function expandArea({ country, within, values }: AreaDraft): object[] {
  if (within === 'all') return [{ country }];
  const list =
    within === 'postcode' ? splitList(values).map((value) => value.replace(/\s/g, '')) : splitList(values);
  // a list without a name is refused, rather than the whole country
  return list.length === 0
    ? [{ country, [within]: null }]
    : list.map((value) => ({ country, [within]: value }));
}

function writeMethod(method: MethodDraft, { id, path, messages }: Target) {
  const readAmount = (name: string, text: string) => {
    const cents = readDollars(text);
    if (typeof cents === 'string') messages.set(`${path}.${name}`, 'An amount such as 4.50 is needed here');
    return cents;
  };
  return {
    ...method,
    id,
    prices: method.prices.map(({ from, priceCents }, index) => ({
      from: method.pricedBy === 'weight' ? from : readAmount(`prices.${index}.from`, from),
      priceCents: readAmount(`prices.${index}.priceCents`, priceCents),
    })),
    freeFromCents:
      method.freeFromCents.trim() === '' ? null : readAmount('freeFromCents', method.freeFromCents),
    maxGrams: method.maxGrams.trim() === '' ? null : method.maxGrams,
  };
}

/** By the fields that the page has: several areas of the document are one row of it. */
export function placeMessages(
  draft: RulesDraft,
  errors: readonly { path: string; message: string }[],
): Map<string, string> {
  const placed = new Map<string, string>();
  for (const { path, message } of errors) {
    const place = findPlace(draft, path.replace(/^rules\.?/, ''));
    if (!placed.has(place)) placed.set(place, message);
  }
  return placed;
}

function findPlace({ zones }: RulesDraft, path: string): string {
  const [, zone, area, name] = /^zones\.(\d+)\.areas\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
  if (zone !== undefined && area !== undefined) {
    const rows = zones[Number(zone)]?.areas.flatMap((row, index) => expandArea(row).map(() => index)) ?? [];
    const field = placeFieldNames.some((placeName) => placeName === name) ? 'values' : 'country';
    return `zones.${zone}.areas.${rows[Number(area)] ?? 0}.${field}`;
  }
  if (/^zones\.\d+\.methods\.\d+\.days$/.test(path)) return `${path}.to`;
  return path.replace(/^(calendar\.(?:holidays|workingWeekdays))\.\d+$/, '$1');
}

/** New ones get an id of their name; it stays when the name changes. */
function nameAll(items: readonly { id: string; name: string }[]): string[] {
  const taken = new Set(items.map(({ id }) => id).filter(Boolean));
  return items.map(({ id, name }) => {
    if (id) return id;
    const base = name
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '');
    const short = base.slice(0, 32).replace(/-+$/, '') || 'new';
    let free = short;
    for (let number = 2; taken.has(free); number += 1) free = `${short}-${number}`;
    taken.add(free);
    return free;
  });
}

/** Cents; the text itself where it is no amount. */
function readDollars(text: string): number | string {
  const [, dollars, cents = ''] = /^\s*\$?(\d{1,6})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? [];
  return dollars === undefined ? text || ' ' : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

function writeDollars(cents: Cents): string {
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
}

function splitList(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
