/** A role that somebody gives themselves, or a token that is not theirs or not good any more, opens nothing. */
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { ask, givenPaidOrder, givenPerson, type Person, partBody } from '../support/given.ts';
import { givenShop, testSecret } from '../support/shop.ts';

const shop = givenShop();

describe('a role', () => {
  test('cannot be given to oneself when signing up', async () => {
    const account = { name: 'Eve', email: `eve.${Date.now()}@example.com`, password: 'a good password' };
    for (const extra of [{ role: 'admin' }, { emailVerified: true }, { id: crypto.randomUUID() }]) {
      const refused = await ask(shop, 'POST', '/api/identity/sign-up/email', { ...account, ...extra });
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0]?.path).toBe(Object.keys(extra)[0]);
    }
    const people = shop.db.selectFrom('people').selectAll().where('email', '=', account.email);
    expect(await people.execute()).toEqual([]);
  });

  test('cannot be gained by fields, queries or headers of other endpoints', async () => {
    const buyer = await givenPerson(shop);
    const cookie = { cookie: buyer.cookie };
    await buyer.ask('PUT', `/api/user/${buyer.email}`, { email: buyer.email, role: 'admin' }, cookie);
    await buyer.ask('GET', '/api/manage_orders?role=admin', undefined, { 'x-role': 'admin' });
    const update = { role: 'admin', name: 'Eve' };
    const changed = await ask(shop, 'POST', '/api/identity/update-user', update, cookie);
    expect(changed.status).toBe(404);
    expect((await buyer.ask('GET', `/api/admin/${buyer.email}`)).body).toEqual({ admin: false });
    expect(await readPerson(buyer)).toMatchObject({ role: 'customer', name: buyer.name });
  });

  test('of a customer gives no access to an administrator’s endpoint', async () => {
    const buyer = await givenPerson(shop);
    const order = await givenPaidOrder(shop, buyer);
    const answers = [
      await buyer.ask('GET', '/api/manage_orders'),
      await buyer.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' }),
      await buyer.ask('POST', '/api/parts', partBody({ name: 'Mine' })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await readRow(order._id)).state).toBe('paid');
  });

  test('of an administrator that is taken away counts for the next call, with the same token', async () => {
    const admin = await givenPerson(shop, { role: 'admin' });
    const order = await givenPaidOrder(shop, await givenPerson(shop));
    expect((await admin.ask('GET', '/api/manage_orders?limit=1')).status).toBe(200);
    await shop.db.updateTable('people').set({ role: 'customer' }).where('id', '=', admin.id).execute();
    expect((await admin.ask('GET', '/api/manage_orders?limit=1')).status).toBe(403);
    const ship = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(ship.status).toBe(403);
    expect((await admin.ask('GET', `/api/my_order/${order._id}`)).status).toBe(404);
    expect((await admin.ask('GET', `/api/admin/${admin.email}`)).body).toEqual({ admin: false });
  });
});

describe('a token', () => {
  test('that is forged, expired, for something else, of another secret or unsigned counts as none', async () => {
    const person = await givenPerson(shop);
    const { sid } = JSON.parse(Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString());
    const claims = { sub: person.id, sid };
    const key = `access-token:${testSecret}`;
    // the first shows that the others fail for what is wrong with them
    expect(await statusWith(await signed(key, claims))).toBe(200);
    const [header, , signature] = person.token.split('.');
    const stolen = Buffer.from(JSON.stringify({ ...claims, aud: 'compact-api' })).toString('base64url');
    const forged = {
      'of another secret': await signed('access-token:another secret of the tests, long enough', claims),
      'of the bare secret': await signed(testSecret, claims),
      expired: await signed(key, claims, { expires: '-1s' }),
      'for another audience': await signed(key, claims, { audience: 'elsewhere' }),
      'of another algorithm': await signed(key, claims, { algorithm: 'HS512' }),
      unsigned: new UnsecuredJWT(claims).setAudience('compact-api').setExpirationTime('5m').encode(),
      'with other claims under an old signature': `${header}.${stolen}.${signature}`,
      'of no session': await signed(key, { sub: person.id, sid: crypto.randomUUID() }),
      'of another’s session': await signed(key, { sub: (await givenPerson(shop)).id, sid }),
      'without claims': await signed(key, {}),
      'of ids that are none': await signed(key, { sub: 'me', sid: 'mine' }),
      'that never expires': await signed(key, claims, { expires: 'never' }),
      'the session’s cookie': person.cookie.split('=')[1] ?? '',
      'cut short': person.token.slice(0, -4),
    };
    const statuses = Object.entries(forged).map(async ([what, token]) => [what, await statusWith(token)]);
    const expected = Object.keys(forged).map((what) => [what, 401]);
    expect(await Promise.all(statuses)).toEqual(expected);

    async function statusWith(token: string): Promise<number> {
      const headers = { authorization: `Bearer ${token}` };
      return (await ask(shop, 'GET', `/api/my_orders?email=${person.email}`, undefined, headers)).status;
    }
  });

  test('counts for 15 minutes and not longer', async () => {
    const person = await givenPerson(shop);
    const mine = `/api/my_orders?email=${person.email}`;
    const later = (seconds: number) => new Date(Date.now() + seconds * 1000);
    try {
      shop.clock.now = later(14 * 60);
      expect((await person.ask('GET', mine)).status).toBe(200);
      shop.clock.now = later(15 * 60 + 5);
      expect((await person.ask('GET', mine)).status).toBe(401);
    } finally {
      shop.clock.now = undefined;
    }
  });

  test('of a session that was logged out counts as none at once, and the cookie gets no new one', async () => {
    const person = await givenPerson(shop);
    const mine = `/api/my_orders?email=${person.email}`;
    expect((await person.ask('GET', mine)).status).toBe(200);
    const out = await ask(shop, 'POST', '/api/identity/sign-out', {}, { cookie: person.cookie });
    expect(out.status).toBe(200);
    expect((await person.ask('GET', mine)).status).toBe(401);
    const { email, cookie } = person;
    const renewed = await ask(shop, 'PUT', `/api/user/${email}`, { email }, { cookie });
    expect(renewed.status).toBe(401);
  });

  test('is handed out to the session’s own e-mail only', async () => {
    const [person, other] = [await givenPerson(shop), await givenPerson(shop)];
    const cookie = { cookie: person.cookie };
    const path = (email: string) => `/api/user/${email}`;
    expect((await ask(shop, 'PUT', path(other.email), { email: other.email }, cookie)).status).toBe(403);
    expect((await ask(shop, 'PUT', path(person.email), { email: other.email }, cookie)).status).toBe(403);
    expect((await ask(shop, 'PUT', path(person.email), { email: person.email })).status).toBe(401);
    const bearer = { authorization: `Bearer ${person.token}` };
    expect((await ask(shop, 'PUT', path(person.email), { email: person.email }, bearer)).status).toBe(401);
  });
});

type Signing = { expires?: string; audience?: string; algorithm?: string };

function signed(secret: string, { sub, ...claims }: { sub?: string; sid?: string }, signing: Signing = {}) {
  const { audience = 'compact-api', algorithm = 'HS256', expires = '5m' } = signing;
  const token = new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm })
    .setAudience(audience)
    .setIssuedAt();
  if (expires !== 'never') token.setExpirationTime(expires);
  if (sub) token.setSubject(sub);
  return token.sign(new TextEncoder().encode(secret));
}

function readRow(orderId: string) {
  return shop.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
}

function readPerson({ id }: Person) {
  return shop.db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
