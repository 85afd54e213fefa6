/** The owner's rules of delivery: zones, their methods and prices, the calendar, weights; with those of a new shop. */
import { z } from 'zod';
import { categorySchema } from '#catalogue/rules/parts.ts';
import { placeFieldNames } from '#delivery/rules/address-fields.ts';
import { isCountry, nameCountry, nameRegion } from '#delivery/rules/addresses.ts';
import { carrierSchema, maxCarriers } from '#delivery/rules/carriers.ts';
import { foldName } from '#delivery/rules/place-names.ts';
import { maxTaxRate } from '#delivery/rules/tax.ts';
import { isDay, isTimeZone } from '#kernel/calendar.ts';
import {
  numberOrText,
  optionalText,
  plainText,
  requiredText,
  weightGrams,
  wholeNumber,
} from '#kernel/fields.ts';
import { maxChargeCents } from '#kernel/money.ts';

export const maxZones = 50;
const maxAreas = 300;
export const maxMethodsPerZone = 10;
const maxPriceSteps = 30;
const maxHolidays = 400;
const maxDays = 90;
const maxPurchaseGrams = 1_000_000_000;

/** In an area: every country that no other area names. */
export const everyCountry = '*';

const idText = requiredText(40, 'An id is needed here').regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'Only small letters, digits and single hyphens are possible',
);

const cents = wholeNumber(0, maxChargeCents, 'An amount in cents is needed here');

/** `from`: grams or cents. The price is that of the last step that begins at or below the weight or value. */
const priceStepSchema = z.strictObject({
  from: wholeNumber(0, maxPurchaseGrams, 'Where the step begins is needed here'),
  priceCents: cents,
});

export const zoneMethodSchema = z
  .strictObject({
    id: idText,
    name: plainText(60, 'A delivery method needs a name'),
    pricedBy: z.enum(['weight', 'value'], 'Choose “weight” or “value”'),
    prices: z
      .array(priceStepSchema)
      .min(1, 'A delivery method needs a price')
      .max(maxPriceSteps, `At most ${maxPriceSteps} prices are possible`),
    freeFromCents: cents.nullable().describe('from this value of the parts on it is free; null: never'),
    maxGrams: wholeNumber(1, maxPurchaseGrams, 'A weight in grams is needed here')
      .nullable()
      .describe('heavier purchases cannot use it; null: no limit'),
    days: z
      .strictObject({
        from: wholeNumber(0, maxDays, 'A number of days is needed here'),
        to: wholeNumber(0, maxDays, 'A number of days is needed here'),
      })
      .refine(({ from, to }) => from <= to, 'The first day is after the last')
      .describe('working days after the day on which an order leaves'),
  })
  .superRefine(({ prices }, context) => {
    if (prices[0]?.from !== 0) addProblem(context, ['prices'], 'The first price begins at 0');
    const isRising = prices.every(({ from }, index) => index === 0 || from > (prices[index - 1]?.from ?? 0));
    if (!isRising) addProblem(context, ['prices'], 'Each price begins above the one before it');
  });

export const deliveryAreaSchema = z
  .strictObject({
    country: z
      .string('A country is needed here')
      .trim()
      .refine((code) => code === everyCountry || isCountry(code), {
        error: ({ input }) =>
          input === ''
            ? 'A country is needed here'
            : `“${String(input)}” is not the code of a country, nor * for every country`,
      })
      .describe('a code of ISO 3166-1, or * for every country that no other area names'),
    region: optionalText(80).optional().describe('the code or the name of a region of the country'),
    town: optionalText(80).optional().describe('compared without case, accents and punctuation, as district'),
    district: optionalText(80).optional(),
    postcode: optionalText(20)
      .toUpperCase()
      .regex(/^[A-Z0-9]*$/, 'Only letters and digits are possible')
      .optional()
      .describe('the first characters of postcodes, without spaces'),
  })
  .refine(
    (area) => placeFieldNames.filter((name) => area[name]).length <= 1,
    'An area has a region, a town, a district or a postcode, not several of them',
  )
  .refine(
    (area) => area.country !== everyCountry || placeFieldNames.every((name) => !area[name]),
    'Regions, towns, districts and postcodes belong to one country',
  );

const explainRate =
  'A rate in hundredths of a percent is needed here, with at most one decimal: 1500 is 15 %, 887.5 is 8.875 %';

const taxSchema = z.strictObject({
  name: plainText(30, 'A tax needs a name'),
  rate: numberOrText(/^\d+(\.\d+)?$/, explainRate, explainRate)
    .pipe(
      z
        .number()
        .min(0, 'A rate cannot be below 0')
        .max(maxTaxRate, 'A rate is at most 10000, which is 100 %')
        .refine((rate) => Math.abs(rate * 10 - Math.round(rate * 10)) < 1e-6, explainRate),
    )
    .describe('hundredths of a percent: 1500 is 15 %, 887.5 is 8.875 %'),
});

