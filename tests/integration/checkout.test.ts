/** The checkout: the page as visitors and people get it, and what a purchase takes out of the basket. */
import { expect, test } from 'vitest';
import { basketNotes } from '#domain/basket/basket-notes.ts';
import { givenCookieJar } from '../support/cookie-jar.ts';
import { givenPart, givenPerson, orderBody, purchaseBody } from '../support/given.ts';
import { sumUnits } from '../support/invariants.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const shop = givenShop({ web: await readWebBuild() });

const readPage = async (browser: ReturnType<typeof givenCookieJar>, path = '/checkout') =>
  (await browser.page(path)).body.replaceAll('<!-- -->', '');

test('a visitor sees the sum and the ways to an account, and nobody else sees their basket', async () => {
  const browser = givenCookieJar(shop);
  expect(await readPage(browser)).toContain('Your basket is empty.');
  const part = await givenPart(shop, { name: 'Testco Checkable', price: 1_050 });
  await browser.form({ add: part, quantity: '3' });
  const page = await readPage(browser);
  expect(page).toContain('3 × $10.50');
  expect(page).toContain('Total <strong>$31.50</strong>');
  for (const path of ['/signup', '/login']) expect(page).toContain(`href="${path}?from=%2Fcheckout"`);
  expect(page).not.toContain('Place the order');
  for (const path of ['/checkout', '/checkout.data', '/Checkout.data', '/checkout?x=1']) {
    const { body, headers } = await givenCookieJar(shop).page(path);
    expect(body, path).not.toContain('Testco Checkable');
    if (!path.startsWith('/C')) expect(headers['cache-control'], path).toBe('no-store');
  }
});

test('without a script the page says what delivery costs in a country, and keeps what was chosen', async () => {
  const browser = givenCookieJar(shop);
  await browser.form({ add: await givenPart(shop) });
  const readPlace = async (query: string) =>
    /<noscript>.*<\/noscript>/s.exec(await readPage(browser, query))?.[0];
  expect(await readPlace('/checkout')).toMatch(
    /<option value="BD" selected="">.*name="town".*name="postcode".*here it decides.*Home delivery.*free/s,
  );
  const there = await readPlace('/checkout?country=US&region=CA&postcode=90210');
  expect(there).toMatch(/value="US" selected="".*value="CA" selected="".*value="90210"/s);
  expect(await readPlace('/checkout?country=nowhere')).toMatch(/value="BD" selected=""/);
});

test('a person’s parts go where the last ones went, or where their profile says', async () => {
  const person = await givenPerson(shop);
  const browser = givenCookieJar(shop, person.cookie);
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
  await shop.db
    .insertInto('profiles')
    .values({ ...profile, ...home })
    .execute();
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
  const answers = await Promise.all(tabs.map((tab) => place(seen, tab)));
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
  const browser = givenCookieJar(shop);
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
