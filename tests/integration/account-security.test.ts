/** Confirming an address, choosing a new password, changing it, and ending all sessions. */
import { describe, expect, test } from 'vitest';
import { countMails, readMailedToken } from '../support/account-mails.ts';
import {
  type ApiResponse,
  ask,
  changeRows,
  countLockWaits,
  givenPerson,
  type Person,
  readCookies,
  readRow,
  readRows,
} from '../support/given.ts';
import { givenShop, type TestShop } from '../support/shop.ts';

const shop = await givenShop();
const limited = await givenShop({
  signInLimits: { attempts: 3, attemptsFromAddress: 100, signUps: 100, mails: 2, mailsInADay: 3 },
});

describe('confirming the e-mail address', () => {
  test('goes by the link that signing up mails, and signing in does not wait for it [S7.34]', async () => {
    const person = await givenPerson(shop, { isConfirmed: false });
    expect(await readSession(person)).toMatchObject({ user: { emailVerified: false } });
    expect((await logIn(shop, person, person.password)).status).toBe(200);
    const token = await readMailedToken(shop, person.email);
    expect(await verify(token)).toMatchObject({ status: 200, body: { status: true } });
    expect(await readSession(person)).toMatchObject({ user: { emailVerified: true } });
    expect((await verify(token)).status).toBe(200); // a second click does no harm
  });

  test.each([
    // amid the signature: of its last letter some bits mean nothing
    ['forged', (token: string) => token.replace(/.(?=.{9}$)/, (letter) => (letter === 'A' ? 'B' : 'A')), 401],
    ['of another key', () => 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFAYi5jbyJ9.x', 401],
    ['cut off', (token: string) => token.slice(0, 30), 400],
  ])('with a token that is %s is refused in a sentence', async (_, spoil, status) => {
    const person = await givenPerson(shop, { isConfirmed: false });
    const answer = await verify(spoil(await readMailedToken(shop, person.email)));
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toMatch(/^This link .*\.$/);
    expect(await readSession(person)).toMatchObject({ user: { emailVerified: false } });
  });

  test.each(['/elsewhere', 'https://evil.example/', '//evil.example'])(
    'with parameters that the call does not have, callbackURL=%s, leads nowhere',
    async (callback) => {
      const query = `&callbackURL=${encodeURIComponent(callback)}`;
      const person = await givenPerson(shop);
      expect(await verify(`a.b.c${query}`)).toMatchObject({ status: 401 });
      const token = await readMailedToken(shop, person.email);
      expect(await verify(`${token}${query}`)).toMatchObject({ status: 200, body: { status: true } });
    },
  );

  test('mails the link again when asked, but not to a confirmed address, and never tells whose it is', async () => {
    const person = await givenPerson(shop, { isConfirmed: false });
    const send = (email: string) =>
      ask(shop, 'POST', '/api/identity/send-verification-email', { email }, { cookie: person.cookie });
    expect(await send(person.email)).toMatchObject({ status: 200, body: { status: true } });
    expect(await countMails(shop, person.email, 'verification')).toBe(2);
    await verify(await readMailedToken(shop, person.email));
    expect(await send(person.email)).toMatchObject({
      status: 400,
      body: { detail: 'Your e-mail address is confirmed already.' },
    });
    const asVisitor = (email: string) =>
      ask(shop, 'POST', '/api/identity/send-verification-email', { email });
    const [known, unknown] = [await asVisitor(person.email), await asVisitor('nobody@example.com')];
    expect(known.body).toEqual(unknown.body);
    expect(await countMails(shop, person.email, 'verification')).toBe(2);
  });

  test('mails one account only so often, from wherever it is asked', async () => {
    const person = await givenPerson(limited, { isConfirmed: false });
    const answers = await Array.fromAsync({ length: 3 }, (_, index) =>
      limited.app.inject({
        method: 'POST',
        url: '/api/identity/send-verification-email',
        remoteAddress: `192.0.2.${index}`,
        headers: { origin: limited.url },
        payload: { email: person.email },
      }),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
  });

  test('does not count calls that were too many in a while among the mails of the day', async () => {
    const at = new Date();
    limited.clock.now = at;
    const email = `m${crypto.randomUUID()}@example.com`;
    const reset = async () =>
      (await ask(limited, 'POST', '/api/identity/request-password-reset', { email })).status;
    for (const status of [200, 200, 429, 429]) expect(await reset()).toBe(status);
    limited.clock.now = new Date(at.getTime() + 5 * 60 * 1000);
    expect(await reset()).toBe(200);
  });

  test('mails one mailbox only so often in a day for one network, whatever is asked for, and says when to come again', async () => {
    const at = new Date();
    const mailbox = `m${crypto.randomUUID()}`;
    const askFor = (call: string, tag = '') => {
      const account = call === 'sign-up/email' && { password: 'a long one', name: 'Somebody' };
      const body = { email: `${mailbox}${tag}@example.com`, ...account };
      return ask(limited, 'POST', `/api/identity/${call}`, body);
    };
    limited.clock.now = at;
    expect((await askFor('sign-up/email')).status).toBe(200);
    expect((await askFor('request-password-reset')).status).toBe(200);
    expect((await askFor('sign-up/email', '+again')).status).toBe(200);
    for (const call of ['request-password-reset', 'send-verification-email', 'sign-up/email']) {
      const refused = {
        status: 429,
        body: { refused: 'too-many-mails' },
        headers: { 'retry-after': '86400' },
      };
      expect(await askFor(call, '+more')).toMatchObject(refused);
    }
    const elsewhere = async () => {
      const { statusCode } = await limited.app.inject({
        method: 'POST',
        url: '/api/identity/request-password-reset',
        remoteAddress: '192.0.2.1',
        headers: { origin: limited.url },
        payload: { email: `${mailbox}@example.com` },
      });
      return statusCode;
    };
    expect(await elsewhere()).toBe(200);
    // what sends no mail keeps nobody else from asking
    limited.clock.now = new Date(at.getTime() + 5 * 60 * 1000);
    for (let call = 1; call <= 5; call += 1)
      expect((await askFor('request-password-reset')).body).toMatchObject({ refused: 'too-many-mails' });
    expect(await elsewhere()).toBe(200);
    limited.clock.now = new Date(at.getTime() + 24 * 60 * 60 * 1000);
    expect((await askFor('request-password-reset')).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  const request = (email: string) => ask(shop, 'POST', '/api/identity/request-password-reset', { email });
  const reset = (token: string, newPassword: string) =>
    ask(shop, 'POST', '/api/identity/reset-password', { token, newPassword });

  test('is replaced by the mailed link, once; every session ends and the old one counts no more', async () => {
    const person = await givenPerson(shop);
    expect((await request(person.email.toUpperCase())).status).toBe(200);
    const token = await readMailedToken(shop, person.email, 'password-reset');
    expect(await reset(token, 'quite new')).toMatchObject({ status: 200, body: { status: true } });
    expect((await person.ask('GET', `/api/admin/${person.email}`)).status).toBe(401);
    expect(await readSession(person)).toBeNull();
    expect((await logIn(shop, person, person.password)).status).toBe(401);
    expect((await logIn(shop, person, 'quite new')).status).toBe(200);
    expect(await reset(token, 'once more')).toMatchObject({
      status: 400,
      body: { detail: 'This link does not count any more. Please ask for a new one.' },
    });
    expect((await logIn(shop, person, 'once more')).status).toBe(401);
  });

  test('is replaced for a log-in, too, that has compared the old one meanwhile', async () => {
    const person = await givenPerson(shop);
    await request(person.email);
    const token = await readMailedToken(shop, person.email, 'password-reset');
    const { promise: isReplaced, resolve: letSessionBegin } = Promise.withResolvers<void>();
    const held = shop.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('people').select('id').where('id', '=', person.id).forUpdate().execute();
      await isReplaced;
    });
    const loggingIn = logIn(shop, person, person.password);
    await expect.poll(() => countLockWaits(shop)).toBe(1); // its session refers to the person
    expect((await reset(token, 'quite new')).status).toBe(200);
    letSessionBegin();
    await held;
    expect((await loggingIn).status).toBe(401);
    expect(await readRows(shop, 'sessions', { person_id: person.id })).toEqual([]);
  });

  test('is asked for with the same answer, in about the same time, whether there is an account or not', async () => {
    const person = await givenPerson(shop);
    const start = performance.now();
    const unknown = await request('nobody.at.all@example.com');
    expect(performance.now() - start).toBeGreaterThan(450);
    const known = await request(person.email);
    expect(known.body).toEqual(unknown.body);
    expect(known.status).toBe(200);
    expect(await countMails(shop, 'nobody.at.all@example.com', 'password-reset')).toBe(0);
  });

  test.each([
    ['', 'Insert password'],
    ['1234', 'Minimum length is 5'],
  ])('is not replaced by “%s”: %s, and the link still counts', async (newPassword, message) => {
    const person = await givenPerson(shop);
    await request(person.email);
    const token = await readMailedToken(shop, person.email, 'password-reset');
    const answer = await reset(token, newPassword);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'newPassword', message }] } });
    expect((await reset(token, '12345')).status).toBe(200);
  });

  test('is replaced by one link: those mailed before it was reset, or changed, count no more', async () => {
    const person = await givenPerson(shop);
    const askForLink = async () => {
      await request(person.email);
      return await readMailedToken(shop, person.email, 'password-reset');
    };
    const [older, newer] = [await askForLink(), await askForLink()];
    expect((await reset(newer, 'quite new')).status).toBe(200);
    expect((await reset(older, 'of the older link')).status).toBe(400);
    const third = await askForLink();
    const cookie = readCookies(await logIn(shop, person, 'quite new'));
    const body = { currentPassword: 'quite new', newPassword: 'changed since' };
    await ask(shop, 'POST', '/api/identity/change-password', body, { cookie });
    expect((await reset(third, 'of an old link')).status).toBe(400);
    expect((await logIn(shop, person, 'changed since')).status).toBe(200);
  });

  test('has a link that counts for an hour', async () => {
    const person = await givenPerson(shop);
    await request(person.email);
    const token = await readMailedToken(shop, person.email, 'password-reset');
    const { expires_at } = await readRow(shop, 'verifications', { value: person.id });
    expect(Math.abs(expires_at.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
    await changeRows(
      shop,
      'verifications',
      { value: person.id },
      { expires_at: new Date(Date.now() - 1000) },
    );
    expect((await reset(token, 'too late')).status).toBe(400);
  });
});

