/** Whether parts fit together: by the API, under short addresses, on the build page and in lists. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { composeReadyBuilds } from '#fit/use-cases/compose-ready-builds.ts';
import { maxNewBuilds } from '#fit/use-cases/save-build.ts';
import { changeContent, runTransaction } from '#platform/database/transaction.ts';
import { givenCookieJar } from '../support/cookie-jar.ts';
import {
  ask,
  changeRows,
  givenPart,
  givenPerson,
  givenPurchase,
  keepSessions,
  purgeAt,
  readRow,
  readRows,
} from '../support/given.ts';
import { type BuildKind, givenBuildParts, givenDrive } from '../support/given-build.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';

const shop = await givenShop({ web: await readWebBuild() });

const ids = await givenBuildParts(shop);

const name = (...kinds: BuildKind[]) => kinds.map((kind) => ids[kind]).join(',');
const check = async (parts: string) => {
  const answer = await ask(shop, 'GET', `/api/fit?parts=${encodeURIComponent(parts)}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('GET /api/fit', () => {
  test('gives the verdict, sentences with both numbers, watts and the total without what is owned', async () => {
    const parts = `${ids.board},${ids.processor},${ids.memory}*2,${ids.card}.owned,${ids.tightCase}`;
    const checked = await check(parts);
    const total = 140 + 200 + 2 * 90 + 6;
    expect(checked).toMatchObject({ verdict: 'does-not-fit', rulesVersion: 9, total, leftOut: [] });
    expect(checked.findings[0]).toMatchObject({
      rule: 'card-length',
      verdict: 'does-not-fit',
      sentence: expect.stringMatching(/300 mm.*260 mm/),
      parts: expect.arrayContaining([ids.card, ids.tightCase]),
    });
    const [, processor, memory, card, tightCase] = checked.parts;
    expect(memory).toMatchObject({ _id: ids.memory, quantity: 2, owned: false, price: 90 });
    expect(card).toMatchObject({ _id: ids.card, owned: true, watts: 200, verdict: 'does-not-fit' });
    expect(tightCase).toMatchObject({ verdict: 'does-not-fit', watts: null });
    expect(processor).toMatchObject({ watts: 88, verdict: 'fits' });
    expect(checked.watts).toBe(checked.parts.reduce((sum, { watts }) => sum + (watts ?? 0), 0));
  });

  test('names what it leaves out, and checks the rest', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const unpriced = await givenPart(shop, { price: null });
    const offSale = await givenPart(shop);
    await shop.db.updateTable('parts').set({ off_sale_at: new Date() }).where('id', '=', offSale).execute();
    const checked = await check(`nonsense,${unknown},${offSale},${ids.board}*0,${name('memory', 'board')}`);
    expect(checked.verdict).toBe('not-known');
    expect(checked.findings[0]).toMatchObject({ rule: 'left-out', verdict: 'not-known', parts: [] });
    expect(checked.parts.map(({ _id }) => _id)).toEqual([ids.memory, ids.board]);
    expect(checked.leftOut).toEqual([
      { part: 'nonsense', reason: 'unreadable', detail: '“nonsense” names no part.' },
      { part: `${ids.board}*0`, reason: 'unreadable', detail: `“${ids.board}*0” names no part.` },
      { part: unknown, reason: 'unknown', detail: expect.stringContaining('do not have such a part') },
      { part: offSale, reason: 'off-sale', detail: expect.not.stringContaining('Testco') },
    ]);
    expect(await check(`${unpriced},${ids.board}`)).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'memory-generation' })]),
      parts: [{ price: null }, {}],
      leftOut: [],
    });
    const { body } = await givenCookieJar(shop).page(`/build?parts=${unpriced},${ids.board}`);
    expect(body).toMatch(/It has no price yet: it is checked.*>No price</s);
  });

  test('takes 32 parts and leaves further ones out', async () => {
    const many = Array.from({ length: 33 }, () => randomUUID());
    const { leftOut } = await check(many.join(','));
    expect(leftOut.map(({ reason }) => reason)).toEqual([...Array(32).fill('unknown'), 'too-many']);
    expect((await ask(shop, 'GET', `/api/fit?parts=${'a'.repeat(3_000)}`)).status).toBe(400);
    expect(await check('')).toMatchObject({ verdict: null, parts: [], total: 0 });
  });
});

describe('POST /api/builds', () => {
  test('saves what is there under a short id, for a year', async () => {
    const saved = await ask(shop, 'POST', '/api/builds', { parts: `${name('board', 'processor')},gone` });
    expect(saved).toMatchObject({ status: 201, body: { page: `/build/${saved.body.id}` } });
    const find = () => readRows(shop, 'builds', { id: saved.body.id });
    expect(await find()).toMatchObject([{ parts: name('board', 'processor') }]);
    const purge = (days: number) => purgeAt(shop, new Date(Date.now() + days * 24 * 60 * 60 * 1000));
    await purge(364);
    expect(await find()).toHaveLength(1);
    await purge(366);
    expect(await find()).toEqual([]);
  });

  test('refuses a build without a part, and too many builds of one network', async () => {
    const save = (parts: string) => ask(shop, 'POST', '/api/builds', { parts });
    expect(await save('00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'parts', message: 'Name at least one part' }] },
    });
    for (let count = 0; count < maxNewBuilds; count += 1) await save(ids.board);
    expect(await save(ids.board)).toMatchObject({ status: 429, body: { refused: 'too-many-builds' } });
    await shop.db.deleteFrom('attempts').execute();
  });
});

const open = async (path: string) => {
  const { status, body } = await ask(shop, 'GET', path);
  return { status, body: String(body) };
};

describe('the build page', () => {
  test('says the conflict, mends it in one link, and leads to lists of what fits', async () => {
    const parts = `${name('board', 'processor', 'card', 'tightCase')},nonsense`;
    const { body } = await open(`/build?parts=${parts}`);
    expect(body).toContain('“nonsense” names no part.');
    expect(body).toContain('The AMD Ryzen 5 7600 Testco comes with its own.');
    expect(body).toMatch(/300 mm long.*260 mm/);
    expect(body).toContain('Replace the Testco Tight by the Testco Roomy for $8.00');
    const mended = /href="(\/build\?parts=[^"]+)"[^>]*>Replace the Testco Tight/.exec(body)?.[1] ?? '';
    expect(mended).toContain(ids.roomyCase);
    expect((await open(mended)).body).not.toContain('Does not fit');
    expect(body).toContain(`/parts/power-supply?fits=${name('board', 'processor', 'card', 'tightCase')}`);
    // every way leads back to the row of what it changes
    expect(mended).toMatch(/#Case$/);
    expect(body).toContain(`/build?parts=${name('board', 'processor', 'card')}#Case`);
    expect((await open(`/build?parts=${ids.board}`)).body).toContain('"/build?parts=#Motherboard"');
    expect(body).toContain('<li class="build-row" id="Case" tabindex="-1">');
    expect(body).toContain('| Case | [Testco Tight](');
  });

  test('shows as many findings for 30 parts as for any others, the worst, and counts the rest', async () => {
    const sets = [ids, await givenBuildParts(shop), await givenBuildParts(shop)];
    const parts = sets.flatMap((set) => Object.values(set));
    const { body } = await open(`/build?parts=${parts}`);
    const all = (await check(parts.join())).findings;
    const findings = /Does it fit\?.*?<\/section>/s.exec(body)?.[0] ?? '';
    expect(findings.match(/<li>/g)).toHaveLength(48);
    expect(findings).toMatch(new RegExp(`and (<!-- -->)?${all.length - 48}(<!-- -->)? more`));
    const added = sets.slice(1).flatMap((set) => Object.values(set));
    await shop.db.updateTable('parts').set({ off_sale_at: new Date() }).where('id', 'in', added).execute();
  });

  test('a list for a build has exact counts, a chip, and buttons that lead back', async () => {
    const build = name('board', 'processor', 'memory');
    const { body } = await open(`/parts/cpu?fits=${build}`);
    expect(body).toContain('AMD Ryzen 5 7600 Testco');
    expect(body).not.toContain('Intel Core i5-12400 Testco');
    expect(body).toContain('Remove Fits your build');
    expect(body).toContain(`/build?parts=${name('board', 'memory', 'processor')}#Processor`);
    const { body: counted } = await ask(shop, 'GET', `/api/parts/facets?category=cpu&fits=${build}`);
    expect(counted).toMatchObject({
      total: 1,
      facets: expect.arrayContaining([expect.objectContaining({ key: 'fits', count: 1, chosen: true })]),
    });
  });

  test('says what is left of a budget and what it buys, and keeps it with the build', async () => {
    const { body } = await open(`/build?parts=${name('board', 'processor')}&budget=500`);
    expect(body).toContain('$160.00 of $500 is left.');
    const bought = /href="([^"]+)"[^>]*>What is left buys the Testco 32 GB DDR5-6000 for \$90.00/.exec(body);
    const list = await open(bought?.[1]?.replaceAll('&amp;', '&') ?? '');
    expect(list.body).toContain('Testco 32 GB DDR5-6000');
    expect(list.body).toContain(`/build?parts=${name('board', 'processor', 'memory')},up-to-500`);
    expect(body).not.toContain('What is left buys the Testco RTX 4070');
    expect((await check(`${ids.card},up-to-500`)).budget).toBe(500);
    const { page } = (await ask(shop, 'POST', '/api/builds', { parts: `${name('board')},up-to-100` })).body;
    expect((await open(page)).body).toContain('$40.00 more than your budget of $100.');
    await shop.db.deleteFrom('attempts').execute();
  });

  test('puts what is not owned into the basket once, and saves the build', async () => {
    const browser = givenCookieJar(shop);
    const parts = `${ids.board}.owned,${ids.memory}*2,${ids.processor}`;
    const send = (action: string) => browser.form({ parts, action }, {}, '/build');
    for (let time = 0; time < 2; time += 1) {
      expect((await send('basket')).headers.location).toBe('/basket?note=build-added');
    }
    const { lines } = (await browser.call('GET', '/api/basket')).body;
    const quantities = lines.map((line: { partsId: string; quantity: number }) => [
      line.partsId,
      line.quantity,
    ]);
    expect(Object.fromEntries(quantities)).toEqual({ [ids.memory]: 2, [ids.processor]: 1 });
    expect(lines).toHaveLength(2);
    const { location = '' } = (await send('save')).headers as { location?: string };
    expect(location).toMatch(/^\/build\/[0-9a-z]{10}$/);
    const saved = await open(location);
    expect(saved.body).toContain('A saved build');
    expect(saved.body).toContain('Testco B650 ATX');
    const body = expect.stringContaining('Saved builds are kept for a year');
    expect(await open('/build/0000000000')).toMatchObject({ status: 404, body });
  });
});

test('the total of a build is what its button orders: of a part with a minimum order as many, which is said', async () => {
  const kit = await givenPart(shop, { name: 'Testco Tray Kit', price: 5_000, minimumOrder: 3 });
  const ownedKit = await givenPart(shop, { name: 'Testco Owned Kit', minimumOrder: 2 });
  const parts = `${ids.board},${kit},${ownedKit}.owned,up-to-300`;
  const browser = givenCookieJar(shop);
  await browser.form({ parts, action: 'basket' }, {}, '/build');
  const { total } = (await browser.call('GET', '/api/basket')).body;
  expect((await check(parts)).total).toBe(total);
  const { body } = await shop.app.inject(`/build?parts=${parts}`);
  expect(body).toMatch(/Total (<!-- -->)?<strong>\$290.00/);
  expect(body).toContain('$10.00 of $300 is left.');
  // beside the total, and in the two texts to copy
  expect(body.match(/The total counts minimum orders: 3\s×\sTestco\sTray\sKit\./g)).toHaveLength(3);
  const enough = await shop.app.inject(`/build?parts=${ids.board},${kit}*3`);
  expect(enough.body).not.toContain('minimum orders');
});

test('a person keeps builds under names, by the API and without a script; they do not expire, and go with the person', async () => {
  const person = await givenPerson(shop);
  const keep = (name: string, parts: string) => person.ask('POST', '/api/my_builds', { name, parts });
  await keep('Work', ids.board);
  const { id: first } = (await keep('Games', ids.card)).body;
  const { id } = (await keep('Games', name('card', 'roomyCase'))).body;
  // the address that was given to others shows what it showed
  expect(await readRow(shop, 'builds', { id: first })).toMatchObject({ parts: ids.card, name: null });
  const path = `/api/my_builds/${id}`;
  expect(await person.ask('PATCH', path, { name: 'Work' })).toMatchObject({
    status: 409,
    body: { errors: [{ path: 'name', message: 'Another of your builds has this name.' }] },
  });
  const send = async (fields: Record<string, string>) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/builds',
      headers: { cookie: person.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${new URLSearchParams(fields)}`,
    });
    return answer.headers.location;
  };
  const show = async (cookie: string) => {
    const answer = await shop.app.inject({ url: '/builds', headers: { cookie } });
    expect(answer.headers['cache-control']).toBe('no-store');
    return answer.body;
  };
  expect(await send({ action: 'rename', id, name: 'Sunday' })).toBe('/builds');
  expect(await send({ action: 'keep', name: 'Third', parts: ids.memory })).toBe('/builds');
  expect(await show(person.cookie)).toMatch(/Third.*1 part<.*Sunday.*2 parts<.*Work/s);
  expect(await send({ action: 'delete', id })).toBe('/builds');
  expect(await show(person.cookie)).not.toContain('Sunday');
  expect(await show('')).toMatch(/Log in to see the builds that you keep/);

  await keepSessions(shop);
  await purgeAt(shop, new Date(Date.now() + 366 * 24 * 60 * 60 * 1000));
  expect(await show(person.cookie)).toMatch(/Third.*Work/s);
  await shop.db.deleteFrom('people').where('email', '=', person.email).execute();
  expect(await readRows(shop, 'builds', { name: 'Work' })).toEqual([]);
});

test('a candidate is checked instead of the part of its kind, and the pages ask for it with what was chosen last', async () => {
  const build = name('board', 'processor', 'card', 'tightCase');
  const checkOne = async (kind: BuildKind) =>
    (await ask(shop, 'GET', `/api/fit?parts=${build}&candidate=${ids[kind]}`)).body;
  expect(await checkOne('roomyCase')).toMatchObject({
    verdict: 'fits',
    summary: expect.stringMatching(/^Fits: The Testco Roomy takes boards/),
    page: `/build?parts=${name('board', 'processor', 'card', 'roomyCase')}`,
  });
  expect(await checkOne('intel')).toMatchObject({
    verdict: 'does-not-fit',
    findings: expect.arrayContaining([expect.objectContaining({ rule: 'socket' })]),
  });
  expect((await checkOne('tightCase')).parts).toHaveLength(4);
  const twice = await ask(shop, 'GET', `/api/fit?parts=${ids.board},${ids.memory}*2&candidate=${ids.memory}`);
  expect(twice.body.parts).toMatchObject([{}, { _id: ids.memory, quantity: 2 }]);
  const { slug } = await readRow(shop, 'parts', { id: ids.roomyCase });
  const page = await (await fetch(`${shop.url}/parts/case/${slug}`)).text();
  expect(page).toContain(`data-fit="${ids.roomyCase}"`);
  expect(await (await fetch(`${shop.url}/build?parts=${build}`)).text()).toContain(`data-build="${build}"`);
});

test('the basket says whether its parts fit together, and leads to them as a build', async () => {
  const browser = givenCookieJar(shop);
  await browser.form({ parts: name('card', 'tightCase', 'supply'), action: 'basket' }, {}, '/build');
  const page = (await browser.page()).body;
  expect(page).toMatch(/Do these parts fit together\?/);
  expect(page).toMatch(/300 mm.*260 mm/);
  expect(page).toMatch(/Not checked: .*whether the power supply is short enough/);
  expect(page).toContain(`/build?parts=`);
});

test('without a graphics card a build fits if the buyer has one: build, basket and checkout say it, and the build adds one', async () => {
  const { specs } = await readRow(shop, 'parts', { id: ids.intel });
  const blind = { ...specs, graphics: 'None' };
  await changeRows(shop, 'parts', { id: ids.intel }, { specs: blind, facts: null });
  const browser = givenCookieJar(shop);
  const parts = name('intel', 'supply');
  await browser.form({ parts, action: 'basket' }, {}, '/build');
  for (const page of ['/basket', '/checkout', `/build?parts=${parts}`])
    expect((await browser.page(page)).body, page).toContain('Fits if you have a graphics card');
  expect((await browser.page('/checkout')).body).toMatch(/href="\/build\?parts=[^"]+"[^>]*>See the build/);
  const { body } = await browser.page(`/build?parts=${parts}`);
  expect(body).toMatch(new RegExp(`parts=${parts},${ids.card}#GraphicsCard"[^>]*>Add the Testco RTX 4070`));
  expect(await check(parts)).toMatchObject({
    verdict: 'only-if',
    summary: expect.stringMatching(/^Fits if you have a graphics card: The Intel/),
    findings: [{ rule: 'graphics', condition: 'you have a graphics card' }, { condition: null }],
  });
});

test('a purchase keeps what the rules said when it was placed, and says nothing of parts that do not concern each other', async () => {
  const buyer = await givenPerson(shop);
  const { _id: insertedId } = await givenPurchase(buyer, [ids.card, ids.tightCase]);
  const before = (await buyer.ask('GET', `/api/purchases/${insertedId}`)).body.fit;
  expect(before).toMatchObject({
    verdict: 'does-not-fit',
    rulesVersion: 9,
    findings: [{ verdict: 'does-not-fit', sentence: expect.stringMatching(/300 mm.*260 mm/) }, {}],
  });
  const { specs } = await readRow(shop, 'parts', { id: ids.card });
  const shorter = { ...specs, lengthMm: 200 };
  await changeRows(shop, 'parts', { id: ids.card }, { specs: shorter, facts: null });
  expect((await buyer.ask('GET', `/api/purchases/${insertedId}`)).body.fit).toEqual(before);
  const kept = await readRow(shop, 'purchases', { id: insertedId });
  expect(kept.fit).toMatchObject({
    parts: expect.arrayContaining([
      expect.objectContaining({ part: expect.objectContaining({ lengthMm: 300 }) }),
      expect.objectContaining({ part: expect.objectContaining({ maxCardLengthMm: 260 }) }),
    ]),
  });
  const apart = await givenPurchase(buyer, [ids.memory, ids.supply]);
  expect((await buyer.ask('GET', `/api/purchases/${apart._id}`)).body.fit).toBeNull();
});

describe('ready builds', () => {
  type Ready = { id: string; page: string; description: string };
  const list = async (query = '') => (await ask(shop, 'GET', `/api/ready-builds${query}`)).body as Ready[];
  const compose = () => composeReadyBuilds(shop, { at: new Date() });
  const change = (id: string, values: { stock?: number; price_cents?: number }) =>
    runTransaction(shop.db, (transaction) =>
      changeContent(transaction).updateTable('parts').set(values).where('id', '=', id).execute(),
    );
  const openReady = async (path: string) => (await open(path)).body;

  test('are composed of what can be bought, and anew when a part is sold out or has another price', async () => {
    expect(await compose()).toBe(true);
    expect(await list()).toEqual([]);
    const [cheap, dear] = [await givenDrive(shop, 6_000), await givenDrive(shop, 7_000)];
    expect(await compose()).toBe(false);
    expect(await composeReadyBuilds(shop, { at: new Date(Date.now() + 60 * 60 * 1000) })).toBe(true);

    const total = 140 + 200 + 90 + 550 + 8 + 95 + 60;
    const [gaming, office] = await list();
    expect(gaming).toMatchObject({ id: 'gaming-1500', use: 'gaming', limit: 1500, total, dearer: null });
    expect(gaming?.description).toMatch(
      /^GeForce RTX 4070 with 12 GB, AMD .* and an SSD of 1 TB; draws up to/,
    );
    expect(office).toMatchObject({ id: 'office-800', total: 140 + 200 + 90 + 8 + 45 + 60 });
    expect(await list('?budget=1142')).toMatchObject([{ id: 'office-800' }]);
    expect(await list('?budget=1143&use=gaming')).toMatchObject([{ id: 'gaming-1500' }]);
    const page = await openReady(gaming?.page ?? '');
    expect(page).toContain('Gaming computer up to $1,500');
    expect(page).toMatch(new RegExp(`data-build="[^"]*${cheap}[^"]*,up-to-1500"`));

    await change(cheap, { stock: 0 });
    expect(await list()).toEqual([]);
    await expect.poll(() => openReady('/build')).not.toContain('ready='); // kept pages follow within a second
    expect(await compose()).toBe(true);
    expect(await list()).toMatchObject([{ total: total + 10 }, { id: 'office-800' }]);
    await expect.poll(() => openReady('/build')).toContain('/build?ready=gaming-1500');
    await change(dear, { price_cents: 7_500 });
    expect(await compose()).toBe(true);
    expect(await compose()).toBe(false);
    expect(await list()).toMatchObject([{ total: total + 15 }, { id: 'office-800' }]);
    await change(dear, { stock: 0 });
    const refused = 'This ready build cannot be had at the moment.';
    await expect.poll(() => openReady('/build?ready=gaming-1500')).toContain(refused);
  });
});
