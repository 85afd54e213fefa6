/** What a provider says of whoever logs in counts only if it is signed, for this shop, and for this one attempt. */
import { generateKeyPair, UnsecuredJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { refuseUnconfirmedLink } from '#people/identity/social-sign-in.ts';
import { countMails, givenResetToken, readMailedToken } from '../support/account-mails.ts';
import { ask, givenPerson, type Person, personAt, readCookies, readRow, readRows } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';
import { type Claims, type MakeToken, type Profile, startProvider } from '../support/started-provider.ts';

const otherKeys = await generateKeyPair('RS256');
const provider = await startProvider();
afterAll(provider.close);
const { sign } = provider;
const lines: string[] = [];
const shop = await givenShop({
  socialProvider: provider.settings,
  logStream: { write: (line) => void lines.push(line) },
  logLevel: 'warn',
});

test('a token that is signed, for this shop and for this attempt logs in, and the same subject is the same person', async () => {
  const profile = makeProfile('first');
  const first = await goThere(profile);
  expect(first).toMatchObject({ location: expect.stringMatching(/^\/signed_in/), email: profile.email });
  const again = await goThere({ ...profile, email: 'new-address@example.com' });
  expect(again.personId).toBe(first.personId);
  const other = await goThere(makeProfile('somebody-else'));
  expect(other.personId).not.toBe(first.personId);
});

test('a log-in there is logged, with the person, or as one that failed', async () => {
  const { personId, requestId } = await goThere(makeProfile('logged'));
  expect(await readEvent(requestId)).toMatchObject({ securityEvent: 'log-in', succeeded: true, personId });
  const refused = await goThere(makeProfile('victim'), (claims) => sign({ ...claims, aud: 'another shop' }));
  const event = await readEvent(refused.requestId);
  expect(event).toMatchObject({ securityEvent: 'log-in', succeeded: false, address: '127.0.0.1' });
  expect(event).not.toHaveProperty('personId');
});

test.each<[string, (claims: Claims) => string | Promise<string>]>([
  ['unsigned', (claims) => new UnsecuredJWT(claims).encode()],
  ['signed with a key that the provider does not publish', (claims) => sign(claims, otherKeys.privateKey)],
  ['changed after it was signed', async (claims) => change(await sign(claims))],
  ['for another client', (claims) => sign({ ...claims, aud: 'another shop' })],
  ['of another issuer', (claims) => sign({ ...claims, iss: 'https://evil.example' })],
  ['for another attempt', (claims) => sign({ ...claims, nonce: 'another' })],
  ['expired', (claims) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })],
])('nobody is logged in by a token that is %s', async (_, make) => {
  const outcome = await goThere(makeProfile('victim'), make);
  expect(outcome.location).toMatch(/^\/login\?.*error=/);
  expect(outcome.personId).toBeUndefined();
});

const picture = 'https://pictures.example/eve.jpg';

type Said = Record<string, unknown>;

/** What is not the boolean true confirms nothing, whatever it is called. */
const unconfirmed: [string, Said][] = [
  ['nothing', {}],
  ['false', { email_verified: false }],
  ['null', { email_verified: null }],
  ['the text "false"', { email_verified: 'false' }],
  ['the text "true"', { email_verified: 'true' }],
  ['a number', { email_verified: 1 }],
  ['a list', { email_verified: [true] }],
  ['the library’s own field', { emailVerified: true }],
  ['the library’s own field beside the claim', { email_verified: false, emailVerified: true }],
  ['both as text', { email_verified: 'true', emailVerified: 'true' }],
  ['another address as confirmed', { email_verified: false, verified_email: true, verified: true }],
];

describe.each(unconfirmed)('a provider that says %s of whether the address is confirmed', (_, said) => {
  describe.each(['in its answer', 'in the token'])('%s', (where) => {
    const logIn = (sub: string, email: string) => tell({ sub, name: 'Eve', email, picture, ...said }, where);

    test.each(['admin', 'customer'] as const)('logs nobody in as the %s of that address', async (role) => {
      const victim = await givenPerson(shop, { role });
      const outcome = await logIn(newSubject(), victim.email.toUpperCase());
      expect(outcome).toMatchObject({
        location: expect.stringMatching(/^\/login\?.*error=account_not_linked/),
      });
      expect(outcome.personId).toBeUndefined();
      expect(await readProviders(victim.id)).toEqual(['credential']);
    });

    test('makes a customer who confirms the address by mail', async () => {
      const sub = newSubject();
      const { personId, email } = await logIn(sub, `${sub}@example.com`);
      expect(email).toBe(`${sub}@example.com`);
      const expected = { email_verified: false, role: 'customer', image: picture };
      expect(await readPerson(personId)).toMatchObject(expected);
      expect(await countMails(shop, `${sub}@example.com`, 'verification')).toBe(1);
      await logIn(sub, `${sub}@example.com`);
      expect(await readPerson(personId)).toMatchObject({ email_verified: false });
    });
  });
});

