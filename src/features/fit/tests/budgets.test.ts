/** The budget of a build: in its text, what it leaves, and what the rest affords. */
import { expect, test } from 'vitest';
import { formatBuild, parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import { makeCanonicalAddress } from '#catalogue/rules/lists/list-addresses.ts';
import { chooseDearest, describeRest } from '#fit/rules/budgets.ts';
import { sortBuild } from '#fit/rules/build.ts';
import { explainLeftOut } from '#fit/rules/left-out.ts';
import { isOlderGeneration } from '#fit/rules/processor-generations.ts';
import { keepsCapacity } from '#fit/rules/replacements.ts';
import { asBuild, processor } from '#tests/support/fit-parts.ts';

const id = '00000000-0000-4000-8000-000000000001';

test('a budget is a part of the text of a build, and the last one counts', () => {
  const named = parseBuild(`up-to-900,${id}*2,up-to-1200,up-to-0`);
  expect(named).toMatchObject({ entries: [{ id, quantity: 2 }], unreadable: ['up-to-0'], budget: 1200 });
  expect(formatBuild(named.entries, named.budget)).toBe(`${id}*2,up-to-1200`);
  expect(parseBuild(id).budget).toBeUndefined();
});

test.each([
  ['budget=abc', 'up-to-abc', '“abc” is no budget: type whole dollars, at most $999,999.'],
  [`parts=${id},up-to-500&budget=-1,5`, `${id},up-to-500,up-to--15`, '“-15” is no budget'],
  ['ready=nonsense', null, undefined],
])(
  'the address of a build keeps what is senseless in %s, so that the page says it',
  (query, parts, sentence) => {
    const address = makeCanonicalAddress('/build', new URLSearchParams(query)) ?? '';
    const kept = new URL(address, 'http://shop.test').searchParams;
    expect([kept.get('parts'), kept.get('ready')]).toEqual([parts, new URLSearchParams(query).get('ready')]);
    const [name = ''] = parseBuild(parts ?? '').unreadable;
    if (sentence) expect(explainLeftOut({ name, reason: 'unreadable' })).toContain(sentence);
  },
);

test('the rest is said in words, also when there is none', () => {
  expect(describeRest(1200, 110_652)).toBe('$93.48 of $1,200 is left.');
  expect(describeRest(1200, 120_000)).toBe('$0.00 of $1,200 is left.');
  expect(describeRest(1200, 123_500)).toBe('$35.00 more than your budget of $1,200.');
});

test.each([
  ['AMD Ryzen 5 3600X', 'AMD Ryzen 5 5600', true],
  ['Intel Core i9-12900K', 'Intel Core i5-14600K', true],
  ['AMD Ryzen 7 5700G', 'AMD Ryzen 5 5600', false],
  ['AMD Ryzen 7 7800X3D', 'AMD Ryzen 5 8500G', false],
  ['AMD Ryzen 7 3700X', 'AMD Ryzen 5 4500', false],
  ['AMD Ryzen 7 5800X', 'AMD Ryzen 5 8500G', true],
  ['Intel Core i9-14900K', 'AMD Ryzen 5 5600', false],
  ['AMD Ryzen 9 9950X3D2', 'AMD Ryzen 5 9600', false],
])('%s is of an older generation than %s: %s', (one, other, isOlder) => {
  expect(isOlderGeneration(one, other)).toBe(isOlder);
});

test('the rest affords the dearest that surely fits, shows a picture and can be bought, within the checks that a page has', () => {
  const others = sortBuild(
    asBuild({ kind: 'Motherboard', id: 'board', name: 'Board', socket: 'AM5', chipset: 'B850' }),
  );
  const offer = (socket: string | undefined, price: number, stock = 1, minimum = 1) => ({
    ...{ price_cents: price, stock, minimum_order: minimum, read: () => price },
    facts: processor('AMD Ryzen 5 7600', { socket, hasGraphics: price !== 340 }),
    specs: { cores: price > 350 ? 4 : 6 },
  });
  const offers = [
    ...[offer('AM5', 100), offer('AM5', 200), offer('AM5', 300, 0), offer('AM5', 310, 5, 2)],
    ...[offer(undefined, 320), offer('AM4', 330), offer('AM5', 340), offer('AM5', 400)],
  ];
  const choose = (above: number, upTo: number, left = 10, cores = 0) =>
    chooseDearest(offers, others, {
      ...{ above, upTo, checks: { left } },
      isOffered: (specs) => keepsCapacity('Processor', { cores }, specs),
    });
  expect(choose(0, 399)).toBe(200);
  expect(choose(0, 400)).toBe(400);
  expect(choose(0, 400, 10, 6)).toBe(200);
  expect(choose(200, 399)).toBeUndefined();
  expect(choose(0, 399, 2)).toBeUndefined();
});
