/** Baskets of visitors and people: by the API, by forms without a script, at log-in, and at the checkout. */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { basketSchema } from '#basket/contract/basket.ts';
import { basketNotes } from '#basket/rules/basket-notes.ts';
import { maxNewBaskets } from '#basket/use-cases/change-basket.ts';
import { givenCookieJar } from '../support/cookie-jar.ts';
import {
  changeRows,
  givenPart,
  givenPerson,
  givenPurchase,
  insertRows,
  keepSessions,
  orderBody,
  type Person,
  purchaseBody,
  purgeAt,
  readRow,
  refusal,
} from '../support/given.ts';
import { sumUnits } from '../support/invariants.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';

const shop = await givenShop({ web: await readWebBuild() });

type Basket = z.infer<typeof basketSchema>;
const givenBrowser = (cookie?: string) => givenCookieJar(shop, cookie);
type Browser = ReturnType<typeof givenBrowser>;

const readQuantities = ({ lines }: Basket) =>
  Object.fromEntries(lines.map(({ partsId, quantity }) => [partsId, quantity]));

/** Logs the person in with the browser, which keeps what is in its jar. */
async function logIn(browser: Browser, { email, password }: Person): Promise<void> {
  const headers = { origin: shop.url };
  const signedIn = await browser.call('POST', '/api/identity/sign-in/email', { email, password }, headers);
  expect(signedIn.status).toBe(200);
  expect((await browser.call('PUT', `/api/user/${email}`, { email }, headers)).status).toBe(200);
}

/** Puts parts into a basket that is begun. */
async function fillBasket(owner: { id: string } | { person_id: string }, parts: string[]): Promise<void> {
  const { id } = await readRow(shop, 'baskets', owner);
  const line = { basket_id: id, quantity: 1, seen_price_cents: 9_999, added_at: new Date() };
  await insertRows(shop, 'basket_lines', ...parts.map((part_id) => ({ ...line, part_id })));
}

const part = await givenPart(shop, { stock: 20, price: 1_050, minimumOrder: 2, name: 'Testco Basketable' });
const other = await givenPart(shop, { stock: 20, price: 299 });
const many = await Array.fromAsync({ length: 52 }, () => givenPart(shop));

