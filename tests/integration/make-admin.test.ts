/** Make Admin: the role is given and taken away, counts at once, is recorded, and the last administrator keeps it. */
import { expect, test } from 'vitest';
import { makeAdmin } from '#people/use-cases/change-role.ts';
import { confirmAddress, givenPerson, readRows, refusal } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { admin } = await givenPeople(shop, { admin: { role: 'admin', name: 'Ada Admin' } });

test('an administrator makes another, who is one from the next call on; the second time nothing changes', async () => {
  const person = await givenPerson(shop, { name: 'Nora New' });
  expect((await person.ask('GET', '/api/user')).status).toBe(403);
  const made = await admin.ask('PUT', `/api/user/admin/${person.email}`);
  expect(made).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  expect((await person.ask('GET', '/api/user')).status).toBe(200);
  expect((await admin.ask('PUT', `/api/user/admin/${person.email}`)).body).toEqual({ modifiedCount: 0 });

  const dismissed = await admin.ask('DELETE', `/api/user/admin/${person.email}`);
  expect(dismissed.body).toEqual({ modifiedCount: 1 });
  expect((await person.ask('GET', '/api/user')).status).toBe(403);
  expect((await admin.ask('DELETE', `/api/user/admin/${person.email}`)).body).toEqual({ modifiedCount: 0 });
  expect(await readRows(shop, 'admin_changes', { subject_id: person.id })).toMatchObject([
    { admin_id: admin.id, before: { role: 'customer' }, after: { role: 'admin' } },
    { admin_id: admin.id, before: { role: 'admin' }, after: { role: 'customer' } },
  ]);
});

test('the list has everybody, without a word of passwords, and is searched, sorted, filtered and paged', async () => {
  for (const name of ['Zed Alpha', 'Zed Beta', 'Zed Gamma']) await givenPerson(shop, { name });
  const { body, headers } = await admin.ask('GET', '/api/user?q=zed&sort=oldest&limit=2');
  expect(body.map(({ name }) => name)).toEqual(['Zed Alpha', 'Zed Beta']);
  expect(headers['x-total-count']).toBe('3');
  const fields = '_id,confirmed,email,img,joinedAt,name,role';
  expect(
    Object.keys(body[0] ?? {})
      .sort()
      .join(),
  ).toBe(fields);
  const next = /\?([^>]+)>/.exec(String(headers.link))?.[1];
  expect((await admin.ask('GET', `/api/user?${next}`)).body.map(({ name }) => name)).toEqual(['Zed Gamma']);
  expect((await admin.ask('GET', '/api/user?q=zed')).body[0]?.name).toBe('Zed Gamma');
  const admins = (await admin.ask('GET', '/api/user?status=admin')).body;
  expect(new Set(admins.map(({ role }) => role))).toEqual(new Set(['admin']));
});

test('nobody whose e-mail address is not confirmed does, except by the command line; the list says who is', async () => {
  const person = await givenPerson(shop, { name: 'Una Unknown', isConfirmed: false });
  const listed = async () => (await admin.ask('GET', `/api/user?q=${person.email}`)).body;
  expect(await listed()).toMatchObject([{ confirmed: false, role: 'customer' }]);
  const refused = await admin.ask('PUT', `/api/user/admin/${person.email}`);
  expect(refused).toMatchObject(
    refusal(409, 'address-not-confirmed', { detail: expect.stringMatching(/not confirmed.*\.$/) }),
  );
  expect(await listed()).toMatchObject([{ role: 'customer' }]);

  const made = await makeAdmin(shop, { email: person.email, adminId: null, at: new Date() });
  expect(made).toEqual({ changed: true });
  await confirmAddress(shop, person);
  expect(await listed()).toMatchObject([{ confirmed: true, role: 'admin' }]);
});

test('the last administrator stays one, also of several who dismiss one another at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    await shop.db.updateTable('people').set({ role: 'customer' }).where('id', '!=', admin.id).execute();
    const others = await Promise.all([1, 2, 3].map(() => givenPerson(shop, { role: 'admin' })));
    const circle = [admin, ...others];
    const answers = await Promise.all(
      circle.map((person, index) =>
        person.ask('DELETE', `/api/user/admin/${circle[(index + 1) % circle.length]?.email}`),
      ),
    );
    for (const { status } of answers) expect([200, 403, 409]).toContain(status);
    const left = await shop.db.selectFrom('people').select('id').where('role', '=', 'admin').execute();
    expect(left.length).toBeGreaterThanOrEqual(1);
    await shop.db.updateTable('people').set({ role: 'admin' }).where('id', '=', admin.id).execute();
  }
  await shop.db.updateTable('people').set({ role: 'customer' }).where('id', '!=', admin.id).execute();
  const alone = await admin.ask('DELETE', `/api/user/admin/${admin.email}`);
  expect(alone).toMatchObject({ status: 409, body: { refused: 'last-administrator' } });
});
