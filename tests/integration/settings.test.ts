/** Settings: what an administrator changes is shown at once by all processes, recorded, and never silently overwritten. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { signUpEndpoint } from '#people/contract/people.ts';
import { defaultSettings } from '#settings/rules/settings.ts';
import { ask, givenOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';

const web = await readWebBuild();
const shop = givenShop({ web, runsJobs: true });
const beside = givenShop({ web, beside: shop });
const { admin } = givenPeople(shop, { admin: { role: 'admin' } });
let part: string;

beforeAll(async () => {
  part = await givenPart(shop, { name: 'Testco Settled' });
});

describe('a changed setting', () => {
  test('is shown at once by every process, on cached pages, in titles, in structured data and in security.txt', async () => {
    const pages = ['/', '/portfolio', '/about', '/contact', '/parts/memory/testco-settled'];
    for (const path of pages) for (const one of [shop, beside]) await one.app.inject(path);
    await save({
      name: 'Bits & Bolts',
      email: 'desk@bits.example',
      postalAddress: 'Main Street 1\n12345 Town',
      social: 'Mastodon https://social.example/@bits',
      portfolioName: 'Noor Bolt',
      portfolioRole: 'Founder',
      portfolioBiography: 'First.\n\nSecond.',
      project1Title: '',
    });
    for (const one of [shop, beside]) {
      const read = async (path: string) => (await one.app.inject(path)).body;
      await vi.waitFor(async () => expect(await read('/')).toContain('Bits &amp; Bolts supplies authentic'));
      expect(await read('/')).toContain('Noor Bolt<!-- --> answers personally');
      expect(await read('/')).toContain('href="https://social.example/@bits"');
      const portfolio = await read('/portfolio');
      expect(portfolio).toMatch(/<title>Noor Bolt – Bits &amp; Bolts<\/title>/);
      expect(portfolio).toContain('<p>First.</p><p>Second.</p>');
      expect(portfolio).not.toContain(defaultSettings.project1Title);
      expect(await read('/contact')).toMatch(/12345 Town.*mailto:desk@bits\.example/s);
      for (const path of pages) expect(await read(path), path).not.toMatch(/COMPACT/);
      expect(await read('/.well-known/security.txt')).toContain('Contact: mailto:desk@bits.example');
    }
  });

  test('is recorded with what it was before, and nothing that was not sent is touched', async () => {
    const before = await read();
    const answer = await save({ taxId: 'DE 123' });
    expect(answer.body).toMatchObject({
      version: before.version + 1,
      values: { ...before.values, taxId: 'DE 123' },
    });
    const [change] = await shop.db
      .selectFrom('admin_changes')
      .select(['admin_id', 'before', 'after'])
      .where('subject', '=', 'settings')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(change).toEqual({ admin_id: admin.id, before: { taxId: '' }, after: { taxId: 'DE 123' } });
    expect((await save({ taxId: 'DE 123' })).body.version).toBe(before.version + 1);
  });

  test('is the sender of mails, and protected from people who would call themselves so', async () => {
    await save({ name: 'Bits & Bolts', email: 'desk@bits.example' });
    const buyer = await givenPerson(shop);
    const { _id } = await givenOrder(shop, buyer, part);
    const sent = () => shop.mails.find(({ id }) => id === `${_id}-placed`);
    await vi.waitFor(() => expect(sent()).toBeDefined(), { timeout: 20_000 });
    expect(sent()).toMatchObject({ shop: { name: 'Bits & Bolts', email: 'desk@bits.example' } });
    expect(sent()?.text).toContain('-- \nBits & Bolts\n');
    expect(sent()?.html).not.toContain('MPACT');
    const signUp = (name: string) =>
      ask(shop, 'POST', signUpEndpoint.path, {
        name,
        email: `${name.length}@x.example`,
        password: '12345',
      });
    expect(await signUp('Bits &Bolts')).toMatchObject({ status: 400, body: { errors: [{ path: 'name' }] } });
    expect((await signUp('COMPACT')).status).toBe(200);
  });
});

describe('two administrators', () => {
  test('who change different settings undo nothing; on the same one, the second is shown what the first saved', async () => {
    const { version } = await read();
    await save({ companyName: 'Bits Ltd', registration: 'No. 1' }, version);
    expect((await save({ portfolioRole: 'Owner' }, version)).status).toBe(200);
    const refused = await save({ companyName: 'Bolts Ltd', portfolioEmail: 'a@b.example' }, version);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        refused: 'changed-meanwhile',
        errors: [{ path: 'companyName', message: expect.stringContaining('It is “Bits Ltd” now') }],
      },
    });
    expect((await read()).values).toMatchObject({
      companyName: 'Bits Ltd',
      portfolioRole: 'Owner',
      portfolioEmail: defaultSettings.portfolioEmail,
    });
    const again = await save({ companyName: 'Bolts Ltd' }, refused.body.version);
    expect(again.body.values.companyName).toBe('Bolts Ltd');
  });
});

describe('a value that cannot be shown', () => {
  test.each([
    ['name', '', 'The shop needs a name'],
    ['name', 'Two\nlines', 'One line of text is needed here'],
    ['name', 'x'.repeat(41), 'At most 40 characters are possible'],
    ['email', 'desk', 'Invalid email'],
    ['social', 'https://x.example/us', 'Line 1 is not a name and an address that begins with https://'],
    ['social', 'Us https://x.example/us\nBad javascript:alert(1)', /^Line 2 /],
    ['project1Address', 'javascript:alert(1)', /^A link begins with/],
    ['project1Address', '//evil.example', /^A link begins with/],
    ['portfolioImage', 'https://evil.example/x.png', /^This is not a picture of this shop/],
    ['portfolioImage', `/images/${'0'.repeat(40)}-400x300-400.jpg`, /^There is no such picture here/],
    ['nothing', 'x', /nothing/],
  ])('is refused in a sentence: %s = %j', async (field, value, message) => {
    const answer = await save({ [field]: value });
    expect(answer.status).toBe(400);
    const [error] = answer.body.errors;
    if (message instanceof RegExp) expect(error?.message).toMatch(message);
    else expect(error).toEqual({ path: field, message });
  });
});

async function read() {
  return (await admin.ask('GET', '/api/settings')).body as {
    version: number;
    values: Record<string, string>;
  };
}

async function save(changes: Record<string, string>, version?: number) {
  return await admin.ask('PATCH', '/api/settings', {
    version: version ?? (await read()).version,
    ...changes,
  });
}
