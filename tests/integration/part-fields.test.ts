/** What may be said of a part: specifications are refused field by field, prices are kept to the cent. */
import { beforeAll, describe, expect, test } from 'vitest';
import { formatMoney } from '#domain/money.ts';
import { expectFieldError } from '../support/complaints.ts';
import { ask, givenPerson, type Person, partBody } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();
let admin: Person;

beforeAll(async () => {
  admin = await givenPerson(shop, { role: 'admin' });
});

describe('a specification', () => {
  test.each([
    ['a NUL in a value', { Weight: 'a\0b' }],
    ['a NUL in a name', { 'a\0b': '1' }],
    ['half a surrogate pair', { Weight: '\ud800' }],
    ['markup in a name', { '<script>': '1' }],
    ['a list', { Weight: ['1'] }],
    ['too many entries', Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`n${index}`, '1']))],
    ['depth', { Weight: JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) }],
  ])('with %s is refused in sentences', async (_, specs) => {
    expectFieldError(await add({ specs }), 'specs');
  });

  test('of a known category says which field is wrong, in sentences', async () => {
    const answer = await add({ category: 'memory', specs: { capacityGb: 'much', color: '' } });
    expectFieldError(answer, 'specs');
    expect(answer.body.errors.map(({ path }) => path)).toContain('specs.capacityGb');
  });
});

describe('a price', () => {
  test.each([0.01, 0.29, 1.1, 19.99, 1024.1, 999_999.99])(
    'of %d dollars is kept to the cent',
    async (price) => {
      const added = await add({ price });
      const part = (await ask(shop, 'GET', `/api/parts/${added.body.insertedId}`)).body;
      expect(part.price).toBe(price);
      expect(formatMoney(Math.round(Number(part.price) * 100)).replace(/[$,]/g, '')).toBe(price.toFixed(2));
    },
  );
});

function add(fields: object) {
  return admin.ask('POST', '/api/parts', partBody({ category: 'other', ...fields }));
}
