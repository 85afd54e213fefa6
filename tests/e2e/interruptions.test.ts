/** What comes between somebody and their form: a lost connection, an ended session, another tab. Nothing typed is lost. */
import { expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { givenPart, givenPerson, type Person, readRows } from '../support/given.ts';
import {
  expectTyped,
  fill,
  fillSignUp,
  placeOrder,
  pressUnheard,
  readToken,
  sendLogIn,
  signIn,
  toast,
  typeAtOnce,
  typedAddress,
} from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visit, visitAs } = await givenVisitedShop();
/** What browser and framework say themselves: a module that could not be fetched brings the whole page anew. */
const offline = /ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/;

test('a link that is pointed at or followed without a connection leaves the page, and what was typed, as it is', async () => {
  const { page } = await openPurchase(await givenPerson(shop), offline);
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  for (const link of [wording.navigation.home, wording.navigation.dashboard]) {
    await page.getByRole('banner').getByRole('link', { name: link, exact: true }).hover();
    await page.waitForTimeout(500); // longer than the framework waits before it fetches what is pointed at
    await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click();
    await toast(page, 'There is no connection');
    await expectTyped(page, typedAddress);
  }
  await page.context().setOffline(false);
  await page.getByRole('banner').getByRole('link', { name: wording.navigation.dashboard }).click();
  await page.getByRole('heading', { name: wording.dashboard.heading }).waitFor();
});

test.each(['/', '/dashboard'])(
  'logging out on %s without a connection says that it did not work; with one it ends the session, forgets the token, and the dashboard asks to log in again [S2.25 S4.2]',
  async (path) => {
    const person = await givenPerson(shop);
    const page = await visitAs(person, path, offline);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const button = page.getByRole('banner').getByRole('button', { name: wording.navigation.logOut });
    await button.waitFor();
    await page.context().setOffline(true);
    await button.click();
    await page.getByText('You are still logged in').waitFor();
    expect(await readToken(page)).toBe(person.token);
    const mine = () => person.ask('GET', `/api/my_orders?email=${person.email}`);
    expect((await mine()).status).toBe(200);
    await page.context().setOffline(false);
    await button.click();
    await page.waitForURL(`${shop.url}/`);
    await page.getByRole('banner').getByRole('link', { name: wording.navigation.logIn }).waitFor();
    expect(await readToken(page)).toBeNull();
    expect((await mine()).status).toBe(401);
    await page.goto(`${shop.url}/dashboard`);
    await page.waitForURL(`${shop.url}/login?from=%2Fdashboard`);
  },
);

test('whose session has ended while they typed logs in in another tab and sends the same form', async () => {
  const person = await givenPerson(shop);
  const { page } = await openPurchase(person, /401/);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
  await page.getByRole('button', { name: 'Place the order' }).click();
  const opening = page.context().waitForEvent('page');
  await page.getByRole('main').getByRole('link', { name: 'Log in in another tab' }).click();
  const other = await opening;
  await sendLogIn(other, person);
  await other.waitForURL(`${shop.url}/`);
  await expectTyped(page, typedAddress);
  await placeOrder(page);
});

test('a page is of whoever has logged in in another tab meanwhile, and says so', async () => {
  const [first, second] = [
    await givenPerson(shop, { name: 'Fay First' }),
    await givenPerson(shop, { name: 'Sam Second' }),
  ];
  const { page } = await openPurchase(first, /401/);
  const [other, profile] = [await page.context().newPage(), await page.context().newPage()];
  await profile.goto(`${shop.url}/dashboard/my_profile`);
  const name = profile.getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe('Fay First');
  await other.goto(shop.url);
  const home = other.waitForEvent('load');
  await other.getByRole('button', { name: wording.navigation.logOut }).click();
  await home;
  await page.getByRole('banner').getByRole('link', { name: wording.navigation.logIn }).waitFor();
  await expectTyped(page, typedAddress);
  await other.goto(`${shop.url}/login`);
  await sendLogIn(other, second);
  await other.waitForURL(`${shop.url}/`);

  await toast(page, 'You are logged in as Sam Second now');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sam Second');
  await expect.poll(() => name.inputValue()).toBe('Sam Second');
  await expectTyped(page, typedAddress);
  await placeOrder(page);
  const orders = await readRows(shop, 'orders', { buyer_id: second.id });
  expect(orders.map(({ buyer_name }) => buyer_name)).toEqual(['Sam Second']);
});

