/** Accounts: signing up, logging in and out, the session, the access token, and who may try how often. */
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { makeAccounts } from '#people/identity/accounts.ts';
import {
  type ApiResponse,
  ask,
  changeRows,
  givenImage,
  givenPerson,
  type Person,
  purgeAt,
  readRow,
  readRows,
} from '../support/given.ts';
import { givenShop, type TestShop, testSecret } from '../support/shop.ts';

const shop = await givenShop();
const limits = { attempts: 3, attemptsFromAddress: 30, signUps: 20, mails: 2, mailsInADay: 20 };
const limited = await givenShop({ signInLimits: limits });
const besideLimited = await givenShop({ signInLimits: limits, beside: limited });

const minute = 60_000; // milliseconds

describe('signing up', () => {
  const signUp = (fields: object) => ask(shop, 'POST', '/api/identity/sign-up/email', fields);
  const describeUnknown = (path?: string) => ({ path, message: `There is no such field: ${path}` });

  test.each([
    ['name', undefined, 'Insert name'],
    ['name', '', 'Insert name'],
    ['name', '   ', 'Insert name'],
    ['name', 'x'.repeat(16), 'Invalid name'],
    ['name', 'E\u202eve', 'Invalid name'],
    ['email', undefined, 'Insert email'],
    ['email', '', 'Insert email'],
    ['email', 'nora', 'Invalid email'],
    ['email', 'nora@localhost', 'Invalid email'],
    ['email', 'nora@@example.com', 'Invalid email'],
    ['email', 'nora@example.c', 'Invalid email'],
    ['password', undefined, 'Insert password'],
    ['password', '', 'Insert password'],
    ['password', '1234', 'Minimum length is 5'],
  ])(
    'with the %s “%s” is refused: %s [S5.2 S5.3 S5.4 S5.5 S5.6 S5.7 S9.5]',
    async (field, value, message) => {
      const answer = await signUp({ ...good(), [field]: value });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([{ path: field, message }]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  test('makes a customer, whatever is asked for', async () => {
    const fields = good();
    for (const extra of [{ role: 'admin' }, { emailVerified: true }, { id: crypto.randomUUID() }])
      expect(await signUp({ ...fields, ...extra })).toMatchObject({
        status: 400,
        body: { errors: [describeUnknown(Object.keys(extra)[0])] },
      });
    expect(await personRow(fields.email)).toBeUndefined();
    await signUp(fields);
    expect(await personRow(fields.email)).toMatchObject({ role: 'customer', email_verified: false });
  });

  test('takes a name of 15 characters and a password of 5 [S5.3 S5.7 S9.5]', async () => {
    const answer = await signUp({ ...good(), name: 'x'.repeat(15), password: '12345' });
    expect(answer).toMatchObject({ status: 200, body: { user: { name: 'x'.repeat(15) } } });
    expect(Object.keys(answer.body)).toEqual(['user']);
  });

  test('with an address that is taken is refused in a sentence, in whatever case it is written', async () => {
    const person = await givenPerson(shop);
    for (const email of [person.email, person.email.toUpperCase(), `  ${person.email} `]) {
      const answer = await signUp({ ...good(), email });
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: 'User already exists. Use another email.', title: 'Not possible' },
      });
    }
  });

  test('twice at once makes one account', async () => {
    const fields = good();
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(fields)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 422]).toContain(status);
  });

  test('keeps the password as argon2id, and nowhere else', async () => {
    const password = `secret-${Math.random()}`;
    const { body } = await signUp({ ...good(), password });
    const stored = await readRow(shop, 'credentials', { person_id: body.user.id });
    expect(stored.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const everything = await Promise.all(
      (['people', 'sessions', 'credentials', 'verifications'] as const).map((table) =>
        shop.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(everything)).not.toContain(password);
  });
});

