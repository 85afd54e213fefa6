/** Names that look like the shop's own are refused wherever a name can be set; administrators may have them. */
import { expect, test } from 'vitest';
import { ask, givenImage, givenPerson, type Person } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();

const profile = async (person: Person, name: string) =>
  person.ask('PUT', `/api/user_info/${person.email}`, {
    name,
    education: 'Some',
    location: '1 Farm Lane',
    link: await givenImage(shop),
  });

const refused = {
  status: 400,
  body: { refused: 'invalid-input', errors: [{ path: 'name', message: expect.stringContaining('another') }] },
};

test.each(['Official Shop', 'Ѕuрроrt'])('%s cannot sign up', async (name) => {
  const email = 'impostor@example.com';
  const body = { name, email, password: 'a good password' };
  expect(await ask(shop, 'POST', '/api/identity/sign-up/email', body)).toMatchObject(refused);
  expect(
    await shop.db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst(),
  ).toBeUndefined();
});

test('nobody takes such a name later, but who has it already keeps it, and administrators may', async () => {
  const person = await givenPerson(shop, { name: 'Bea Buyer' });
  const answer = await profile(person, 'COMPACT team');
  expect(answer).toMatchObject(refused);
  await shop.db.updateTable('people').set({ name: 'Old Admin' }).where('id', '=', person.id).execute();
  expect((await profile(person, 'Old Admin')).status).toBe(200);
  expect(await profile(person, 'New Admin')).toMatchObject(refused);
  const admin = await givenPerson(shop, { role: 'admin' });
  expect((await profile(admin, 'Shop support')).status).toBe(200);
});