describe('changing the password', () => {
  const change = (person: Pick<Person, 'cookie'>, currentPassword: string, at: TestShop = shop) =>
    ask(
      at,
      'POST',
      '/api/identity/change-password',
      { currentPassword, newPassword: 'quite new' },
      { cookie: person.cookie },
    );

  test('needs the old one, keeps this session and ends all others', async () => {
    const person = await givenPerson(shop);
    const elsewhere = readCookies(await logIn(shop, person, person.password));
    const wrong = await change(person, 'not this one');
    expect(wrong).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'currentPassword', message: 'This is not your password.' }] },
    });
    const changed = await change(person, person.password);
    expect(changed).toMatchObject({ status: 200, body: { user: { email: person.email } } });
    expect(JSON.stringify(changed.body)).not.toContain('token');
    expect(await readSession({ cookie: elsewhere })).toBeNull();
    expect(await readSession({ cookie: readCookies(changed) })).toMatchObject({
      user: { email: person.email },
    });
    expect((await person.ask('GET', `/api/admin/${person.email}`)).status).toBe(401);
    expect((await logIn(shop, person, person.password)).status).toBe(401);
    expect((await logIn(shop, person, 'quite new')).status).toBe(200);
  });

  test('ends the session of a log-in, too, that comes between the end of the others and the new password', async () => {
    const person = await givenPerson(shop);
    const { promise: hasLoggedIn, resolve: letPasswordChange } = Promise.withResolvers<void>();
    const held = shop.db.transaction().execute(async (transaction) => {
      const password = transaction.selectFrom('credentials').select('id').where('person_id', '=', person.id);
      await password.forUpdate().execute();
      await hasLoggedIn;
    });
    const changing = change(person, person.password);
    await expect.poll(() => countLockWaits(shop)).toBe(1);
    const { email, password } = person;
    const [url, headers] = ['/api/identity/sign-in/email', { origin: shop.url }];
    const elsewhere = { url, headers, remoteAddress: '192.0.2.1', payload: { email, password } };
    const loggedIn = await shop.app.inject({ method: 'POST', ...elsewhere });
    letPasswordChange();
    await held;
    expect(await readSession({ cookie: readCookies(await changing) })).not.toBeNull();
    expect(loggedIn.statusCode).toBe(200);
    expect(await readSession({ cookie: readCookies(loggedIn) })).toBeNull();
  });

  test('counts the guesses of a person, whatever else the cookies hold and in however many sessions', async () => {
    const person = await givenPerson(limited);
    const elsewhere = readCookies(await logIn(limited, person, person.password));
    const { cookie } = person;
    const cookies = [cookie, `junk=1; ${cookie}`, elsewhere, `${cookie}; junk=2`, `junk=3; ${elsewhere}`];
    const guess = async (cookie: string) => (await change({ cookie }, 'a guess', limited)).status;
    expect(await Array.fromAsync(cookies, guess)).toEqual([400, 400, 400, 429, 429]);
    const another = await givenPerson(limited); // from the same address
    expect((await change(another, another.password, limited)).status).toBe(200);
  });
});

