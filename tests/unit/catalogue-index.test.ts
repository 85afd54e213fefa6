/** The catalogue index: what was asked before is answered anew once a part has come, changed or gone. */
import { expect, test } from 'vitest';
import { makeCatalogueIndex } from '#domain/catalogue/index/catalogue-index.ts';
import type { IndexedPart } from '#domain/catalogue/index/indexed-part.ts';
import type { ListQuery } from '#domain/catalogue/lists/list-queries.ts';

const cheap: ListQuery = {
  category: 'ssd',
  q: '',
  choices: new Map([
    ['price', { kind: 'range', min: undefined, max: 100 }],
    ['brand', { kind: 'choice', values: ['Testco'] }],
  ]),
  sort: 'price',
  page: 1,
};

test('a repeated query sees parts that were added, changed and removed since', () => {
  const index = makeCatalogueIndex();
  const ask = () => ({
    listed: index.list(cheap, undefined, { size: 10 }).parts.map(({ number }) => number),
    total: index.count(cheap, undefined).total,
    elsewhere: index.count({ ...cheap, category: 'memory' }, undefined).categories.get('ssd'),
  });
  expect(ask()).toEqual({ listed: [], total: 0, elsewhere: undefined });
  index.put(givenSsd(1, 5000));
  index.put(givenSsd(2, 20_000));
  expect(ask()).toEqual({ listed: [1], total: 1, elsewhere: 1 });
  index.put(givenSsd(2, 4000));
  expect(ask()).toEqual({ listed: [2, 1], total: 2, elsewhere: 2 });
  index.put({ ...givenSsd(1, 5000), brand: 'Another' });
  expect(ask()).toEqual({ listed: [2], total: 1, elsewhere: 1 });
  index.remove(2);
  expect(ask()).toEqual({ listed: [], total: 0, elsewhere: undefined });
});

function givenSsd(number: number, price_cents: number): IndexedPart {
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
    sales_points: 0,
    rating_points: 0,
    created_at: new Date(number),
    file_row: 0,
  };
}
