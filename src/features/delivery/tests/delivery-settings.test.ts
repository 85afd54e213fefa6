/** Settings → Delivery: the typed rules, the places of messages, carriers. */
import { expect, test } from 'vitest';
import { saveDeliveryRulesEndpoint } from '#delivery/contract/delivery-rules.ts';
import { makeDraft, newZone, placeMessages, writeRules } from '#delivery/pages/rules-draft.ts';
import { carrierSchema, makeTrackingLink } from '#delivery/rules/carriers.ts';
import { type DeliveryRules, defaultDeliveryRules, deliveryRulesSchema } from '#delivery/rules/rules.ts';

const [town, country] = defaultDeliveryRules.zones;
if (!town || !country) throw new Error('The default rules have two zones');

const rules: DeliveryRules = {
  ...defaultDeliveryRules,
  calendar: { ...defaultDeliveryRules.calendar, holidays: ['2026-12-25', '2026-12-26'] },
  weights: { ssd: 80 },
  carriers: [{ name: 'Post', template: 'https://post.example/{number}', numbers: '' }],
  zones: [
    {
      ...town,
      tax: { name: 'VAT', rate: 887.5 },
      areas: [
        { country: 'BD', postcode: '10' },
        { country: 'BD', postcode: '11' },
        { country: 'DE', region: 'Bayern' },
        { country: 'BD', town: 'Dhaka' },
        { country: 'CN', district: 'Pudong' },
        { country: 'FR' },
      ],
      methods: [
        {
          ...{ id: 'van', name: 'Van', pricedBy: 'weight', freeFromCents: 30_005, maxGrams: 31_500 },
          prices: [
            { from: 0, priceCents: 450 },
            { from: 2_000, priceCents: 900 },
          ],
          days: { from: 1, to: 2 },
        },
      ],
    },
    country,
    { ...country, id: 'shop', name: 'Our shop', areas: [], pickUpAt: '1 High Street' },
  ],
};

test('rules that are shown and not changed are written as they were', () => {
  const { document, messages } = writeRules(makeDraft(rules));
  expect(deliveryRulesSchema.parse(document)).toEqual(rules);
  expect([...messages]).toEqual([]);
});

test('what is typed wrong is sent as it is, and refused at its field', () => {
  const draft = makeDraft(rules);
  const [zone, ...zones] = draft.zones;
  const [method] = zone?.methods ?? [];
  if (!zone || !method) throw new Error('A zone has a method');
  const wrong = {
    ...draft,
    calendar: { ...draft.calendar, holidays: '2026-12-25\nChristmas' },
    zones: [
      {
        ...zone,
        tax: { name: '', rate: '8.8755' },
        areas: [
          ...zone.areas,
          { country: '', within: 'all' as const, values: '' },
          { country: 'DE', within: 'town' as const, values: ' ' },
        ],
        methods: [
          {
            ...method,
            freeFromCents: 'much',
            days: { ...method.days, to: '' },
            prices: [{ from: '', priceCents: '4.505' }],
          },
        ],
      },
      ...zones,
      { ...newZone, name: 'Our shop' },
    ],
  };
  const { document, messages } = writeRules(wrong);
  expect([...messages.keys()]).toEqual([
    'zones.0.tax.rate',
    'zones.0.methods.0.prices.0.priceCents',
    'zones.0.methods.0.freeFromCents',
    'zones.3.methods.0.prices.0.priceCents',
  ]);
  expect(messages.get('zones.0.tax.rate')).toContain('at most three decimals, such as 15, 7.25 or 8.875');
  expect(document).toMatchObject({ zones: [{}, {}, { id: 'shop' }, { id: 'our-shop' }] });
  const issues = deliveryRulesSchema.safeParse(document).error?.issues ?? [];
  const errors = issues.map(({ path, message }) => ({ path: ['rules', ...path].join('.'), message }));
  const placed = placeMessages(wrong, errors);
  for (const path of [
    ...messages.keys(),
    'zones.0.tax.name',
    'zones.0.areas.5.country', // the sixth row; its places are the seventh area of the document
    'zones.0.areas.6.values', // not the whole country
    'zones.0.methods.0.days.to',
    'zones.0.methods.0.prices.0.from',
    'calendar.holidays',
  ])
    expect(placed.get(path), path).toBeTruthy();
  expect(placed.get('zones.0.areas.5.country')).toBe('A country is needed here');
});

test('a place without a name is refused when it is saved, and counts as its country where it is stored', () => {
  const [zone, ...zones] = rules.zones;
  const stored = { ...rules, zones: [{ ...zone, areas: [{ country: 'DE', town: ' ' }] }, ...zones] };
  expect(deliveryRulesSchema.safeParse(stored).success).toBe(true);
  const { error } = saveDeliveryRulesEndpoint.body.safeParse({ version: 1, rules: stored });
  expect(error?.issues).toMatchObject([
    { path: ['rules', 'zones', 0, 'areas', 0, 'town'], message: expect.stringContaining('whole country') },
  ]);
});

test.each([
  ['http://post.example/{number}', 'begins with https://'],
  ['https://{number}.example/', 'the number comes after the host'],
  ['https://post.example', '{number} is missing'],
  ['https://me:pass@post.example/{number}', 'not the address of a page'],
  ['javascript:alert({number})', 'begins with https://'],
])('the address %s of a carrier is refused', (template, sentence) => {
  const { error } = carrierSchema.safeParse({ name: 'Post', template, numbers: '' });
  expect(error?.issues[0]?.message).toContain(sentence);
});

test('a tracking number cannot change where its link leads', () => {
  const carriers = [{ name: 'Post', template: 'https://post.example/find?id={number}', numbers: '' }];
  const link = makeTrackingLink(carriers, { carrier: 'POST', tracking: 'a/../b?c=d&e#f' });
  expect(link).toBe('https://post.example/find?id=a%2F..%2Fb%3Fc%3Dd%26e%23f');
  expect(makeTrackingLink(carriers, { carrier: 'Other', tracking: '1' })).toBeNull();
});
