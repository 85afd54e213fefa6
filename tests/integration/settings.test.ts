/** Settings: what an administrator changes is shown at once by all processes, recorded, and never silently overwritten. */
import { describe, expect, test, vi } from 'vitest';
import { signUpEndpoint } from '#people/contract/people.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import type { readPageTextEndpoint } from '#settings/contract/page-texts.ts';
import { defaultSettings } from '#settings/rules/settings.ts';
import { ask, givenOrder, givenPart, givenPerson, readRows, refusal } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';

const web = await readWebBuild();
const shop = await givenShop({ web, runsJobs: true });
const beside = await givenShop({ web, beside: shop });
const { admin } = await givenPeople(shop, { admin: { role: 'admin' } });

const part = await givenPart(shop, { name: 'Testco Settled' });

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
      expect(await read('/')).toContain('Noor Bolt answers personally');
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
    const change = (await readRows(shop, 'admin_changes', { subject: 'settings' })).at(-1);
    expect(change).toEqual(
      expect.objectContaining({ admin_id: admin.id, before: { taxId: '' }, after: { taxId: 'DE 123' } }),
    );
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

describe('the text of a page', () => {
  const path = '/api/page-texts/terms';
  const readVersion = async (version: number) => {
    const answer = await admin.ask('GET', `${path}?version=${version}`);
    return answer.body as EndpointResponse<typeof readPageTextEndpoint>;
  };
  const write = (text: string, version = 1_000_000, isPreview = false) =>
    admin.ask('PUT', path, { version, text, isPreview });
  const terms = async (one = shop) => (await one.app.inject('/terms')).body;

  test('is shown at once by every process as it was written, and a preview shows it to nobody', async () => {
    for (const one of [shop, beside])
      expect(await terms(one)).toContain('These are the terms of every order');
    const text =
      '# Our terms\n\n<b>No</b> **more** than [these](/about).\n\n## Pay\n\nTo {email}, by post:\n\n- {shop}';
    const preview = await write(text, 0, true);
    expect(preview.body).toMatchObject({ version: 0, savedAt: null, content: { title: 'Our terms' } });
    expect(await terms()).not.toContain('Our terms');

    expect((await write(text, 0)).body).toMatchObject({ version: 1, text, savedAt: expect.any(String) });
    for (const one of [shop, beside]) {
      await vi.waitFor(async () =>
        expect(await terms(one)).toContain('<h1 class="text-4xl wrap-anywhere">Our terms</h1>'),
      );
      const page = await terms(one);
      expect(page).toContain('&lt;b&gt;No&lt;/b&gt; <strong>more</strong> than <a href="/about">these</a>.');
      expect(page).toContain('To <a href="mailto:desk@bits.example">desk@bits.example</a>, by post:');
      expect(page).toMatch(
        /<title>Our terms – Bits &amp; Bolts<\/title>.*content="&lt;b&gt;No&lt;\/b&gt; more than these\."/s,
      );
      expect(page).toContain('>Our terms</a>'); // in the footer
      expect(page.match(/<h1/g)).toHaveLength(1);
    }
  });

  test('has versions, which stay, are taken again and recorded; the wording it came with is one of them', async () => {
    const first = await readVersion(0);
    expect(first.text).toContain('# Terms\n\nThese are the terms of every order');
    await write('# Second\n\nText', 1);
    const earlier = await readVersion(1);
    expect(earlier).toMatchObject({ version: 2, content: { title: 'Our terms' } });
    expect((await write('# Third\n\nText', 1)).body).toMatchObject({
      refused: 'changed-meanwhile',
      version: 2,
    });
    expect((await write('# Second\n\nText', 1)).body).toMatchObject({ versions: [{}, {}] });

    const { body: again } = await write(first.text.replaceAll('\n', '\r\n'), 2);
    expect(again).toMatchObject({ version: 3, savedAt: null, versions: [{ isComing: true }, {}, {}] });
    await vi.waitFor(async () => expect(await terms()).toContain('These are the terms of every order'));
    const { body: log } = await admin.ask('GET', '/api/audit_log?subject=settings');
    const change = { field: 'text of terms', before: 'version 2', after: 'the wording it came with' };
    expect(log).toEqual(expect.arrayContaining([expect.objectContaining({ changes: [change] })]));
    expect((await admin.ask('GET', '/api/page-texts/imprint')).body).toMatchObject({
      errors: [{ path: 'page', message: 'There is no such page' }],
    });
    expect(await readVersion(9)).toMatchObject({ errors: [{ path: 'version' }] });
  });

  test('that cannot be shown is refused with what is wrong with it', async () => {
    for (const isPreview of [true, false]) {
      expect((await write('# A\n\n[b](javascript:alert(1))', 3, isPreview)).body).toMatchObject({
        refused: 'invalid-input',
        errors: [{ path: 'text', message: expect.stringContaining('is not possible') }],
      });
    }
    const slides = await admin.ask('PUT', '/api/page-texts/home-banner', { version: 0, text: '# A' });
    expect(slides.body).toMatchObject({
      errors: [{ message: expect.stringContaining('1 at least and 4 at most') }],
    });
  });

  test('of a section of the home page, of the footer and of the money-back promise is where they are shown', async () => {
    await admin.ask('PUT', '/api/page-texts/home-banner', {
      version: 0,
      text: '# We\n\n## One\n\nA line.\n\n[More](/about)',
    });
    await admin.ask('PUT', '/api/page-texts/money-back', {
      version: 0,
      text: '# Returns\n\nWithin 14 days.',
    });
    await save({ tagline: 'Parts of Bremen', questions: 'hidden' });
    const home = async () => (await shop.app.inject('/')).body;
    await vi.waitFor(async () => expect(await home()).toContain('Parts of Bremen'));
    expect(await home()).toMatch(
      /aria-label="We".*banner-title">One<.*A line\..*<p><a href="\/about">More<\/a><\/p>/s,
    );
    expect(await home()).not.toMatch(/The cheapest rate|Are the products authentic/);
    const { body } = await shop.app.inject('/parts/memory/testco-settled');
    expect(body).toContain('Within 14 days.');
    expect(body).not.toMatch(/authentic/i);
  });
});

test('two administrators who change different settings undo nothing; on the same one, the second is shown what the first saved', async () => {
  const { version } = await read();
  await save({ companyName: 'Bits Ltd', registration: 'No. 1' }, version);
  expect((await save({ portfolioRole: 'Owner' }, version)).status).toBe(200);
  const refused = await save({ companyName: 'Bolts Ltd', portfolioEmail: 'a@b.example' }, version);
  expect(refused).toMatchObject(
    refusal(409, 'changed-meanwhile', {
      errors: [{ path: 'companyName', message: expect.stringContaining('It is “Bits Ltd” now') }],
    }),
  );
  expect((await read()).values).toMatchObject({
    companyName: 'Bits Ltd',
    portfolioRole: 'Owner',
    portfolioEmail: defaultSettings.portfolioEmail,
  });
  const again = await save({ companyName: 'Bolts Ltd' }, refused.body.version);
  expect(again.body.values.companyName).toBe('Bolts Ltd');
});

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
])('a value that cannot be shown is refused in a sentence: %s = %j', async (field, value, message) => {
  const answer = await save({ [field]: value });
  expect(answer.status).toBe(400);
  const [error] = answer.body.errors;
  if (message instanceof RegExp) expect(error?.message).toMatch(message);
  else expect(error).toEqual({ path: field, message });
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