describe('the basket of a visitor', () => {
  test('begins with the smallest order, grows by one, and its cookie is not for scripts', async () => {
    const browser = givenBrowser();
    expect((await browser.call('GET', '/api/basket')).body).toEqual({
      lines: [],
      total: 0,
      merged: false,
      leftOut: 0,
    });
    expect(browser.jar.size).toBe(1); // nothing is kept of those who have none
    await browser.call('POST', '/api/basket/lines', { partsId: part });
    const { body } = await browser.call('POST', '/api/basket/lines', { partsId: part });
    expect(body).toMatchObject({
      lines: [{ partsId: part, quantity: 3, price: 10.5, seenPrice: 10.5, total: 31.5, problem: null }],
      total: 31.5,
    });
    expect(browser.read('compact.basket-count')).toBe('1');
    const again = await browser.form({ add: other });
    const cookies = [again.headers['set-cookie'] ?? []].flat();
    expect(cookies.find((line) => line.startsWith('compact.basket='))).toMatch(
      /^compact\.basket=[\da-f-]{36}; Max-Age=2592000; Path=\/; SameSite=Lax; HttpOnly$/,
    );
    expect(cookies).toContain('compact.basket-count=2; Max-Age=2592000; Path=/; SameSite=Lax');
  });

  test('keeps every part that two tabs put in at once', async () => {
    const browser = givenBrowser();
    await browser.form({ add: part });
    await Promise.all(
      Array.from({ length: 6 }, (_, index) => browser.form({ add: index % 2 ? part : other })),
    );
    const { body } = await browser.call('GET', '/api/basket');
    expect(readQuantities(body)).toEqual({ [part]: 5, [other]: 3 });
  });

  test('has room for 50 parts, also when many come at once', async () => {
    const browser = givenBrowser();
    await browser.form({ add: part });
    await fillBasket({ id: browser.read('compact.basket') ?? '' }, many.slice(0, 46));
    const added = many.slice(46);
    const answers = await Promise.all(
      added.map((partsId) => browser.call('POST', '/api/basket/lines', { partsId })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(
      refusal(409, 'basket-full', { detail: basketNotes['basket-full'] }),
    );
    expect((await browser.call('GET', '/api/basket')).body.lines).toHaveLength(50);
    expect((await browser.call('POST', '/api/basket/lines', { partsId: part })).status).toBe(200);
    expect((await browser.call('PUT', `/api/basket/lines/${part}`, { quantity: 7 })).status).toBe(200);
    const last = added.find((_, index) => answers[index]?.status !== 200) ?? '';
    expect((await browser.call('PUT', `/api/basket/lines/${last}`, { quantity: 1 })).status).toBe(409);
    expect((await browser.form({ add: last })).headers.location).toBe('/basket?note=basket-full');
  });

  test.each(['', 'x', '1', "' or true --", '00000000-0000-7000-8000-000000000000', 'a'.repeat(4000)])(
    'is a new one where the cookie is false: %s',
    async (id) => {
      const browser = givenBrowser(`compact.basket=${id}; compact.basket-count=99`);
      const page = await browser.page();
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('Your basket is empty.');
      expect([...browser.jar.keys()]).toEqual([]);
      await browser.form({ add: part });
      expect(browser.read('compact.basket')).toMatch(/^[\da-f-]{36}$/);
      expect(browser.read('compact.basket')).not.toBe(id);
    },
  );

  test('is never a person’s, though their basket’s id is known', async () => {
    const person = await givenPerson(shop);
    await person.ask('POST', '/api/basket/lines', { partsId: part });
    const { id } = await readRow(shop, 'baskets', { person_id: person.id });
    const thief = givenBrowser(`compact.basket=${id}`);
    expect((await thief.call('GET', '/api/basket')).body.lines).toEqual([]);
    await thief.form({ remove: part });
    await thief.form({ empty: 'yes' });
    await thief.form({ set: part, quantity: '9' });
    const { body } = await person.ask('GET', '/api/basket');
    expect(readQuantities(body)).toEqual({ [part]: 2 });
  });

  test('is forgotten after 30 days without a look, a person’s is not', async () => {
    const [browser, person] = [givenBrowser(), await givenPerson(shop)];
    await browser.form({ add: part });
    await person.ask('POST', '/api/basket/lines', { partsId: part });
    const day = 24 * 60 * 60 * 1000;
    const start = Date.now();
    await keepSessions(shop);
    const purge = (days: number) => purgeAt(shop, new Date(start + days * day));
    shop.clock.now = new Date(start + 20 * day);
    expect((await browser.page()).body).toContain('Testco Basketable');
    await purge(40);
    expect((await browser.page()).body).toContain('Testco Basketable');
    shop.clock.now = undefined;
    await purge(51);
    expect((await browser.page()).body).toContain('Your basket is empty.');
    expect((await person.ask('GET', '/api/basket')).body.lines).toHaveLength(1);
  });

  test('is not begun without end by one address', async () => {
    const limited = givenBrowser();
    const readKeys = () => shop.db.selectFrom('attempts').select('key').execute();
    const begin = async () => {
      limited.jar.clear();
      return await limited.call('POST', '/api/basket/lines', { partsId: part });
    };
    const before = new Set((await readKeys()).map(({ key }) => key));
    expect((await begin()).status).toBe(200);
    const counted = (await readKeys()).map(({ key }) => key).filter((key) => !before.has(key));
    const almost = { count: maxNewBaskets - 1 };
    await shop.db.updateTable('attempts').set(almost).where('key', 'in', counted).execute();
    expect((await begin()).status).toBe(200);
    expect((await limited.form({ add: part })).statusCode).toBe(303); // it is begun already
    expect(await begin()).toMatchObject({ status: 429, body: { refused: 'too-many-baskets' } });
    expect((await givenBrowser().call('POST', '/api/basket/lines', { partsId: part })).status).toBe(200);
  });
});

describe('a line', () => {
  test('says that its price has changed, that too few are left, that it is sold out or off sale', async () => {
    const [browser, admin] = [givenBrowser(), await givenPerson(shop, { role: 'admin' })];
    const changing = await givenPart(shop, { stock: 9, price: 2_000 });
    await browser.form({ add: changing, quantity: '5' });
    const look = async () => {
      const { body } = await browser.call('GET', '/api/basket');
      const { lines, total } = body;
      return { ...lines[0], sum: total, page: (await browser.page()).body.replaceAll('<!-- -->', '') };
    };
    const edit = (fields: object) => admin.ask('PATCH', `/api/parts/${changing}`, fields);
    await edit({ price: 25 });
    let shown = await look();
    expect(shown).toMatchObject({ price: 25, seenPrice: 20, total: 125, problem: null, sum: 125 });
    expect(shown.page).toContain('The price was $20.00 when you added it; it is $25.00 now.');
    await edit({ available_quantity: 4, seen_quantity: 9 });
    shown = await look();
    expect(shown).toMatchObject({ problem: { refused: 'out-of-stock' }, sum: 125 });
    expect(shown.page).toContain('Only 4 of this part are left.');
    await browser.form({ set: changing, quantity: '4' });
    shown = await look();
    expect(shown).toMatchObject({ quantity: 4, seenPrice: 25, problem: null });
    expect(shown.page).not.toContain('The price was');
    await edit({ available_quantity: 0, seen_quantity: 4 });
    shown = await look();
    expect(shown).toMatchObject({ problem: { detail: 'This part is sold out.' }, total: 0, sum: 0 });
    expect(shown.page).toContain('One part is not in the total');
    await admin.ask('DELETE', `/api/manage_products/${changing}`);
    shown = await look();
    expect(shown).toMatchObject({ price: null, partsPage: null, problem: { refused: 'part-not-for-sale' } });
    expect(shown.page).toContain('This part is not for sale at the moment.');
    const answer = await browser.form({ add: changing });
    expect(answer.headers.location).toBe('/basket?note=part-not-for-sale');
    await browser.form({ remove: changing });
    expect((await look()).page).toContain('Your basket is empty.');
  });

  test('holds nothing from the stock, and the page says so', async () => {
    const browser = givenBrowser();
    await browser.form({ add: part, quantity: '20' });
    const page = await browser.page();
    expect(page.body).toContain('Parts in your basket are not reserved');
    expect(await readRow(shop, 'parts', { id: part })).toMatchObject({ stock: 20 });
  });
});

describe('a purchase that is ordered again', () => {
  const orderAgain = (person: Person, purchaseId: string) =>
    person.ask('POST', '/api/basket/purchases', { purchaseId });

  test('comes at the prices of now, as far as there is, and the basket says what is not as it was', async () => {
    const [person, other] = [await givenPerson(shop), await givenPerson(shop)];
    const names = ['Same', 'Few', 'Sold', 'Gone', 'Dear', 'Bulk', 'Dropped'];
    const ids = await Array.fromAsync(names, (name) =>
      givenPart(shop, { stock: 5, price: 1_000, name: `Testco ${name}` }),
    );
    const [same = '', few = '', sold = '', gone = '', dear = '', bulk = '', dropped = ''] = ids;
    const { _id, orders } = await givenPurchase(person, ids, [2, 3]);
    await givenPurchase(other, [few, sold], [1, 4]);
    await person.ask('DELETE', `/api/manage_order/${orders.find(({ partsId }) => partsId === dropped)?._id}`);
    await changeRows(shop, 'parts', { id: gone }, { off_sale_at: new Date() });
    await changeRows(shop, 'parts', { id: dear }, { price_cents: 1_250 });
    await changeRows(shop, 'parts', { id: bulk }, { minimum_order: 3 });
    await person.ask('POST', '/api/basket/lines', { partsId: same, quantity: 1 });
    await person.ask('POST', '/api/basket/lines', { partsId: dear, quantity: 4 });

    const differences = [
      'Only 1 of Testco Few is left; you had ordered 3.',
      'Testco Sold is sold out, so it was left out.',
      'Testco Gone is not for sale at the moment, so it was left out.',
      'Testco Dear costs $12.50 now; it was $10.00.',
      'The smallest order of Testco Bulk is 3 now; you had ordered 1.',
    ];
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await orderAgain(person, _id);
      expect(status).toBe(200);
      expect(readQuantities(body)).toEqual({ [same]: 2, [few]: 1, [dear]: 4, [bulk]: 3 });
      expect(body.differences.map(({ detail }) => detail)).toEqual(differences);
      expect(body.lines.find(({ partsId }) => partsId === dear)).toMatchObject({
        seenPrice: 12.5,
        problem: null,
      });
    }
    const wanted = shop.db
      .selectFrom('attempts')
      .select('count')
      .where('key', '~', `^sold-out part (${ids.join('|')})$`);
    expect(await wanted.execute()).toEqual([{ count: 2 }]);
    expect(await orderAgain(other, _id)).toMatchObject(refusal(404, 'purchase-not-found'));

    const browser = givenBrowser();
    await logIn(browser, person);
    const page = await browser.page(`/basket?again=${_id}`);
    for (const sentence of ['in your basket again, but not all is as it was.', ...differences])
      expect(page.body).toContain(sentence);
    const stranger = givenBrowser();
    await logIn(stranger, other);
    for (const id of [_id, 'x'])
      expect((await stranger.page(`/basket?again=${id}`)).body).not.toContain('had ordered');
  });

  test('comes whole when nothing has changed, also when nobody paid it, unless the basket is full', async () => {
    const [person, browser] = [await givenPerson(shop), givenBrowser()];
    const { _id, orders } = await givenPurchase(person, [part, other], [2, 1]);
    for (const order of orders) await person.ask('DELETE', `/api/manage_order/${order._id}`);
    const { body } = await orderAgain(person, _id);
    expect(readQuantities(body)).toEqual({ [part]: 2, [other]: 1 });
    expect(body.differences).toEqual([]);
    await logIn(browser, person);
    const page = await browser.page(`/basket?again=${_id}`);
    expect(page.body).toContain('What you had ordered is in your basket again.');

    await person.ask('DELETE', `/api/basket/lines/${part}`);
    await fillBasket({ person_id: person.id }, many.slice(0, 49));
    expect(await orderAgain(person, _id)).toMatchObject({ status: 409, body: { refused: 'basket-full' } });
    expect((await person.ask('GET', '/api/basket')).body.lines).toHaveLength(50);
  });

  test('that has nothing left to buy leaves the basket as it is, and says so', async () => {
    const [person, browser] = [await givenPerson(shop), givenBrowser()];
    const last = await givenPart(shop, { stock: 1 });
    const { _id } = await givenPurchase(person, [last]);
    expect((await orderAgain(person, _id)).body.lines).toEqual([]);
    await logIn(browser, person);
    const page = await browser.page(`/basket?again=${_id}`);
    expect(page.body).toContain('Nothing of what you had ordered can be bought at the moment.');
  });
});

describe('the form without a script', () => {
  test('leads back to the basket, which says what was done', async () => {
    const browser = givenBrowser();
    const added = await browser.form({ add: part });
    expect([added.statusCode, added.headers.location]).toEqual([303, `/basket?note=added#part-${part}`]);
    const page = await browser.page('/basket?note=added');
    expect(page.body).toContain(basketNotes.added);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers.etag).toBeUndefined();
    await browser.form({ set: part, quantity: '7' });
    expect(readQuantities((await browser.call('GET', '/api/basket')).body)).toEqual({ [part]: 7 });
    expect((await browser.form({ empty: 'yes' })).headers.location).toBe('/basket?note=changed');
    expect(browser.read('compact.basket-count')).toBeUndefined();
  });

  test('answers a script with the quantity, or a sentence', async () => {
    const browser = givenBrowser();
    const accept = { accept: 'application/json' };
    const added = await browser.form({ add: part, quantity: '4' }, accept);
    expect([added.statusCode, added.json()]).toEqual([200, { quantity: 4 }]);
    const refused = await browser.form({ add: '00000000-0000-7000-8000-000000000000' }, accept);
    expect([refused.statusCode, refused.json().detail]).toEqual([404, basketNotes['part-not-found']]);
  });

  test.each<Record<string, string>>([
    {},
    { add: '' },
    { add: 'x', quantity: '1' },
    { add: '00000000-0000-7000-8000-000000000000', quantity: '0' },
    { set: '00000000-0000-7000-8000-000000000000' },
    { set: '00000000-0000-7000-8000-000000000000', quantity: '1000001' },
    { remove: '%00', quantity: '-1' },
    { constructor: 'x', __proto__: 'y' },
  ])('that says nothing sensible changes nothing: %o', async (fields) => {
    const browser = givenBrowser();
    const answer = await browser.form(fields);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toMatch(/^\/basket\?note=invalid-input(&|$)/);
    expect([...browser.jar.values()].filter(Boolean)).toEqual([]);
  });

  test('is sent from pages that say where they are, or browsers would not', async () => {
    for (const url of ['/', '/parts', '/basket'])
      expect((await shop.app.inject(url)).headers['referrer-policy']).toBe('same-origin');
  });
});