test.each(unconfirmed)('the last check before a link takes %s for no confirmation', (_, profile) => {
  const link = (said: Said) => ({ source: { action: 'link-account', oauth: { profile: said } } });
  expect(refuseUnconfirmedLink(link(profile))).toEqual({ error: 'account_not_linked' });
  expect(refuseUnconfirmedLink(link({ ...profile, email_verified: true }))).toBeUndefined();
});

describe.each(['in its answer', 'in the token'])('a provider that confirms an address %s', (where) => {
  test('logs in whoever has confirmed it here, and nobody who has not', async () => {
    const person = await givenPerson(shop);
    const said = { name: 'Nora', email: person.email, email_verified: true };
    expect((await tell({ sub: newSubject(), ...said }, where)).personId).toBe(person.id);
    expect(await readProviders(person.id)).toEqual(['credential', 'oidc']);
    const stranger = await givenPerson(shop, { isConfirmed: false });
    const outcome = await tell({ sub: newSubject(), ...said, email: stranger.email }, where);
    expect(outcome.personId).toBeUndefined();
  });

  test('sets neither the role nor the id nor the picture of a person', async () => {
    const { id } = await givenPerson(shop, { role: 'admin' });
    const sub = newSubject();
    const email = `${sub}@example.com`;
    const script = 'javascript:alert(1)';
    const hostile = { id, userId: id, role: 'admin', image: script, picture: script };
    const { personId } = await tell({ sub, name: 'Eve', email, email_verified: true, ...hostile }, where);
    expect(personId).not.toBe(id);
    expect(await readPerson(personId)).toMatchObject({ role: 'customer', image: null, email_verified: true });
  });

  test.each<[string, unknown]>([
    ['none', undefined],
    ['a list', ['eve@example.com']],
    ['an object', { toLowerCase: 'eve@example.com' }],
    ['a number', 7],
    ['no address', 'eve'],
    ['several', 'eve@example.com, root@example.com'],
    ['several lines', 'eve@example.com\r\nBcc: root@example.com'],
    ['letters that become others', 'root@\u212aompact.example'],
  ])('but tells %s logs nobody in', async (_, email) => {
    const outcome = await tell({ sub: newSubject(), name: 'Eve', email, email_verified: true }, where);
    expect(outcome).toMatchObject({ location: expect.stringMatching(/^\/login\?.*error=email_not_found/) });
    expect(outcome.personId).toBeUndefined();
  });
});