describe('logging in', () => {
  test('goes by the e-mail address in any case, and answers the person and a session', async () => {
    const person = await givenPerson(shop);
    const answer = await logIn(shop, person.email.toUpperCase(), person.password);
    expect(answer).toMatchObject({ status: 200, body: { user: { email: person.email, name: person.name } } });
    expect(JSON.stringify(answer.body)).not.toMatch(/token|password|role/);
  });

  test.each([
    [{ password: 'x' }, 'email', 'Insert email'],
    [{ email: '', password: 'x' }, 'email', 'Insert email'],
    [{ email: 'a@b.co' }, 'password', 'Insert password'],
    [{ email: 'a@b.co', password: '' }, 'password', 'Insert password'],
  ])('with %o is refused at the %s [S5.1]', async (fields, path, message) => {
    const answer = await ask(shop, 'POST', '/api/identity/sign-in/email', fields);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
  });

  test('says the same of a wrong password as of an unknown address', async () => {
    const person = await givenPerson(shop);
    const wrong = await logIn(shop, person.email, 'not this one');
    const unknown = await logIn(shop, newEmail(), 'not this one');
    expect(wrong).toMatchObject({ status: 401, body: { detail: 'Invalid email or password' } });
    expect(unknown.body).toEqual({ ...wrong.body, requestId: expect.any(String) });
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  test('sets a cookie that no script reads and no other site sends [S9.14]', async () => {
    const person = await givenPerson(shop);
    const cookie = readCookie(await logIn(shop, person.email, person.password));
    expect(cookie).toMatch(/^compact\.session_token=/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).not.toMatch(/Secure/);
  });

  test('makes a token of 32 random characters for a session of seven days', async () => {
    const person = await givenPerson(shop);
    for (let times = 0; times < 3; times += 1) await logIn(shop, person.email, person.password);
    const sessions = await readRows(shop, 'sessions', { person_id: person.id });
    expect(new Set(sessions.map(({ token }) => token)).size).toBe(sessions.length);
    for (const { token, created_at, expires_at } of sessions) {
      expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
      expect((Number(expires_at) - Number(created_at)) / 86_400_000).toBeCloseTo(7, 2); // days
    }
  });

  test('deletes a session, with its address and browser, once it has ended by itself', async () => {
    const person = await givenPerson(shop);
    await logIn(shop, person.email, person.password);
    const [session] = await readRows(shop, 'sessions', { person_id: person.id });
    const { expires_at: end } = session ?? {};
    const purge = (seconds: number) => purgeAt(shop, new Date(Number(end) + seconds * 1000));
    await purge(-1);
    expect(await readRows(shop, 'sessions', { id: session?.id })).toHaveLength(1);
    await purge(1);
    expect(await readRows(shop, 'sessions', { id: session?.id })).toHaveLength(0);
  });

  test('sets a Secure cookie where the shop is served over https', async () => {
    const person = await givenPerson(shop);
    const publicUrl = 'https://shop.example';
    const accounts = makeAccounts(shop.db, {
      publicUrl,
      secret: 'x'.repeat(32),
      trustedOrigins: [publicUrl],
      enqueue: async () => {},
    });
    const answer = await accounts.handler(
      new Request(`${publicUrl}/api/identity/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl },
        body: JSON.stringify({ email: person.email, password: person.password }),
      }),
    );
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-compact\.session_token=.*; Secure/);
  });
});

test('a password of any characters and length counts exactly as it was typed, and for ever', async () => {
  const password = `  Ünïcode 👩‍👩‍👧 ${'x'.repeat(80)} <b>"'\\ `;
  const email = newEmail();
  const fields = { name: 'Nora', email, password };
  const { status, body } = await ask(shop, 'POST', '/api/identity/sign-up/email', fields);
  expect(status).toBe(200);
  await changeRows(shop, 'credentials', { person_id: body.user.id }, { updated_at: new Date(0) });
  expect((await logIn(shop, email, password)).status).toBe(200);
  const others = [password.trim(), password.toLowerCase(), password.slice(0, 72), password.normalize('NFD')];
  for (const other of others) expect((await logIn(shop, email, other)).status, other).toBe(401);
});

describe('another site', () => {
  const foreign = { origin: 'https://evil.example' };

  test('cannot log anybody in, out or up', async () => {
    const person = await givenPerson(shop);
    const { email, password, cookie } = person;
    const browser = { ...foreign, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    for (const headers of [{ ...foreign, cookie }, browser, { ...browser, cookie }]) {
      const answers: ApiResponse[] = [
        await ask(shop, 'POST', '/api/identity/sign-in/email', { email, password }, headers),
        await ask(shop, 'POST', '/api/identity/sign-up/email', good(), headers),
      ];
      if ('cookie' in headers) answers.push(await ask(shop, 'POST', '/api/identity/sign-out', {}, headers));
      for (const answer of answers) {
        expect(answer.status, JSON.stringify(answer.body)).toBe(403);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    expect((await person.ask('GET', `/api/admin/${email}`)).status).toBe(200);
  });

  test('cannot send a form, nor is it allowed to read an answer', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/api/identity/sign-in/email',
        headers: { ...foreign, 'content-type': type },
        payload: '{"email":"a@b.co","password":"12345"}',
      });
      expect(answer.statusCode).toBe(415);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('the access token', () => {
  const token = (person: { email: string }, headers: Record<string, string>, body: object = person) =>
    ask(shop, 'PUT', `/api/user/${person.email}`, body, headers);

  test('is handed to the person of the session, and to nobody else [S7.6]', async () => {
    const [person, other] = [await givenPerson(shop), await givenPerson(shop)];
    const { email } = person;
    expect((await token({ email }, {})).status).toBe(401);
    expect((await token({ email }, { authorization: `Bearer ${person.token}` })).status).toBe(401);
    expect((await token({ email }, { cookie: 'compact.session_token=nonsense.nonsense' })).status).toBe(401);
    expect((await token({ email }, { cookie: other.cookie })).status).toBe(403);
    expect((await token({ email }, { cookie: person.cookie }, { email: other.email })).status).toBe(403);
    const answer = await token({ email }, { cookie: person.cookie });
    expect(answer).toMatchObject({ status: 200, body: { name: person.name, email } });
  });

  test('lives 15 minutes by the shop’s clock, and is renewed while the session lives', async () => {
    const person = await givenPerson(shop);
    const start = Date.now();
    const status = async (held = person.token) =>
      (await ask(shop, 'GET', `/api/admin/${person.email}`, undefined, { authorization: `Bearer ${held}` }))
        .status;
    shop.clock.now = new Date(start + 14 * minute);
    expect(await status()).toBe(200);
    shop.clock.now = new Date(start + 16 * minute);
    expect(await status()).toBe(401);
    const renewed = await token({ email: person.email }, { cookie: person.cookie });
    expect(await status(renewed.body.token)).toBe(200);
    expect(Date.parse(renewed.body.expiresAt)).toBe(start + 31 * minute);
    shop.clock.now = new Date(start + 32 * minute);
    expect(await status(renewed.body.token)).toBe(401);
  });

  test('counts no more from the moment of logging out, nor after the session has ended', async () => {
    const person = await givenPerson(shop);
    const second = await logIn(shop, person.email, person.password);
    const cookie = readCookie(second).split(';')[0] ?? '';
    const other = (await token({ email: person.email }, { cookie })).body.token;
    const left = await ask(shop, 'POST', '/api/identity/sign-out', {}, { cookie: person.cookie });
    expect(left).toMatchObject({ status: 200, body: { success: true } });
    expect((await person.ask('GET', `/api/admin/${person.email}`)).status).toBe(401);
    expect((await token({ email: person.email }, { cookie: person.cookie })).status).toBe(401);
    const elsewhere = { authorization: `Bearer ${other}` };
    expect((await ask(shop, 'GET', `/api/admin/${person.email}`, undefined, elsewhere)).status).toBe(200);
    await changeRows(shop, 'sessions', { person_id: person.id }, { expires_at: new Date() });
    expect((await ask(shop, 'GET', `/api/admin/${person.email}`, undefined, elsewhere)).status).toBe(401);
  });

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

  test('gives no role that fields, queries or headers ask for', async () => {
    const buyer = await givenPerson(shop);
    const cookie = { cookie: buyer.cookie };
    await buyer.ask('PUT', `/api/user/${buyer.email}`, { email: buyer.email, role: 'admin' }, cookie);
    await buyer.ask('GET', '/api/manage_orders?role=admin', undefined, { 'x-role': 'admin' });
    const update = { role: 'admin', name: 'Eve' };
    const changed = await ask(shop, 'POST', '/api/identity/update-user', update, cookie);
    expect(changed.status).toBe(404);
    expect((await buyer.ask('GET', `/api/admin/${buyer.email}`)).body).toEqual({ admin: false });
    expect(await personRow(buyer.email)).toMatchObject({ role: 'customer', name: buyer.name });
  });
});

test('the session is answered as the person, or null', async () => {
  const person = await givenPerson(shop);
  const mine = await ask(shop, 'GET', '/api/identity/get-session', undefined, { cookie: person.cookie });
  expect(mine).toMatchObject({ status: 200, body: { user: { email: person.email } } });
  expect(JSON.stringify(mine.body)).not.toMatch(/token/);
  expect(mine.headers['cache-control']).toBe('no-store');
  expect((await ask(shop, 'GET', '/api/identity/get-session')).body).toBeNull();
});

describe('too many attempts', () => {
  test('on one account from one address are refused for a while, whatever a header claims', async () => {
    const person = await givenPerson(limited);
    const attempt = (index: number) =>
      logIn(limited, person.email, 'wrong', { 'x-forwarded-for': `203.0.113.${index}` });
    for (let index = 0; index < 3; index += 1) expect((await attempt(index)).status).toBe(401);
    const refused = await attempt(9);
    expect(refused).toMatchObject({ status: 429, body: { status: 429, title: 'Too many requests' } });
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const inCapitals = await logIn(limited, person.email.toUpperCase(), person.password);
    expect(inCapitals.status).toBe(429);
  });

  test('are counted by all processes together, and count anew five minutes after the first', async () => {
    const person = await givenPerson(limited);
    const at = new Date();
    for (const process of [limited, besideLimited]) process.clock.now = at;
    const statuses = await Array.fromAsync(
      [limited, besideLimited, limited, besideLimited, limited],
      async (process) => (await logIn(process, person.email, 'wrong')).status,
    );
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const later = new Date(at.getTime() + 5 * minute);
    for (const process of [limited, besideLimited]) process.clock.now = later;
    expect((await logIn(besideLimited, person.email, person.password)).status).toBe(200);
  });

  test('at the same moment all count', async () => {
    const person = await givenPerson(limited);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        logIn(index % 2 ? limited : besideLimited, person.email, 'wrong'),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('are not reached by 16 people behind one address', async () => {
    const people = await Array.fromAsync({ length: 16 }, () => givenPerson(limited));
    const answers = await Promise.all(people.map(({ email, password }) => logIn(limited, email, password)));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
  });
});

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
  expect(await personRow(email)).toBeUndefined();
});

test('nobody takes such a name later, but who has it already keeps it, and administrators may', async () => {
  const person = await givenPerson(shop, { name: 'Bea Buyer' });
  const answer = await profile(person, 'COMPACT team');
  expect(answer).toMatchObject(refused);
  await changeRows(shop, 'people', { id: person.id }, { name: 'Old Admin' });
  expect((await profile(person, 'Old Admin')).status).toBe(200);
  expect(await profile(person, 'New Admin')).toMatchObject(refused);
  const admin = await givenPerson(shop, { role: 'admin' });
  expect((await profile(admin, 'Shop support')).status).toBe(200);
});

function logIn(at: TestShop, email: string, password: string, headers: Record<string, string> = {}) {
  return ask(at, 'POST', '/api/identity/sign-in/email', { email, password }, headers);
}

function readCookie({ headers }: ApiResponse): string {
  return String([headers['set-cookie']].flat()[0]);
}

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

async function personRow(email: string) {
  return (await readRows(shop, 'people', { email }))[0];
}

function good() {
  return { name: 'Nora', email: newEmail(), password: '12345' };
}

let count = 0;
function newEmail(): string {
  count += 1;
  return `account${count}@example.com`;
}