test('whoever goes back after logging out is not shown the page that the browser has kept', async () => {
  const { page } = await openPurchase(await givenPerson(shop), /401/);
  const other = await page.context().newPage();
  await other.goto(shop.url);
  await other.getByRole('button', { name: wording.navigation.logOut }).click();
  await other.getByRole('link', { name: wording.navigation.logIn }).waitFor();
  // a browser that is watched keeps no pages, so it is told that it has kept this one
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.waitForURL(`${shop.url}/login?from=**`);
});

test('whose token has run out while the shop cannot renew it stays who they are, and goes on when it can', async () => {
  const page = await visitAs('customer', '/terms', /401|ERR_FAILED/);
  for (const spoil of [
    () => localStorage.setItem('accessToken', 'expired'),
    () => localStorage.removeItem('accessToken'),
  ]) {
    await page.evaluate(spoil);
    await page.route('**/api/identity/get-session', (route) => route.abort());
    await page.goto(`${shop.url}/dashboard/add_review`);
    await page.getByText('The shop cannot be reached.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/add_review');
    await page.unroute('**/api/identity/get-session');
    await page.getByRole('main').getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: wording.addReview.heading }).waitFor();
    await page
      .getByRole('link', { name: wording.dashboard.myProfile })
      .first()
      .waitFor({ state: 'attached' });
  }
});

test('a form that is sent when the token has run out and cannot be renewed keeps what was typed, and is sent then', async () => {
  const { page } = await openPurchase(await givenPerson(shop), /401|ERR_FAILED/);
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
  await page.route('**/api/identity/get-session', (route) => route.abort());
  await page.getByRole('button', { name: 'Place the order' }).click();
  await page.getByText('The shop cannot be reached.').waitFor();
  expect(await page.getByRole('link', { name: 'Log in in another tab' }).count()).toBe(0);
  await expectTyped(page, typedAddress);
  await page.unroute('**/api/identity/get-session');
  await placeOrder(page);
});

test.each(['**/api/identity/sign-up/email', '**/api/user/*'])(
  'signing up again after the answer of %s was lost makes no second account and finds no stranger’s',
  async (call) => {
    const page = await visit('/signup', { expected: /422|ERR_FAILED/ });
    const email = `lost-${call.length}@example.com`;
    await fillSignUp(page, 'Lou Lost', email);
    const signUp = page.getByRole('button', { name: 'Sign up' });
    await pressUnheard(signUp, call, page);
    await signUp.click();
    await toast(page, wording.toasts.userCreated);
    await page.waitForURL(`${shop.url}/`);
    expect(await readToken(page)).not.toBeNull();
  },
);