test('the page is nobody else’s, as a document and as data', async () => {
  const [browser, stranger] = [givenBrowser(), givenBrowser()];
  await browser.form({ add: part });
  for (const url of [
    '/basket',
    '/basket.data',
    '/basket.data?_routes=app%2Fpages%2Fbasket%2Fbasket',
    '/basket?x=1',
  ]) {
    expect((await browser.page(url)).body, url).toContain('Testco Basketable');
    const page = await stranger.page(url);
    expect(page.body, url).not.toContain('Testco Basketable');
    expect(page.headers['cache-control'], url).toBe('no-store');
  }
  for (const url of ['/Basket.data', '/BASKET.data?x'])
    expect((await browser.page(url)).body, url).not.toContain('Testco Basketable');
});

describe('at log-in', () => {
  test('two baskets become one with the larger quantity of each part, once, and the page says so', async () => {
    const person = await givenPerson(shop);
    await person.ask('POST', '/api/basket/lines', { partsId: part, quantity: 5 });
    const browser = givenBrowser();
    await browser.form({ add: part, quantity: '3' });
    await browser.form({ add: other, quantity: '4' });
    const cookie = browser.jar.get('compact.basket') ?? '';
    await logIn(browser, person);
    expect(browser.jar.has('compact.basket')).toBe(false);
    expect(browser.read('compact.basket-count')).toBe('2');
    const merged = { [part]: 5, [other]: 4 };
    expect((await browser.page()).body).toContain('We put what was in your basket here and there together');
    for (let time = 0; time < 2; time += 1) {
      browser.jar.set('compact.basket', cookie); // as if the answer had been lost
      await logIn(browser, person);
      const { body } = await browser.call('GET', '/api/basket');
      expect(readQuantities(body)).toEqual(merged);
      expect(body.merged).toBe(true);
    }
    const device = await person.ask('GET', '/api/basket');
    expect(readQuantities(device.body)).toEqual(merged);
    await browser.form({ set: other, quantity: '1' });
    expect((await person.ask('GET', '/api/basket')).body.merged).toBe(false);
  });

  test('calls at the same time merge once, and lose nothing', async () => {
    const person = await givenPerson(shop);
    await person.ask('POST', '/api/basket/lines', { partsId: part, quantity: 2 });
    const browser = givenBrowser();
    await browser.form({ add: part, quantity: '7' });
    await browser.form({ add: other, quantity: '1' });
    const headers = { authorization: `Bearer ${person.token}` };
    const cookie = browser.jar.get('compact.basket') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => givenBrowser(cookie).call('GET', '/api/basket', undefined, headers)),
    );
    for (const { body } of answers) expect(readQuantities(body)).toEqual({ [part]: 7, [other]: 1 });
  });

  test('of sign-up, the basket becomes the new person’s without a word', async () => {
    const browser = givenBrowser();
    await browser.form({ add: part });
    const body = { name: 'Newcomer', email: `new.basket@example.com`, password: 'a good password' };
    const headers = { origin: shop.url };
    await browser.call('POST', '/api/identity/sign-up/email', body, headers);
    await browser.call('PUT', `/api/user/${body.email}`, { email: body.email }, headers);
    const { body: basket } = await browser.call('GET', '/api/basket');
    expect([readQuantities(basket), basket.merged]).toEqual([{ [part]: 2 }, false]);
  });

  test('what has no room is left out, with a sentence', async () => {
    const person = await givenPerson(shop);
    const [first = '', ...others] = many.slice(0, 50);
    await person.ask('POST', '/api/basket/lines', { partsId: first });
    await fillBasket({ person_id: person.id }, others);
    const browser = givenBrowser();
    for (const add of many.slice(49)) await browser.form({ add });
    await logIn(browser, person);
    const { body } = await browser.call('GET', '/api/basket');
    expect([body.lines.length, body.leftOut]).toEqual([50, 2]);
    expect((await browser.page()).body.replaceAll('<!-- -->', '')).toContain(
      'There was no room for 2 of the parts.',
    );
  });

  test('and after log-out the basket is the person’s alone', async () => {
    const person = await givenPerson(shop);
    const browser = givenBrowser();
    await logIn(browser, person);
    await browser.form({ add: part });
    expect((await browser.page()).body).toContain('Testco Basketable');
    await browser.call('POST', '/api/identity/sign-out', {}, { origin: shop.url });
    expect((await browser.page()).body).toContain('Your basket is empty.');
    expect(browser.read('compact.basket-count')).toBeUndefined();
    expect((await person.ask('GET', '/api/basket')).body.lines).toHaveLength(1);
  });
});

