/** Who is let onto which page, what is shown while that is found out, and where everybody else is led. */
import type { Page, Request, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { ask, givenOrder, givenPart, givenPerson, type Person } from '../support/given.ts';
import { applicationScript, delayRequests, fill, readToken, signIn, toast } from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';
import { loadInBrowser } from '../support/visitor.ts';

const { shop, chromium, visit, visitAs } = await givenVisitedShop();

const administratorPages = ['manage_orders', 'manage_products', 'add_product', 'make_admin'];
const circle = (page: Page) => page.locator('.loading-circle');

test('visitors are shown home, portfolio, log in and sign up [S2.1 S6.2]', async () => {
  for (const path of ['/', '/portfolio', '/login', '/signup']) {
    const { status, body } = await ask(shop, 'GET', path);
    expect(status, path).toBe(200);
    expect(body, path).toMatch(/<main.*<h1/s);
  }
});

test('visitors are led from every protected page to log in, which remembers it and takes its place in the history [S2.5 S2.6 S2.7 S2.8 S2.9 S2.10 S2.11 S2.12 S2.13 S2.14 S2.22 S2.56 S2.65 S6.3]', async () => {
  const part = await givenPart(shop);
  const order = await givenOrder(shop, await givenPerson(shop), part);
  const page = await chromium.open();
  const paths = ['', '/add_review', '/my_profile', `/payment/${order._id}`];
  for (const path of [
    `/purchase/${part}`,
    ...[...paths, ...administratorPages.map((name) => `/${name}`)].map((below) => `/dashboard${below}`),
  ]) {
    const isWithHistory = [`/purchase/${part}`, '/dashboard', '/dashboard/manage_orders'].includes(path);
    if (isWithHistory) await page.goto(`${shop.url}/terms`);
    await page.goto(shop.url + path);
    await page.waitForURL(`${shop.url}/login?from=${encodeURIComponent(path)}`);
    await page.getByRole('heading', { name: wording.logIn.heading }).waitFor();
    if (!isWithHistory) continue;
    await page.goBack();
    await page.waitForURL(`${shop.url}/terms`);
  }
});

test('whoever is signed in and comes to log in or to sign up, with a foreign page to return to, is led home', async () => {
  const page = await visitAs('customer', '/terms');
  for (const path of ['/login?from=/%09/evil.example', '/signup?from=/.//evil.example']) {
    await page.goto(shop.url + path);
    await page.waitForURL(`${shop.url}/`, { timeout: 10_000 });
  }
});

test('logging in shows a spinner, fetches the token once, and only then goes back, in place of the log in page [S1.3 S2.55 S2.56 S2.58 S3.11 S4.3 S4.5 S4.10 S7.7 S7.8 S7.31]', async () => {
  const part = await givenPart(shop);
  const person = await givenPerson(shop);
  const page = await visit('/terms');
  await page.goto(`${shop.url}/purchase/${part}?quantity=3`);
  await page.waitForURL(`${shop.url}/login?from=**`);
  const spinner = page.getByRole('button', { name: wording.logIn.button }).locator('.spinner');
  await fill(page, { 'E-mail': person.email, Password: person.password });
  expect(await spinner.count()).toBe(0);
  const held = await hold(page, `**/api/user/${encodeURIComponent(person.email)}`);
  await page.getByRole('button', { name: wording.logIn.button }).click();
  await held.isAsked;
  await spinner.waitFor();
  expect(await readToken(page)).toBeNull();
  expect(new URL(page.url()).pathname).toBe('/login');
  held.answer();
  await page.waitForURL(`${shop.url}/purchase/${part}`);
  await page.getByRole('heading', { name: wording.productDetails.heading }).waitFor();
  expect(await page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('3');
  expect(held.asked).toEqual([{ method: 'PUT', body: { email: person.email } }]);
  expect(await readToken(page)).toBe(held.answers[0]?.token);
  await page.goBack();
  await page.waitForURL(`${shop.url}/terms`);
});

test('the circle stands in while the session, the role and the data are found out [S2.63 S2.67]', async () => {
  const person = await givenPerson(shop);
  const page = await signIn({ shop, chromium }, person);
  await loadInBrowser(page);
  const held = await hold(page, '**/api/admin/**');
  await page.goto(`${shop.url}/dashboard`);
  await held.isAsked;
  await circle(page).waitFor();
  expect(await page.getByText(wording.dashboard.heading).count()).toBe(0);
  held.answer();
  await page.getByRole('heading', { name: wording.dashboard.heading }).waitFor();
  await circle(page).waitFor({ state: 'detached' });

  const visitor = await chromium.open();
  const session = await hold(visitor, '**/api/identity/get-session');
  await visitor.goto(`${shop.url}/dashboard/my_profile`);
  await session.isAsked;
  await circle(visitor).waitFor();
  session.answer();
  await visitor.waitForURL(`${shop.url}/login?from=**`);
});

test('the role is asked for once, with the bearer token that lies in local storage [S6.4 S9.11]', async () => {
  const admin = await givenPerson(shop, { role: 'admin' });
  const page = await signIn({ shop, chromium }, admin);
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/')) requests.push(request);
  });
  await page.goto(`${shop.url}/dashboard/make_admin`);
  await page.locator('[data-page]').getByRole('heading').first().waitFor();
  const [request, ...others] = requests;
  expect(others).toEqual([]);
  if (!request) throw new Error('The role was not asked for.');
  expect([request.method(), decodeURIComponent(new URL(request.url()).pathname)]).toEqual([
    'GET',
    `/api/admin/${admin.email}`,
  ]);
  expect(await request.headerValue('authorization')).toBe(`Bearer ${await readToken(page)}`);
  expect(await (await request.response())?.json()).toEqual({ admin: true });
});

