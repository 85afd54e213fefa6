/** Quotes of delivery: zones, prices, promised days; over examples and over random rules. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { runTimedTexts } from '#delivery/components/run-timed-texts.ts';
import { computePromise } from '#delivery/rules/promise.ts';
import {
  describeArrival,
  describeOrderPromise,
  sayOrderBy,
  sayTimeLeft,
} from '#delivery/rules/promise-wording.ts';
import { chooseMethod, type DeliveredLine, quoteDelivery } from '#delivery/rules/quote.ts';
import {
  type DeliveryMethod,
  type DeliveryRules,
  defaultDeliveryRules,
  deliveryRulesSchema,
  makeFirstRules,
} from '#delivery/rules/rules.ts';
import {
  describeMethod,
  describeWorkingDays,
  describeZone,
  isDeliveryFree,
} from '#delivery/rules/rules-wording.ts';
import { promiseToEachZone, promiseToVisitor } from '#delivery/rules/visitor-promises.ts';
import { findZone, isPostcodeDecisive } from '#delivery/rules/zones.ts';
import { isWorkingDay, readWallTime } from '#kernel/calendar.ts';
import { isRefused } from '#kernel/refusals.ts';

const method: DeliveryMethod = {
  id: 'van',
  name: 'By van',
  pricedBy: 'value',
  prices: [{ from: 0, priceCents: 500 }],
  freeFromCents: null,
  maxGrams: null,
  days: { from: 1, to: 2 },
};
const calendar = {
  timeZone: 'Europe/Berlin',
  cutOffHour: 14,
  workingWeekdays: [1, 2, 3, 4, 5],
  holidays: ['2026-12-25'],
};
const rules: DeliveryRules = {
  ...defaultDeliveryRules,
  calendar,
  defaultZone: 'germany',
  weights: { ssd: 80 },
  zones: [
    makeZone('world', [{ country: '*' }]),
    makeZone('germany', [{ country: 'DE' }]),
    makeZone('bavaria', [{ country: 'DE', region: 'Bayern' }]),
    makeZone('munich', [{ country: 'DE', postcode: '80' }]),
    makeZone('old-town', [{ country: 'DE', postcode: '803' }]),
    makeZone('suburbs', [{ country: 'DE', town: 'München' }]),
    makeZone('island', [{ country: 'DE', district: 'Au-Haidhausen' }]),
    { ...makeZone('shop', []), pickUpAt: 'Marienplatz 1' },
  ],
};
const line: DeliveredLine = { category: 'ssd', weightGrams: null, quantity: 3, totalCents: 30_000 };
const germany = {
  country: 'DE',
  name: 'A',
  line1: 'B',
  town: 'C',
  postcode: '10623',
  phone: '+49 30 123456',
};
const now = new Date('2026-11-24T10:00:00Z');

function makeZone(id: string, areas: DeliveryRules['zones'][number]['areas']) {
  return { id, name: id, pickUpAt: null, tax: null, areas, methods: [method] };
}

test.each([
  [{ country: 'FR' }, 'world'],
  [{ country: 'DE', postcode: '10623' }, 'germany'],
  [{ country: 'DE', region: 'bayern', postcode: '90402' }, 'bavaria'],
  [{ country: 'DE', region: 'Bayern', postcode: '80999' }, 'munich'],
  [{ country: 'DE', postcode: '80 331' }, 'old-town'],
  [{ country: 'DE', postcode: 'de-80331' }, 'old-town'],
  [{ country: 'DE' }, 'germany'],
  [{ country: 'DE', town: 'munchen', region: 'Bayern' }, 'suburbs'],
  [{ country: 'DE', town: ' MÜNCHEN', district: 'Au-Haidhausen' }, 'island'],
  [{ country: 'DE', town: 'München', district: 'au haidhausen', postcode: '80331' }, 'old-town'],
  [{ country: 'FR', town: 'München' }, 'world'],
])('the most specific zone serves %j', (address, id) => {
  expect(findZone(rules, address)?.id).toBe(id);
});

test('a region of an address, and of a zone, may be its code or its name', () => {
  const zones = [makeZone('texas', [{ country: 'US', region: 'TX' }])];
  expect(findZone({ ...rules, zones }, { country: 'US', region: 'Texas' })?.id).toBe('texas');
  const named = [makeZone('texas', [{ country: 'US', region: 'Texas' }])];
  expect(findZone({ ...rules, zones: named }, { country: 'US', region: 'tx' })?.id).toBe('texas');
});

test('a zone by postcodes may leave out the letters of the country that they begin with', () => {
  const zones = [
    makeZone('latvia', [{ country: 'LV' }]),
    makeZone('riga', [{ country: 'LV', postcode: '10' }]),
  ];
  for (const postcode of ['1073', 'LV-1073'])
    expect(findZone({ ...rules, zones }, { country: 'LV', postcode })?.id, postcode).toBe('riga');
  expect(findZone({ ...rules, zones }, { country: 'LV', postcode: 'LV-4101' })?.id).toBe('latvia');
});

test.each([
  ['a country that has postcodes in other zones', { country: 'DE' }, true],
  ['a region of it', { country: 'DE', region: 'Bayern' }, true],
  ['a town that is named', { country: 'DE', town: 'münchen' }, false],
  ['a town that is not named', { country: 'DE', town: 'Berlin', postcode: '10623' }, true],
  ['a country without', { country: 'FR', town: 'Paris' }, false],
])('in %s a postcode decides or does not', (_where, address, decides) => {
  expect(isPostcodeDecisive(rules, address)).toBe(decides);
});

test('a country whose code is none is refused with a sentence, whatever was typed', () => {
  for (const country of ['!!', 'XX', '𐘣', '__proto__']) {
    const zones = defaultDeliveryRules.zones.map((zone) => ({ ...zone, areas: [{ country }] }));
    const { error } = deliveryRulesSchema.safeParse({ ...defaultDeliveryRules, zones });
    expect(error?.issues[0]?.message, country).toContain('is not the code of a country');
  }
});

test('a country that no zone serves is refused, unless parts can be collected', () => {
  const served = { ...rules, zones: rules.zones.filter(({ id }) => id !== 'world' && id !== 'shop') };
  const address = { ...germany, country: 'FR' };
  expect(quoteDelivery(served, { address, lines: [line], now })).toEqual({
    refused: 'not-delivered-there',
    country: 'France',
  });
  const collected = quoteDelivery({ ...rules, zones: rules.zones.slice(1) }, { address, lines: [line], now });
  expect(collected).toMatchObject({ methods: [{ key: 'shop.van', zone: { pickUpAt: 'Marienplatz 1' } }] });
  expect(isRefused(collected) || chooseMethod(collected, undefined)).toEqual({
    refused: 'not-delivered-there',
    country: 'France',
  });
});

test('a price is that of its step, by weight or value, and nothing from an amount on', () => {
  const prices = [
    { from: 0, priceCents: 500 },
    { from: 240, priceCents: 900 },
    { from: 1_000, priceCents: 1500 },
  ];
  const price = (change: Partial<DeliveryMethod>, lines: DeliveredLine[]) => {
    const zones = [
      { ...makeZone('germany', [{ country: 'DE' }]), methods: [{ ...method, prices, ...change }] },
    ];
    const quote = quoteDelivery({ ...rules, zones }, { address: germany, lines, now });
    return isRefused(quote)
      ? quote.refused
      : [quote.methods[0]?.priceCents, quote.grams, quote.isWeightEstimated];
  };
  const heavier = { ...line, weightGrams: 400 };
  expect(price({ pricedBy: 'weight' }, [line])).toEqual([900, 240, true]);
  expect(price({ pricedBy: 'weight' }, [{ ...heavier, quantity: 1 }])).toEqual([900, 400, false]);
  expect(price({ pricedBy: 'weight' }, [heavier, line])).toEqual([1500, 1440, true]);
  expect(price({}, [{ ...line, totalCents: 239 }])).toEqual([500, 240, true]);
  expect(price({ freeFromCents: 30_000 }, [line])).toEqual([0, 240, true]);
  expect(price({ freeFromCents: 30_001 }, [line])).toEqual([1500, 240, true]);
  expect(price({ maxGrams: 239 }, [line])).toBe('too-heavy-to-deliver');
  const estimate = price({}, [{ ...line, category: 'memory', quantity: 1 }]);
  expect(estimate).toEqual([1500, 100, true]);
});

test.each([
  ['before the cut-off on a working day', '11-24T12:59:59Z', '11-25', '11-26', '11-24T13:00Z'],
  ['after the cut-off', '11-24T13:00:00Z', '11-26', '11-27', '11-25T13:00Z'],
  ['on Friday evening', '11-27T18:00:00Z', '12-01', '12-02', '11-30T13:00Z'],
  ['on the day before a holiday', '12-24T10:00:00Z', '12-28', '12-29', '12-24T13:00Z'],
  ['on the weekend when the clocks change', '03-29T00:30:00Z', '03-31', '04-01', '03-30T12:00Z'],
  ['while it is the next day in the shop', '11-24T23:30:00Z', '11-26', '11-27', '11-25T13:00Z'],
])('a promise in 2026 %s', (_when, ...moments) => {
  const [at = '', from, to, orderBy = ''] = moments.map((moment) => `2026-${moment}`);
  const promise = computePromise(new Date(at), method.days, calendar);
  expect(promise).toEqual({ from, to, orderBy: new Date(orderBy) });
});

test('a promise and the next one are computed once', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  const promise = computePromise(now, method.days, calendar);
  const next = computePromise(promise.orderBy, method.days, calendar);
  expect(next.from > promise.from).toBe(true);
  expect(computePromise(now, method.days, calendar)).toBe(promise);
  expect(computePromise(promise.orderBy, method.days, calendar)).toBe(next);
});

test('a cut-off in an hour that the clocks skip is when they were changed', () => {
  const skipped = { ...calendar, cutOffHour: 2, workingWeekdays: [7] };
  const { orderBy } = computePromise(new Date('2026-03-28T12:00:00Z'), { from: 0, to: 0 }, skipped);
  expect(orderBy).toEqual(new Date('2026-03-29T01:00:00Z'));
  const repeated = computePromise(new Date('2026-10-24T12:00:00Z'), { from: 0, to: 0 }, skipped);
  expect(repeated.orderBy).toEqual(new Date('2026-10-25T00:00:00Z'));
});

test('a promise is said with the time that is left, and so that it stays true', () => {
  const promise = { ...computePromise(now, method.days, calendar), pickUpAt: null };
  expect(describeArrival(promise)).toBe('Arrives Wed\u00a025 to\u00a0Thu\u00a026\u00a0Nov');
  expect(sayTimeLeft(50 * 60)).toBe(', if you order and pay in the next 2\u00a0days 2\u00a0h');
  expect(describeArrival({ ...promise, to: '2026-12-01', pickUpAt: 'Marienplatz 1' })).toBe(
    'Ready to collect Wed\u00a025\u00a0Nov to\u00a0Tue\u00a01\u00a0Dec',
  );
  const agreed = { ...promise, isPickUp: false, ifPaid: null };
  expect(describeOrderPromise(agreed, '2026-11-26')).toBe(
    'to arrive Wed\u00a025 to\u00a0Thu\u00a026\u00a0Nov',
  );
  expect(describeOrderPromise(agreed, '2026-11-27')).toMatch(/^late: to arrive Wed/);
  expect(sayOrderBy(promise.orderBy, 'Europe/Berlin')).toBe(
    ', if you order and pay by Tue\u00a024\u00a0Nov, 14:00\u00a0CET',
  );
});

test('an open page counts down, shows the days of the next cut-off after it, and then says nothing', () => {
  const until = '2026-11-24T13:00Z 2026-11-25T13:00Z';
  const countdown = {
    dataset: { until, countdown: '' },
    textContent: ', if you order and pay by Tue 24 Nov, 14:00 CET',
  };
  const days = { dataset: { until, next: 'later' }, textContent: 'soon' };
  const ofForm = { dataset: { until: '2026-11-24T13:00:00.000Z', countdown: '' }, textContent: '' };
  vi.stubGlobal('document', { querySelectorAll: () => [countdown, days, ofForm] });
  vi.useFakeTimers({ now: new Date('2026-11-24T09:40:00Z') });
  const stop = runTimedTexts();
  const read = () => days.textContent + countdown.textContent;
  expect(read()).toBe('soon, if you order and pay in the next 3\u00a0h 20\u00a0min');
  vi.advanceTimersByTime(3 * 3_600_000 + 19 * 60_000);
  expect(read()).toBe('soon, if you order and pay in the next 1\u00a0min');
  expect(read()).toBe(`soon${ofForm.textContent}`);
  vi.advanceTimersByTime(60_000);
  expect(ofForm.textContent).toBe('');
  expect(read()).toBe('later, if you order and pay in the next 1\u00a0day');
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(read()).toBe('');
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the rules are said to buyers as they are', () => {
  const steps = {
    pricedBy: 'weight' as const,
    prices: [
      { from: 0, priceCents: 450 },
      { from: 2_000, priceCents: 900 },
    ],
  };
  expect(describeMethod({ ...method, ...steps, freeFromCents: 30_000, maxGrams: 31_500 })).toBe(
    'By van: 1–2 working days, $4.50, from 2 kg on $9.00, free from $300.00 on, up to 31.5 kg',
  );
  expect(describeMethod({ ...method, freeFromCents: 0, days: { from: 1, to: 1 } })).toBe(
    'By van: 1 working day, free',
  );
  const [town, country] = defaultDeliveryRules.zones;
  expect([town, country].map((zone) => zone && describeZone(zone))).toEqual([
    'Town: Bangladesh, Dhaka; Bangladesh, postcodes 10…, 11…, 12…, 13…',
    'The country: everywhere else',
  ]);
  expect([isDeliveryFree(defaultDeliveryRules), isDeliveryFree(rules)]).toEqual([true, false]);
  const work = (workingWeekdays: number[]) =>
    describeWorkingDays({ ...rules, calendar: { ...calendar, workingWeekdays } });
  expect([
    work([7, 1, 2, 3, 4]),
    work([1, 2, 3, 4, 5]),
    work([5, 1, 3]),
    work([1, 2, 3, 4, 5, 6, 7]),
  ]).toEqual(['Sunday to Thursday', 'Monday to Friday', 'Monday, Wednesday, Friday', 'every day']);
});

test('visitors read the promise of the default zone; where it cannot be brought, that to collect it', () => {
  const names = (lines: DeliveredLine[]) =>
    promiseToEachZone(rules, { lines, now }).map(({ zone }) => zone.name);
  expect(names([line])).toEqual([
    ...['germany', 'world', 'bavaria', 'munich', 'old-town', 'suburbs', 'island', 'shop'],
  ]);
  expect(promiseToVisitor(rules, { lines: [line], now })).toMatchObject({
    ...{ zone: { name: 'germany' }, priceCents: 500, promise: { from: '2026-11-25', to: '2026-11-26' } },
    next: { from: '2026-11-26', to: '2026-11-27', orderBy: new Date('2026-11-25T13:00:00Z') },
  });
  const light = { ...method, maxGrams: 100 };
  const zones = rules.zones.map((zone) => (zone.pickUpAt === null ? { ...zone, methods: [light] } : zone));
  const heavy = promiseToVisitor({ ...rules, zones }, { lines: [line], now });
  expect(heavy).toMatchObject({ zone: { name: 'shop', pickUpAt: 'Marienplatz 1' } });
  expect(promiseToVisitor({ ...rules, zones: zones.slice(0, 2) }, { lines: [line], now })).toBeUndefined();
});

test.each<[string, (rules: DeliveryRules) => unknown]>([
  ['Germany is served twice', ({ zones }) => ({ zones: [...zones, makeZone('more', [{ country: 'DE' }])] })],
  [
    'Germany, MUNCHEN is served twice',
    ({ zones }) => ({ zones: [...zones, makeZone('more', [{ country: 'DE', town: 'MUNCHEN' }])] }),
  ],
  [
    'not several of them',
    ({ zones }) => ({
      zones: [...zones, makeZone('more', [{ country: 'DE', town: 'Ulm', postcode: '89' }])],
    }),
  ],
  ['The default zone must be one', () => ({ defaultZone: 'moon' })],
  ['The default zone must be one', () => ({ defaultZone: 'shop' })],
  ['not a time zone', () => ({ calendar: { ...calendar, timeZone: 'Moon/Tycho' } })],
  ['At least one weekday', () => ({ calendar: { ...calendar, workingWeekdays: [] } })],
  ['A holiday is a day', () => ({ calendar: { ...calendar, holidays: ['2026-06-31'] } })],
  ['needs a delivery method', ({ zones }) => ({ zones: zones.map((zone) => ({ ...zone, methods: [] })) })],
  ['The first price begins at 0', ({ zones }) => changePrices(zones, [{ from: 1, priceCents: 0 }])],
  ['whole number', ({ zones }) => changePrices(zones, [{ from: 0, priceCents: 0.5 }])],
  ['not the code of a country', () => ({ homeCountry: 'XX' })],
])('rules are refused: %s', (sentence, change) => {
  expect(deliveryRulesSchema.safeParse(rules).error).toBeUndefined();
  const result = deliveryRulesSchema.safeParse({ ...rules, ...(change(rules) as object) });
  expect(result.error?.issues.map(({ message }) => message).join(' ')).toContain(sentence);
});

function changePrices(zones: DeliveryRules['zones'], prices: unknown[]) {
  return { zones: zones.map((zone) => ({ ...zone, methods: [{ ...method, prices }] })) };
}

const days = fc.tuple(fc.nat(8), fc.nat(8)).map(([from, more]) => ({ from, to: from + more }));
const steps = fc
  .uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 4 })
  .chain((froms) =>
    fc
      .array(fc.nat(3_000), { minLength: froms.length + 1, maxLength: froms.length + 1 })
      .map((prices) =>
        [0, ...froms.sort((a, b) => a - b)].map((from, index) => ({ from, priceCents: prices[index] ?? 0 })),
      ),
  );
const anyRules: fc.Arbitrary<DeliveryRules> = fc
  .record({
    methods: fc.array(
      fc.record({
        prices: steps,
        days,
        pricedBy: fc.constantFrom('weight' as const, 'value' as const),
        freeFromCents: fc.option(fc.nat(20_000)),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    timeZone: fc.constantFrom(
      'UTC',
      'Asia/Kathmandu',
      'America/St_Johns',
      'Pacific/Kiritimati',
      'Europe/Berlin',
    ),
    cutOffHour: fc.integer({ min: 1, max: 24 }),
    workingWeekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    holidays: fc.uniqueArray(
      fc.nat(60).map((day) => new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10)),
    ),
  })
  .map(({ methods, ...random }) => ({
    ...rules,
    calendar: random,
    zones: [
      {
        ...makeZone('germany', [{ country: 'DE' }]),
        methods: methods.map((each, index) => ({ ...method, ...each, id: `m${index}` })),
      },
    ],
  }));
const anyLine = fc.record({
  category: fc.constantFrom('ssd' as const, 'memory' as const),
  weightGrams: fc.option(fc.integer({ min: 1, max: 2_000 })),
  quantity: fc.integer({ min: 1, max: 5 }),
  totalCents: fc.integer({ min: 1, max: 30_000 }),
});

test('of random rules and purchases a quote is one, in whole cents, kept by its promise, and free from its amount on', () => {
  fc.assert(
    fc.property(
      anyRules,
      fc.array(anyLine, { minLength: 1, maxLength: 4 }),
      fc.date({ min: new Date('2026-09-20Z'), max: new Date('2026-12-20Z'), noInvalidDate: true }),
      (random, lines, at) => {
        expect(deliveryRulesSchema.parse(random)).toEqual(random);
        const request = { address: germany, lines, now: at };
        const quote = quoteDelivery(random, request);
        expect(quoteDelivery(structuredClone(random), structuredClone(request))).toEqual(quote);
        if (isRefused(quote)) throw new Error(quote.refused);
        const today = readWallTime(at, random.calendar.timeZone).day;
        const dearer = quoteDelivery(random, {
          ...request,
          lines: lines.map((one) => ({ ...one, totalCents: one.totalCents + 20_000 })),
        });
        for (const { key, priceCents, promise } of quote.methods) {
          expect(Number.isSafeInteger(priceCents) && priceCents >= 0).toBe(true);
          expect(promise.from >= today && promise.to >= promise.from).toBe(true);
          expect(promise.orderBy > at).toBe(true);
          expect(isWorkingDay(promise.from, random.calendar)).toBe(true);
          expect(isWorkingDay(promise.to, random.calendar)).toBe(true);
          const offer = random.zones[0]?.methods.find(({ id }) => key === `germany.${id}`);
          const more = isRefused(dearer) ? undefined : dearer.methods.find((each) => each.key === key);
          // who orders more of the same weight never loses what is free
          if (offer?.freeFromCents != null) expect(more?.priceCents).toBe(0);
          if (offer?.pricedBy === 'weight') expect(more?.priceCents).toBeLessThanOrEqual(priceCents);
          // any moment before the promise ends gets the same days
          const last = new Date(promise.orderBy.getTime() - 1);
          const lastDays = computePromise(last, offer?.days ?? method.days, random.calendar);
          expect(lastDays).toEqual(promise);
          const later = computePromise(promise.orderBy, offer?.days ?? method.days, random.calendar);
          expect(later.from >= promise.from && later.orderBy > promise.orderBy).toBe(true);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  ['DE', 'UTC', 'Europe/Berlin', [1, 2, 3, 4, 5]],
  ['DE', 'Europe/Busingen', 'Europe/Busingen', [1, 2, 3, 4, 5]],
  ['US', 'UTC', 'America/New_York', [1, 2, 3, 4, 5]],
  ['AU', 'UTC', 'Australia/Sydney', [1, 2, 3, 4, 5]],
  ['CA', 'UTC', 'America/Toronto', [1, 2, 3, 4, 5]],
  ['RU', 'UTC', 'Europe/Moscow', [1, 2, 3, 4, 5]],
  ['EG', 'UTC', 'Africa/Cairo', [7, 1, 2, 3, 4]],
])(
  'a new shop in %s delivers there alone, by the clocks and the week of the country',
  (country, machineTimeZone, timeZone, workingWeekdays) => {
    const rules = makeFirstRules(country, machineTimeZone);
    expect(rules).toMatchObject({ homeCountry: country, calendar: { timeZone } });
    expect(rules.zones.map(({ areas }) => areas)).toEqual([[{ country }]]);
    expect(new Set(rules.calendar.workingWeekdays)).toEqual(new Set(workingWeekdays));
  },
);