describe('a log-in at the provider', () => {
  const logIn = (sub: string, said: Said) => goThere({ sub, name: 'Nora', ...said });
  const list = async (person: Pick<Person, 'ask'>) => (await person.ask('GET', '/api/linked-log-ins')).body;
  const resetPassword = async (id: string) => {
    const token = await givenResetToken(shop, { id });
    return await ask(shop, 'POST', '/api/identity/reset-password', { token, newPassword: 'quite new' });
  };

  test('that was linked before the address was confirmed ends when a new password is chosen by mail', async () => {
    const sub = newSubject();
    const email = `${sub}@example.com`;
    const stranger = await logIn(sub, { email });
    const id = stranger.personId ?? '';
    await verify(await readMailedToken(shop, email)); // by the owner, who does not know of the stranger
    expect((await logIn(sub, { email })).personId).toBe(id);
    expect(await resetPassword(id)).toMatchObject({ status: 200 });
    expect(await readSession(stranger.cookie)).toBeNull();
    expect(await logIn(sub, { email })).toMatchObject({ personId: undefined });
    expect(await readProviders(id)).toEqual(['credential']);
  });

  test('that was linked to an address that is still unconfirmed then ends, too', async () => {
    const sub = newSubject();
    const email = `${sub}@example.com`;
    const { personId = '', cookie } = await logIn(sub, { email });
    expect((await resetPassword(personId)).status).toBe(200);
    expect(await readSession(cookie)).toBeNull();
    expect(await logIn(sub, { email })).toMatchObject({ personId: undefined });
  });

  test('that was linked afterwards, or with the provider’s word for the address, stays', async () => {
    const person = await givenPerson(shop);
    const [linked, made] = [newSubject(), newSubject()];
    await logIn(linked, { email: person.email, email_verified: true });
    const own = { email: `${made}@example.com`, email_verified: true };
    const { personId = '' } = await logIn(made, own);
    for (const id of [person.id, personId]) expect((await resetPassword(id)).status).toBe(200);
    expect((await logIn(linked, { email: 'another@example.com' })).personId).toBe(person.id);
    expect((await logIn(made, own)).personId).toBe(personId);
  });

  test('is mailed to the person when it is linked, once, and not to an address that nobody has confirmed', async () => {
    const person = await givenPerson(shop);
    const [sub, other] = [newSubject(), newSubject()];
    for (let time = 0; time < 2; time += 1) await logIn(sub, { email: person.email, email_verified: true });
    expect(await countMails(shop, person.email, 'log-in-linked')).toBe(1);
    await logIn(other, { email: `${other}@example.com` });
    expect(await countMails(shop, `${other}@example.com`, 'log-in-linked')).toBe(0);
  });

  test('is seen by its person, who removes it: it logs in no more, and the other sessions end', async () => {
    const person = await givenPerson(shop);
    const mine = { email: person.email, email_verified: true };
    const { cookie } = await logIn(newSubject(), mine);
    const listed = await list(person);
    expect(listed).toMatchObject({ hasPassword: true, linked: [{ provider: 'Testco ID' }] });
    const url = `/api/linked-log-ins/${listed.linked[0]?._id ?? ''}` as const;
    const removed = await person.ask('DELETE', url);
    expect(removed).toMatchObject({ status: 200, body: { hasPassword: true, linked: [] } });
    expect(await readSession(cookie)).toBeNull();
    expect(await readSession(person.cookie)).toMatchObject({ user: { id: person.id } });
    expect((await person.ask('DELETE', url)).status).toBe(404);
  });

  test('is kept while it is the only way in, from however many tabs it is removed', async () => {
    const [sub, another] = [newSubject(), newSubject()];
    const said = { email: `${sub}@example.com`, email_verified: true };
    const { cookie } = await logIn(sub, said);
    await logIn(another, said);
    const path = `/api/user/${said.email}` as const;
    const person = personAt(shop, (await ask(shop, 'PUT', path, { email: said.email }, { cookie })).body);
    const { linked } = await list(person);
    expect(linked).toHaveLength(2);
    const answers = await Promise.all(
      linked.map(({ _id }) => person.ask('DELETE', `/api/linked-log-ins/${_id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ refused: 'last-log-in' });
    expect(await list(person)).toMatchObject({ hasPassword: false, linked: [{ provider: 'Testco ID' }] });
  });
});

function verify(token: string) {
  return ask(shop, 'GET', `/api/identity/verify-email?token=${token}`);
}

async function readSession(cookie: string) {
  return (await ask(shop, 'GET', '/api/identity/get-session', undefined, { cookie })).body;
}

let subjects = 0;
function newSubject(): string {
  subjects += 1;
  return `subject-${subjects}`;
}

/** The claims of a person are in the ID token, or in what the provider answers when it is asked for them. */
function tell(profile: Profile, where: string) {
  if (where === 'in its answer') return goThere(profile);
  return goThere(profile, (claims) => sign({ ...profile, ...claims }));
}

function readPerson(id: string | undefined) {
  return readRow(shop, 'people', { id: id ?? '' });
}

async function readProviders(personId: string): Promise<string[]> {
  const rows = await readRows(shop, 'credentials', { person_id: personId });
  return rows.map(({ provider_id }) => provider_id).sort();
}

async function readEvent(requestId: unknown): Promise<object> {
  const find = () => lines.find((line) => line.includes(String(requestId)) && line.includes('securityEvent'));
  await expect.poll(find).toBeDefined(); // after the answer
  return JSON.parse(find() ?? '');
}

function makeProfile(sub: string) {
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Nora' };
}

/** The same signature under another subject. */
function change(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'another' })).toString('base64url');
  return [header, changed, signature].join('.');
}

/** Goes the way to the provider and back, and answers where that ends and as whom. */
async function goThere(profile: Profile, makeToken: MakeToken = sign) {
  const started = await ask(shop, 'POST', '/api/identity/sign-in/social', { from: '/dashboard' });
  const state = await provider.say(started.body.url, profile, makeToken);
  return await finishLogIn(state, readCookies(started));
}

async function finishLogIn(state: string, started: string) {
  const back = `/login/oidc?code=a-code&state=${state}`;
  const { headers } = await shop.app.inject({ url: back, headers: { cookie: started } });
  const cookie = readCookies({ headers });
  const session = await ask(shop, 'GET', '/api/identity/get-session', undefined, { cookie });
  const { user } = session.body ?? {};
  return {
    location: headers.location,
    cookie,
    personId: user?.id,
    email: user?.email,
    requestId: headers['x-request-id'],
  };
}
