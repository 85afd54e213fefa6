/** The people whom most tests need. */
import { beforeAll } from 'vitest';
import { givenPerson, type Person } from './given.ts';
import type { TestShop } from './shop.ts';

/** A buyer and an administrator, signed up before the tests. */
export function givenBuyerAndAdmin(shop: TestShop): { buyer: Person; admin: Person } {
  const [buyer, admin] = [{} as Person, {} as Person];
  beforeAll(async () => {
    Object.assign(buyer, await givenPerson(shop, { name: 'Bea Buyer' }));
    Object.assign(admin, await givenPerson(shop, { role: 'admin', name: 'Ada Admin' }));
  });
  return { buyer, admin };
}
