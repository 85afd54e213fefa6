/** A furnished shop for the tests of a file. */
import { beforeAll } from 'vitest';
import { readCatalogue } from '#server/demo.ts';
import { populateShop } from '#shop/catalogue/populate-shop.ts';
import { type Furnished, furnish } from './furnished.ts';
import { givenPerson } from './given.ts';
import type { TestShop } from './shop.ts';
import { enterShop } from './visitor.ts';

/** Fills the shop with the demo catalogue and furnishes it, once it is open. */
export function givenFurnished(shop: TestShop): Furnished {
  const furnished = {} as Furnished;
  beforeAll(async () => {
    await populateShop(shop, { ...(await readCatalogue()), at: new Date() });
    const admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
    Object.assign(furnished, await furnish(shop.url, await enterShop(shop.url, admin)));
  });
  return furnished;
}