test.each(administratorPages)(
  'a customer on %s is signed out and led to log in [S2.11 S2.12 S2.13 S2.14 S4.20 S6.7]',
  async (name) => {
    const customer = await givenPerson(shop);
    const page = await signIn({ shop, chromium }, customer, /403/);
    const held = await hold(page, '**/api/admin/**');
    await page.goto(`${shop.url}/dashboard/${name}`);
    await held.isAsked;
    await circle(page).waitFor();
    held.answer();
    await page.waitForURL(`${shop.url}/login?from=%2Fdashboard%2F${name}`);
    await page.getByText('This page is for administrators. Log in as one to see it.').waitFor();
    await expectSignedOut(page, customer);
  },
);

test('from log in a customer comes home instead of to an administrator’s page, an administrator to it [S2.14 S6.7]', async () => {
  const [customer, admin] = [await givenPerson(shop), await givenPerson(shop, { role: 'admin' })];
  const page = await chromium.open({ expected: /403/ });
  const [last = ''] = administratorPages.slice(-1);
  const logIn = async ({ email, password }: Person) => {
    await page.goto(`${shop.url}/dashboard/${last}`);
    await page.waitForURL(`${shop.url}/login?from=%2Fdashboard%2F${last}`);
    await fill(page, { 'E-mail': email, Password: password });
    await page.getByRole('button', { name: wording.logIn.button }).click();
  };
  await logIn(customer);
  await page.waitForURL(`${shop.url}/`);
  expect(await readToken(page)).not.toBeNull();

  await page.getByRole('button', { name: wording.navigation.logOut }).click();
  await page.getByRole('link', { name: wording.navigation.logIn }).waitFor();
  await logIn(admin);
  await page.waitForURL(`${shop.url}/dashboard/${last}`);
  await page.locator('main').getByRole('heading', { level: 2 }).first().waitFor();
});

