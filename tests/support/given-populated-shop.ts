/** A populated shop for the tests of a file. */
import { beforeAll } from 'vitest';
import { readCatalogue } from '#server/demo.ts';
import { populateShop } from '#shop/catalogue/populate-shop.ts';
import { givenPerson } from './given.ts';
import { type PopulatedShop, populateTestShop } from './populate-test-shop.ts';
import type { TestShop } from './shop.ts';
import { logInVisitor } from './visitor.ts';

/** Adds the demo catalogue, people and orders before the tests. */
export function givenPopulatedShop(shop: TestShop): PopulatedShop {
  const populated = {} as PopulatedShop;
  beforeAll(async () => {
    await populateShop(shop, { ...(await readCatalogue()), at: new Date() });
    const admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
    Object.assign(populated, await populateTestShop(shop.url, await logInVisitor(shop.url, admin)));
  });
  return populated;
}