test('logging out everywhere ends every session of the person, and nobody else’s', async () => {
  const [person, other] = [await givenPerson(shop), await givenPerson(shop)];
  const elsewhere = readCookies(await logIn(shop, person, person.password));
  const everywhere = (headers: Record<string, string>) =>
    ask(shop, 'POST', '/api/identity/revoke-sessions', {}, headers);
  const foreign = await everywhere({ cookie: person.cookie, origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  const nowhere = await everywhere({ cookie: person.cookie, origin: '' });
  expect(nowhere.body).toMatchObject({ detail: 'An Origin header with the address of the shop is needed.' });
  expect((await person.ask('GET', `/api/admin/${person.email}`)).status).toBe(200);
  expect(await everywhere({ cookie: person.cookie })).toMatchObject({ status: 200, body: { status: true } });
  expect(await readSession(person)).toBeNull();
  expect(await readSession({ cookie: elsewhere })).toBeNull();
  expect((await person.ask('GET', `/api/admin/${person.email}`)).status).toBe(401);
  expect((await other.ask('GET', `/api/admin/${other.email}`)).status).toBe(200);
});

function verify(token: string) {
  return ask(shop, 'GET', `/api/identity/verify-email?token=${token}`);
}

async function readSession({ cookie }: { cookie: string }): Promise<unknown> {
  return (await ask(shop, 'GET', '/api/identity/get-session', undefined, { cookie })).body;
}

function logIn(at: TestShop, { email }: Person, password: string): Promise<ApiResponse> {
  return ask(at, 'POST', '/api/identity/sign-in/email', { email, password });
}
