/** The people whom most tests need. */
import { randomUUIDv7 } from 'node:crypto';
import { givenPerson, insertRows, type Person } from './given.ts';
import type { TestShop } from './shop.ts';

/** The fields of each by what the tests call them. */
export async function givenPeople<Name extends string>(
  shop: TestShop,
  fields: Record<Name, Parameters<typeof givenPerson>[1]>,
): Promise<Record<Name, Person>> {
  const people = {} as Record<Name, Person>;
  for (const name of Object.keys(fields) as Name[]) people[name] = await givenPerson(shop, fields[name]);
  return people;
}

export function givenBuyerAndAdmin(shop: TestShop): Promise<Record<'buyer' | 'admin', Person>> {
  return givenPeople(shop, { buyer: { name: 'Bea Buyer' }, admin: { role: 'admin', name: 'Ada Admin' } });
}

/** A log-in at an identity provider that belongs to this person; answers its id. */
export async function givenLinkedLogIn(
  shop: Pick<TestShop, 'db'>,
  { id: personId }: Pick<Person, 'id'>,
): Promise<string> {
  const id = randomUUIDv7();
  const at = new Date();
  const row = { id, person_id: personId, account_id: `subject ${id}`, provider_id: 'oidc' };
  await insertRows(shop, 'credentials', { ...row, created_at: at, updated_at: at });
  return id;
}