test('logging out counts before the application has come, too, and says so when it did not work', async () => {
  const person = await givenPerson(shop);
  const page = await signIn({ shop, chromium }, person, /ERR_FAILED|Failed to fetch/);
  const { token } = person;
  const release = await delayRequests(page, applicationScript);
  const logOut = page.getByRole('button', { name: wording.navigation.logOut, exact: true });
  await page.goto(`${shop.url}/dashboard`, { waitUntil: 'commit' });
  await page.route('**/api/identity/sign-out', (route) => route.abort());
  await logOut.click();
  await page.getByText('You are still logged in').waitFor();
  release();
  await page.getByRole('heading', { name: wording.dashboard.heading }).waitFor();
  await page.getByText('You are still logged in').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  const { promise, resolve: fail } = Promise.withResolvers<void>();
  await page.route(applicationScript, (route) => promise.then(() => route.abort())); // it never comes
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.goto(`${shop.url}/dashboard/my_profile`, { waitUntil: 'commit' });
  await page.locator('link[rel=modulepreload]').first().waitFor({ state: 'attached' });
  await page.getByLabel('Name', { exact: true }).press('Enter');
  fail();
  await page.getByText('The rest of this page could not be loaded.').waitFor();
  await logOut.click();
  await page.waitForURL(`${shop.url}/`);
  await page.getByRole('link', { name: wording.navigation.logIn }).waitFor();
  const authorization = `Bearer ${token}`;
  const answer = await ask(shop, 'GET', `/api/admin/${person.email}`, undefined, { authorization });
  expect(answer.status).toBe(401);
  expect(posts, 'the form is not sent').toEqual([`${shop.url}/api/identity/sign-out`]);
});

test('an administrator has no page for reviewing the shop [S2.8]', async () => {
  const page = await visitAs('admin', '/dashboard/add_review');
  await page.waitForURL(`${shop.url}/dashboard`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('Settings opens first in a browser that has forgotten who is logged in', async () => {
  const page = await visitAs('admin', '/terms');
  await page.addInitScript(() => localStorage.clear());
  await page.goto(`${shop.url}/dashboard/settings/company`);
  await page.getByLabel('Name of the company').waitFor();
});

test('the checkout tells the frame who is logged in when the browser has forgotten it', async () => {
  const page = await visitAs('customer', '/terms');
  await page.addInitScript(() => localStorage.clear());
  await page.goto(`${shop.url}/checkout`);
  await page.getByRole('button', { name: wording.navigation.logOut }).waitFor();
});

const refuseMyOrders: Record<401 | 403, (page: Page, person: Person) => Promise<unknown>> = {
  401: (_page, { id }) => shop.db.deleteFrom('sessions').where('person_id', '=', id).execute(),
  403: async (page) => {
    const { email } = await givenPerson(shop);
    await page.goto(`${shop.url}/terms`);
    await page.evaluate((email) => {
      localStorage.setItem('compact.person', JSON.stringify({ name: 'Somebody Else', email }));
    }, email);
  },
};

test.each([401, 403] as const)(
  'a %i at My Orders warns, signs out, removes the token and leads home [S4.19 S8.6]',
  async (status) => {
    const person = await givenPerson(shop);
    const page = await signIn({ shop, chromium }, person, /40[13]/);
    await refuseMyOrders[status](page, person);
    await page.goto(`${shop.url}/dashboard`);
    await toast(page, wording.toasts.accessCancelled);
    await page.waitForURL(`${shop.url}/`);
    await expectSignedOut(page, person);
  },
);

async function expectSignedOut(page: Page, { cookie }: Person): Promise<void> {
  expect(await readToken(page)).toBeNull();
  expect((await ask(shop, 'GET', '/api/identity/get-session', undefined, { cookie })).body).toBeNull();
}

/** Keeps every call to an address waiting until `answer` is called, and remembers what was asked and answered. */
async function hold(page: Page, address: string) {
  const answering = Promise.withResolvers<void>();
  const asking = Promise.withResolvers<void>();
  const requests: { method: string; body: unknown }[] = [];
  const answers: { token?: string }[] = [];
  await page.route(address, async (route: Route) => {
    const request = route.request();
    requests.push({ method: request.method(), body: request.postDataJSON() });
    asking.resolve();
    await answering.promise;
    const answered = await route.fetch();
    answers.push(await answered.json());
    await route.fulfill({ response: answered });
  });
  return { answer: answering.resolve, isAsked: asking.promise, asked: requests, answers };
}
