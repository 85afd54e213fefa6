/** The people whom most tests need. */
import { randomUUIDv7 } from 'node:crypto';
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

/** A log-in at an identity provider that belongs to this person; answers its id. */
export async function givenLinkedLogIn(
  shop: Pick<TestShop, 'db'>,
  { id: personId }: Pick<Person, 'id'>,
): Promise<string> {
  const id = randomUUIDv7();
  const at = new Date();
  const row = { id, person_id: personId, account_id: `subject ${id}`, provider_id: 'oidc' };
  await shop.db
    .insertInto('credentials')
    .values({ ...row, created_at: at, updated_at: at })
    .execute();
  return id;
}