export const deliveryZoneSchema = z
  .strictObject({
    id: idText,
    name: plainText(60, 'A zone needs a name'),
    pickUpAt: optionalText(200)
      .nullable()
      .describe('where buyers collect their parts: such a zone has no areas; null: parts are brought'),
    tax: taxSchema
      .nullable()
      .default(null)
      .describe('included in the prices of parts and delivery; null: none'),
    areas: z.array(deliveryAreaSchema).max(maxAreas, `At most ${maxAreas} areas are possible in one zone`),
    methods: z
      .array(zoneMethodSchema)
      .min(1, 'A zone needs a delivery method')
      .max(maxMethodsPerZone, `At most ${maxMethodsPerZone} delivery methods are possible in one zone`),
  })
  .superRefine(({ pickUpAt, areas, methods }, context) => {
    if (pickUpAt === '') addProblem(context, ['pickUpAt'], 'Where is it collected?');
    if (pickUpAt !== null && areas.length > 0) {
      addProblem(context, ['areas'], 'A zone where buyers collect their parts has no areas');
    }
    if (pickUpAt === null && areas.length === 0) {
      addProblem(context, ['areas'], 'Which countries does this zone serve?');
    }
    for (const [index, id] of listRepeated(methods.map((method) => method.id))) {
      addProblem(context, ['methods', index, 'id'], `Two methods of this zone are called ${id}`);
    }
  });

export const deliveryCalendarSchema = z.strictObject({
  timeZone: requiredText(60, 'A time zone is needed here').refine(isTimeZone, {
    error: ({ input }) => `“${String(input)}” is not a time zone, such as Asia/Dhaka`,
  }),
  cutOffHour: wholeNumber(1, 24, 'An hour is needed here').describe(
    'until when an order leaves on the same day',
  ),
  workingWeekdays: z
    .array(wholeNumber(1, 7, 'A weekday is needed here'))
    .min(1, 'At least one weekday is needed')
    .refine((days) => new Set(days).size === days.length, 'A weekday is there twice')
    .describe('1: Monday … 7: Sunday'),
  holidays: z
    .array(z.string('A day is needed here').refine(isDay, 'A holiday is a day, such as 2026-12-25'))
    .max(maxHolidays, `At most ${maxHolidays} holidays are possible`),
});

/** The one schema of the stored document, its import and its form. */
export const deliveryRulesSchema = z
  .strictObject({
    zones: z
      .array(deliveryZoneSchema)
      .min(1, 'At least one zone is needed')
      .max(maxZones, `At most ${maxZones} zones are possible`),
    defaultZone: z
      .string('A zone is needed here')
      .describe('its days are shown to visitors, whose address is not known'),
    homeCountry: z
      .string('A country is needed here')
      .refine((code) => isCountry(code), 'This is not the code of a country')
      .describe('chosen in the form of an address until the buyer chooses another'),
    calendar: deliveryCalendarSchema,
    weights: z
      .partialRecord(categorySchema, weightGrams)
      .describe('by category, in grams: of parts without a weight of their own'),
    carriers: z
      .array(carrierSchema)
      .max(maxCarriers, `At most ${maxCarriers} carriers are possible`)
      .default([])
      .describe('those with a page that says where a parcel is'),
  })
  .superRefine(({ zones, defaultZone, carriers }, context) => {
    for (const [index, name] of listRepeated(carriers.map((carrier) => carrier.name.toLowerCase()))) {
      addProblem(context, ['carriers', index, 'name'], `Two carriers are called ${name}`);
    }
    for (const [index, id] of listRepeated(zones.map((zone) => zone.id))) {
      addProblem(context, ['zones', index, 'id'], `Two zones are called ${id}`);
    }
    if (zones.find(({ id }) => id === defaultZone)?.pickUpAt !== null) {
      addProblem(context, ['defaultZone'], 'The default zone must be one to which parts are brought');
    }
    const areas = zones.flatMap((zone, index) => zone.areas.map((area) => ({ index, zone, area })));
    for (const [place] of listRepeated(areas.map(({ area }) => keyArea(area)))) {
      const { index = 0, zone, area } = areas[place] ?? {};
      const text = area && describeArea(area);
      addProblem(context, ['zones', index, 'areas'], `${text} is served twice, also by zone ${zone?.name}`);
    }
  });

export type DeliveryRules = z.infer<typeof deliveryRulesSchema>;
export type DeliveryZone = DeliveryRules['zones'][number];
export type DeliveryArea = DeliveryZone['areas'][number];
export type DeliveryMethod = DeliveryZone['methods'][number];

export type StoredRules = {
  /** 0: those of the specification. */
  version: number;
  /** Whether an administrator has saved them, and not the first start of a shop. */
  isSeen: boolean;
  rules: DeliveryRules;
};