test('signing up again with the address of somebody else is refused, whatever was lost before', async () => {
  const { email } = await givenPerson(shop);
  const page = await visit('/signup', { expected: /401|422|ERR_FAILED/ });
  await fillSignUp(page, 'Lou Lost', email);
  await page.route('**/api/identity/sign-up/email', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('The shop cannot be reached.').waitFor();
  await page.unroute('**/api/identity/sign-up/email');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('User already exists.').waitFor();
});

test('who was told that their first try has arrived can order anything else after it', async () => {
  const person = await givenPerson(shop);
  const { page } = await openPurchase(person, /422|ERR_FAILED/);
  const place = page.getByRole('button', { name: 'Place the order' });
  await pressUnheard(place, '**/api/order', page);
  await fill(page, { Quantity: '2' });
  await place.click();
  await page.getByText('Your first try has arrived').waitFor();
  await placeOrder(page);
  const orders = await readRows(shop, 'orders', { buyer_id: person.id });
  expect(orders.map(({ quantity }) => quantity).sort()).toEqual([1, 2]);
});

test('a tab that can keep nothing, and whose store is spoilt, takes the order all the same', async () => {
  const { page } = await openPurchase(await givenPerson(shop), /nothing/);
  await page.addInitScript(() => {
    const { setItem, getItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('compact.typed.'))
        throw new DOMException('The quota is exceeded', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
    Storage.prototype.getItem = function (key) {
      return key.startsWith('compact.typed.') ? 'no JSON' : getItem.call(this, key);
    };
  });
  await page.reload();
  await fill(page, typedAddress);
  await placeOrder(page);
});

test('what was typed is there again after a reload, a look at another page and a log in, until it has been sent', async () => {
  const person = await givenPerson(shop);
  const { page, part } = await openPurchase(person, /401/);
  await fill(page, { Quantity: '2' });
  const expectKept = async () => {
    await expect.poll(() => page.getByLabel('Quantity').inputValue()).toBe('2');
    await expectTyped(page, typedAddress);
    await page.getByText('Total: $').waitFor();
  };
  const total = await page.locator('.purchase-total').textContent();
  await page.reload();
  await expectKept();
  expect(await page.locator('.purchase-total').textContent()).toBe(total);
  await page.getByRole('banner').getByRole('link', { name: wording.navigation.home, exact: true }).click();
  await page.waitForURL(`${shop.url}/`);
  await page.goBack();
  await expectKept();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('accessToken'));
  await page.reload();
  await page.waitForURL(`${shop.url}/login?from=**`);
  await sendLogIn(page, person);
  await page.waitForURL(`${shop.url}/purchase/${part}`);
  await expectKept();
  await placeOrder(page);
  await page.goto(`${shop.url}/purchase/${part}`);
  expect(await page.getByLabel('Quantity').inputValue()).toBe('1');
  await expectTyped(page, typedAddress); // of the order; the draft is gone
  expect(await page.evaluate(() => Object.keys(sessionStorage).join(' '))).not.toContain('compact.typed.');
});

test.each(['/', '/dashboard'])(
  'what was typed is nobody’s after logging out on %s, and never another person’s; passwords are not kept',
  async (path) => {
    const { page } = await openPurchase(await givenPerson(shop), /401/);
    await page.goto(shop.url + path);
    await page.getByRole('banner').getByRole('button', { name: wording.navigation.logOut }).click();
    await page.getByRole('banner').getByRole('link', { name: wording.navigation.logIn }).waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Farm Lane');
    await page.goto(`${shop.url}/signup`);
    await fill(page, { Name: 'Kim Kept', Password: 'secret-word', 'Confirm password': 'secret-word' });
    await page.reload();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kim Kept');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('secret-word');
  },
);

test('a part, a profile and a review that were typed are there again after a reload', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop, { role: 'admin' }));
  const customer = await signIn({ shop, chromium }, await givenPerson(shop));
  for (const [tab, path, fields] of [
    [page, 'add_product', { Name: 'Testco Typed', 'Price in dollars': '12.5' }],
    [page, 'my_profile', { Education: 'School of life', Location: 'Village' }],
    [customer, 'add_review', { Review: 'Good parts.' }],
  ] as const) {
    await tab.goto(`${shop.url}/dashboard/${path}`);
    await fill(tab, fields);
    if (path === 'add_review') await tab.getByLabel('Rating').selectOption('4.5');
    await tab.reload();
    for (const [label, value] of Object.entries(fields))
      await expect.poll(() => tab.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  }
  expect(await customer.getByLabel('Rating').inputValue()).toBe('4.5');
  await typeAtOnce(customer, 'review', 'Better parts.');
  await customer.reload();
  await expect.poll(() => customer.getByLabel('Rating').inputValue()).toBe('4.5');
  expect(await customer.getByLabel('Review').inputValue()).toBe('Better parts.');

  await page.goto(`${shop.url}/dashboard/add_product`);
  const specification = page.locator('summary').filter({ hasText: 'Specification' });
  await specification.click();
  await page.getByRole('textbox', { name: 'Speed (MT/s)' }).fill('5600');
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'Speed (MT/s)' }).inputValue()).toBe('5600');
  await fill(page, { Name: 'Testco Typed again' });
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'Speed (MT/s)' }).inputValue()).toBe('5600');
});

async function openPurchase(person: Person, expected: RegExp) {
  const part = await givenPart(shop);
  const page = await visitAs(person, `/purchase/${part}`, expected);
  await fill(page, typedAddress);
  return { page, part };
}