describe('the checkout', () => {
  const readPage = async (browser: Browser, path = '/checkout') =>
    (await browser.page(path)).body.replaceAll('<!-- -->', '');

  test('shows a visitor the sum and the ways to an account, and nobody else their basket', async () => {
    const browser = givenBrowser();
    expect(await readPage(browser)).toContain('Your basket is empty.');
    const part = await givenPart(shop, { name: 'Testco Checkable', price: 1_050 });
    await browser.form({ add: part, quantity: '3' });
    const page = await readPage(browser);
    expect(page).toContain('3 × $10.50');
    expect(page).toContain('Total <strong>$31.50</strong>');
    for (const path of ['/signup', '/login']) expect(page).toContain(`href="${path}?from=%2Fcheckout"`);
    expect(page).not.toContain('Place the order');
    for (const path of ['/checkout', '/checkout.data', '/Checkout.data', '/checkout?x=1']) {
      const { body, headers } = await givenBrowser().page(path);
      expect(body, path).not.toContain('Testco Checkable');
      if (!path.startsWith('/C')) expect(headers['cache-control'], path).toBe('no-store');
    }
  });

  test('without a script the page says what delivery costs in a country, and keeps what was chosen', async () => {
    const browser = givenBrowser();
    await browser.form({ add: await givenPart(shop) });
    const readPlace = async (query: string) =>
      /<noscript>.*<\/noscript>/s.exec(await readPage(browser, query))?.[0];
    expect(await readPlace('/checkout')).toMatch(
      /<option value="BD" selected="">.*name="town".*name="postcode".*days of delivery depend on it.*Home delivery.*free/s,
    );
    const there = await readPlace('/checkout?country=US&region=CA&postcode=90210');
    expect(there).toMatch(/value="US" selected="".*value="CA" selected="".*value="90210"/s);
    expect(await readPlace('/checkout?country=nowhere')).toMatch(/value="BD" selected=""/);
  });

  test('a person’s parts go where the last ones went, or where their profile says', async () => {
    const person = await givenPerson(shop);
    const browser = givenBrowser(person.cookie);
    const part = await givenPart(shop);
    await browser.form({ add: part });
    await person.ask('POST', '/api/order', orderBody(part));
    const page = await readPage(browser);
    expect(page).toContain(`You order as ${person.name}, ${person.email}.`);
    expect(page).toContain('Place the order');
    expect(page).toContain(`${orderBody(part).location}</textarea>`);
    expect(page).toContain(`value="${orderBody(part).phone}"`);
    const profile = { education: 'School', link: '/pictures/none', updated_at: new Date() };
    const home = { person_id: person.id, location: '7 Mill Road', phone: '+1 555 010 7777' };
    await insertRows(shop, 'profiles', { ...profile, ...home });
    expect(await readPage(browser)).toContain('7 Mill Road');
  });

  test('out of the basket takes what was ordered and nothing else, once, however many tabs do it', async () => {
    const buyer = await givenPerson(shop);
    const [one, two, later] = [await givenPart(shop), await givenPart(shop), await givenPart(shop)];
    const put = (partsId: string, quantity: number) =>
      buyer.ask('PUT', `/api/basket/lines/${partsId}`, { quantity });
    await put(one, 2);
    await put(two, 1);
    const seen = { ...purchaseBody([one, two], [2, 1]), fromBasket: true };
    await put(later, 4); // in another tab
    const place = (body: object, tab: string) =>
      buyer.ask('POST', '/api/purchases', body, { 'idempotency-key': `from-basket-${tab}` });
    const others = { ...purchaseBody([one, two], [2, 2]), fromBasket: true };
    expect(await place(others, 'none')).toMatchObject({ status: 409, body: { refused: 'basket-changed' } });
    const tabs = ['a', 'b', 'c', 'a'];
    const first = place(purchaseBody([later]), 'first'); // the tabs come while it is placed, and are placed together
    const answers = await Promise.all(tabs.map((tab) => place(seen, tab)));
    expect((await first).status).toBe(201);
    const placed = answers.filter(({ status }) => status === 201);
    expect(new Set(placed.map(({ body }) => body._id)).size).toBe(1);
    for (const { body } of answers.filter((answer) => !placed.includes(answer)))
      expect(body).toMatchObject({ refused: 'basket-changed' });
    const repeated = tabs[answers.indexOf(placed[0] as (typeof answers)[0])] ?? '';
    expect((await place(seen, repeated)).body).toEqual(placed[0]?.body);
    expect(await sumUnits(shop.db, one)).toEqual({ stock: 48, held: 2 });
    const { body: basket } = await buyer.ask('GET', '/api/basket');
    expect(basket.lines).toMatchObject([{ partsId: later, quantity: 4 }]);

    await put(one, 1);
    await put(two, 51);
    const tooMany = { ...purchaseBody([one, two], [1, 51]), fromBasket: true };
    expect((await place(tooMany, 'much')).body).toMatchObject({ refused: 'lines-impossible' });
    const { body: kept } = await buyer.ask('GET', '/api/basket');
    expect(kept.lines).toHaveLength(3);
    expect((await place(purchaseBody([one]), 'elsewhere')).status).toBe(201); // not out of the basket
    expect((await buyer.ask('DELETE', '/api/basket')).body.lines).toEqual([]);
  });

  test('in the basket’s form, what cannot be a quantity comes back into its field, which offers what there is', async () => {
    const browser = givenBrowser();
    const part = await givenPart(shop, { stock: 20, minimumOrder: 2, name: 'Testco Countable' });
    await browser.form({ add: part });
    const { headers } = await browser.form({ set: part, quantity: '2.5"' });
    const address = String(headers.location);
    expect(address).toBe(`/basket?note=invalid-input&part=${part}&quantity=2.5%22#part-${part}`);
    const body = await readPage(browser, address.split('#')[0]);
    expect(body).toContain(basketNotes['invalid-input']);
    const field = /<input[^>]*aria-label="Quantity of Testco Countable"[^>]*>/;
    expect(field.exec(body)?.[0]).toMatch(/aria-invalid="true" min="2" max="20" .*value="2\.5&quot;"/);
    expect(field.exec(await readPage(browser, '/basket'))?.[0]).toMatch(/min="2" max="20" .*value="2"/);
  });
});