/** 'Germany, Bayern', 'Bangladesh, Dhaka', 'Bangladesh, postcodes 12…' */
export function describeArea({ country, region, town, district, postcode }: DeliveryArea): string {
  if (country === everyCountry) return 'Every other country';
  const within = (region && nameRegion(country, region)) || town || district;
  if (within) return `${nameCountry(country)}, ${within}`;
  return postcode ? `${nameCountry(country)}, postcodes ${postcode}…` : nameCountry(country);
}

/** Equal for areas that match the same addresses. */
function keyArea({ town = '', district = '', ...area }: DeliveryArea): string {
  return [describeArea(area), foldName(town), foldName(district)].join('|');
}

/** The subject of all changes of the rules in the audit log. */
export const deliveryRulesId = '5e771465-0000-4000-8000-000000000001';

/** By name, for the audit log: 'zones town methods home name'. Lists of plain values are one text. */
export function flattenRules(value: unknown, name = ''): Record<string, string> {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object') return { [name.trim()]: String(value) };
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [hasId(item) ? item.id : String(index + 1), item])
    : Object.entries(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return { [name.trim()]: value.join(', ') };
  }
  return Object.assign({}, ...entries.map(([key, item]) => flattenRules(item, `${name} ${key}`)));
}

const freeMethod = {
  id: 'home',
  name: 'Home delivery',
  pricedBy: 'value',
  prices: [{ from: 0, priceCents: 0 }],
  freeFromCents: null,
  maxGrams: null,
} as const satisfies Partial<DeliveryMethod>;

function makeFreeZone(id: string, name: string, areas: DeliveryArea[], days: DeliveryMethod['days']) {
  return { id, name, pickUpAt: null, areas, methods: [{ ...freeMethod, days }] };
}

/** Town is Dhaka by its name and its postcodes, the country is everywhere else. */
const areasOfTown = [
  { country: 'BD', town: 'Dhaka' },
  ...['10', '11', '12', '13'].map((postcode) => ({ country: 'BD', postcode })),
];

export const defaultDeliveryRules: DeliveryRules = deliveryRulesSchema.parse({
  zones: [
    makeFreeZone('town', 'town', areasOfTown, { from: 1, to: 2 }),
    makeFreeZone('country', 'the country', [{ country: everyCountry }], { from: 3, to: 5 }),
  ],
  defaultZone: 'country',
  homeCountry: 'BD',
  calendar: { timeZone: 'Asia/Dhaka', cutOffHour: 14, workingWeekdays: [7, 1, 2, 3, 4], holidays: [] },
  weights: {},
} satisfies z.input<typeof deliveryRulesSchema>);

/** What TypeScript does not know of yet. */
type KnowingLocale = Intl.Locale & {
  getTimeZones(): string[] | undefined;
  getWeekInfo(): { weekend: number[] };
};

/** Of a new shop whose owner has named only the country: all of it, by the clocks and the week of the country. */
export function makeFirstRules(country: string, machineTimeZone: string): DeliveryRules {
  const locale = new Intl.Locale(`und-${country}`) as KnowingLocale;
  const timeZones = locale.getTimeZones() ?? [];
  const { weekend } = locale.getWeekInfo();
  const [, brought] = defaultDeliveryRules.zones;
  return deliveryRulesSchema.parse({
    ...defaultDeliveryRules,
    zones: [{ ...brought, areas: [{ country }] }],
    homeCountry: country,
    calendar: {
      ...defaultDeliveryRules.calendar,
      timeZone:
        [machineTimeZone, ...mainTimeZones].find((timeZone) => timeZones.includes(timeZone)) ??
        timeZones[0] ??
        'UTC',
      workingWeekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => !weekend.includes(day)),
    },
  });
}

/** Where most people live, in countries whose first time zone by its name is another. */
const mainTimeZones =
  `America/Buenos_Aires America/Godthab America/Mexico_City America/New_York America/Santiago America/Sao_Paulo
  America/Toronto Asia/Nicosia Asia/Tashkent Asia/Ulaanbaatar Australia/Sydney Europe/Lisbon Europe/Madrid Europe/Moscow
  Pacific/Port_Moresby Pacific/Tahiti Pacific/Tarawa Pacific/Truk`.split(/\s+/);

function addProblem(context: z.RefinementCtx, path: (string | number)[], message: string): void {
  context.addIssue({ code: 'custom', path, message });
}

/** The places of all but the first of equal texts. */
function listRepeated(texts: readonly string[]): [number, string][] {
  return texts.flatMap((text, index) => (texts.indexOf(text) < index ? [[index, text]] : []));
}

function hasId(item: unknown): item is { id: string } {
  return typeof item === 'object' && item !== null && 'id' in item;
}
