/** The people whom most tests need. */
import { randomUUIDv7 } from 'node:crypto';
import { beforeAll } from 'vitest';
import { givenPerson, insertRows, type Person } from './given.ts';
import type { TestShop } from './shop.ts';

/** Signed up before the tests; the fields of each by what the tests call them. */
export function givenPeople<Name extends string>(
  shop: TestShop,
  fields: Record<Name, Parameters<typeof givenPerson>[1]>,
): Record<Name, Person> {
  const people = {} as Record<Name, Person>;
  const names = Object.keys(fields) as Name[];
  for (const name of names) people[name] = {} as Person;
  beforeAll(async () => {
    for (const name of names) Object.assign(people[name], await givenPerson(shop, fields[name]));
  });
  return people;
}

export function givenBuyerAndAdmin(shop: TestShop): { buyer: Person; admin: Person } {
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
