/** The shelf in memory: what was asked before is answered anew once a part has come, changed or gone. */
import { expect, test } from 'vitest';
import type { Question } from '#domain/catalogue/questions.ts';
import { makeShelf } from '#domain/catalogue/shelf.ts';
import type { ShelvedPart } from '#domain/catalogue/shelved-part.ts';

const cheap: Question = {
  category: 'ssd',
  q: '',
  chosen: new Map([
    ['price', { kind: 'range', min: undefined, max: 100 }],
    ['brand', { kind: 'choice', values: ['Testco'] }],
  ]),
  sort: 'price',
  page: 1,
};

test('a question asked again sees parts that came, changed and went since', () => {
  const shelf = makeShelf();
  const ask = () => ({
    listed: shelf.list(cheap, undefined, { size: 10 }).parts.map(({ number }) => number),
    total: shelf.count(cheap, undefined).total,
    elsewhere: shelf.count({ ...cheap, category: 'memory' }, undefined).categories.get('ssd'),
  });
  expect(ask()).toEqual({ listed: [], total: 0, elsewhere: undefined });
  shelf.put(givenSsd(1, 5000));
  shelf.put(givenSsd(2, 20_000));
  expect(ask()).toEqual({ listed: [1], total: 1, elsewhere: 1 });
  shelf.put(givenSsd(2, 4000));
  expect(ask()).toEqual({ listed: [2, 1], total: 2, elsewhere: 2 });
  shelf.put({ ...givenSsd(1, 5000), brand: 'Another' });
  expect(ask()).toEqual({ listed: [2], total: 1, elsewhere: 1 });
  shelf.take(2);
  expect(ask()).toEqual({ listed: [], total: 0, elsewhere: undefined });
});

function givenSsd(number: number, price_cents: number): ShelvedPart {
  return {
    number,
    id: `00000000-0000-7000-8000-00000000000${number}`,
    name: `Testco ${number}`,
    brand: 'Testco',
    category: 'ssd',
    specs: { capacityGb: 1000 },
    price_cents,
    stock: 5,
    minimum_order: 1,
    featured_rank: null,
  };
}
