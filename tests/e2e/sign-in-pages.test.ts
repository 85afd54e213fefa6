/** Log in and sign up as the specification describes them, and the toasts of the application. */
import type { Locator, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { givenOrder, givenPart, givenPerson, readRow } from '../support/given.ts';
import {
  delayRequests,
  expectBelow,
  expectRed,
  expectTyped,
  fill,
  fillSignUp,
  readMessage,
  sendLogIn,
  toast,
} from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, visit, visitAs } = await givenVisitedShop({ runsJobs: true });
const { messages, toasts } = wording;

const open = async (path: string, expected?: RegExp) => {
  const page = await visit(path, expected ? { expected } : {});
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return page;
};
const namesOfFields = (page: Page) =>
  page.locator('main input').evaluateAll((fields) => fields.map((field) => field.getAttribute('name')));

test('the card Log In has two fields, a Login button and a link to sign up [S2.3 S2.52 S2.54]', async () => {
  const page = await open('/login');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Log In');
  expect(await namesOfFields(page)).toEqual(['email', 'password']);
  expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
  expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual(['Login']);
  await page.getByRole('link', { name: 'New to COMPACT?' }).click();
  await page.waitForURL(`${shop.url}/signup`);
});

test('the card Create Account has four fields, a button and a link to log in [S2.4 S2.59 S2.61]', async () => {
  const page = await open('/signup');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Create Account');
  expect(await namesOfFields(page)).toEqual(['name', 'email', 'password', 'confirm_password']);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).waitFor();
  await page.getByRole('link', { name: 'Already have an account?' }).click();
  await page.waitForURL(`${shop.url}/login`);
});

test('what is missing stands below its field, and what the provider says in red under the form [S4.4 S4.9 S5.1 S8.1 S8.3]', async () => {
  const { email } = await givenPerson(shop);
  const logIn = await open('/login', /401/);
  const loadScripts = await delayRequests(logIn, /\/assets\/framework-.*\.js$/);
  await logIn.reload({ waitUntil: 'commit' });
  await logIn.locator('link[rel=modulepreload]').first().waitFor({ state: 'attached' }); // it is heard before
  await logIn.getByLabel('Password').press('Enter');
  loadScripts();
  await expect.poll(() => readMessage(logIn, 'E-mail')).toBe(messages.email);
  await expect.poll(() => readMessage(logIn, 'Password')).toBe(messages.password);
  await expectBelow(logIn.getByText(messages.email), logIn.getByLabel('E-mail'));
  await expectBelow(logIn.getByText(messages.password), logIn.getByLabel('Password'));
  await sendLogIn(logIn, { email, password: 'not this one' });
  await expectRed(logIn.getByText('Invalid email or password'));
  await expectBelow(logIn.getByText('Invalid email or password'), logIn.getByLabel('Password'));
  expect(await logIn.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email);

  const signUp = await open('/signup', /422/);
  await fillSignUp(signUp, 'Second', email);
  await signUp.getByRole('button', { name: 'Sign up' }).click();
  await expectRed(signUp.getByText('User already exists.'));
  await expectBelow(signUp.getByText('User already exists.'), signUp.getByLabel('Confirm password'));
  expect(await signUp.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email);
});

test('what checks a form is loaded when it is first used; a form that is sent before waits for it, and keeps what was typed when it does not come', async () => {
  const page = await open('/login', /ERR_FAILED|dynamically imported/);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const sendButton = page.getByRole('button', { name: 'Login' });
  await sendButton.and(page.locator(':enabled')).waitFor();
  expect((await loaded()).filter((name) => name.includes('/schemas-'))).toEqual([]);
  await page.route('**/assets/schemas-*', (route) => route.abort());
  await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com');
  await sendButton.click();
  await page.getByText('A part of this page could not be loaded.').waitFor();
  expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('ada@example.com');
  await page.unroute('**/assets/schemas-*');
  await page.reload();
  await sendButton.and(page.locator(':enabled')).waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Password').press('Enter');
  await page.getByText('A part of this page could not be loaded.').waitFor();
  await page.getByLabel('E-mail', { exact: true }).fill('ada');
  await page.context().setOffline(false);
  await page.getByLabel('Password').press('Enter');
  await expect.poll(() => readMessage(page, 'E-mail')).toBe(messages.invalidEmail);
  await page.reload();
  const loadSchemas = await delayRequests(page, /\/assets\/schemas-.*\.js$/);
  await page.getByLabel('Password').press('Enter');
  loadSchemas();
  await expect.poll(() => readMessage(page, 'E-mail')).toBe(messages.email);
});

test('a password can be pasted, and password managers are told which field is which', async () => {
  const page = await open('/login');
  await fill(page, { 'E-mail': 'nora@example.com' });
  await page.getByLabel('E-mail').selectText();
  await page.keyboard.press('Control+C');
  await page.getByLabel('Password').focus();
  await page.keyboard.press('Control+V');
  expect(await page.getByLabel('Password').inputValue()).toBe('nora@example.com');
  const readPurposes = () =>
    page
      .locator('main input[type=password]')
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')));
  expect(await readPurposes()).toEqual(['current-password']);
  await page.goto(`${shop.url}/signup`);
  await page.getByLabel('Confirm password').waitFor();
  expect(await readPurposes()).toEqual(['new-password', 'new-password']);
});

test('nothing is validated before the form is sent; then each field says what is wrong, the first has the focus, and each change counts [S4.8 S5.2 S5.3 S5.4 S5.5 S5.6 S5.7 S5.8 S5.9 S8.2 S8.4]', async () => {
  const page = await open('/signup');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  const wrong = { Name: 'a name of more than 15', 'E-mail': 'somebody@nowhere', Password: '1234' };
  await fill(page, wrong);
  await page.getByLabel('Confirm password').focus();
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  await fill(page, { Name: '', 'E-mail': '', Password: '' });
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect.poll(() => readMessage(page, 'Name')).toContain(messages.name);
  await expect.poll(() => readMessage(page, 'E-mail')).toBe(messages.email);
  await expect.poll(() => readMessage(page, 'Password')).toBe(messages.password);
  expect(await readMessage(page, 'Confirm password')).toBe('');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await fill(page, { ...wrong, 'Confirm password': '12345' });
  await expect.poll(() => readMessage(page, 'Name')).toContain(messages.invalidName);
  await expect.poll(() => readMessage(page, 'E-mail')).toBe(messages.invalidEmail);
  await expect.poll(() => readMessage(page, 'Password')).toBe(messages.shortPassword);
  await expect.poll(() => readMessage(page, 'Confirm password')).toBe(messages.passwordsDiffer);
  await expectTyped(page, wrong);
  await fill(page, { Name: 'a name of 15 ch', 'E-mail': 'nora@example.com', Password: '12345' });
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(0);
  for (const confirmed of ['', '12346']) {
    await fill(page, { 'Confirm password': confirmed });
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect.poll(() => readMessage(page, 'Confirm password')).toBe(messages.passwordsDiffer);
  }
  await expectRed(page.getByText(messages.passwordsDiffer));
  await expectBelow(page.getByText(messages.passwordsDiffer), page.getByLabel('Confirm password'));
  expect(sent).toBe(0);
});

test('“Log in” in the bar leads back to the page where one was, also after signing up [S2.23 S2.56 S2.62]', async () => {
  const person = await givenPerson(shop);
  await givenPart(shop, { name: 'Wanted Kit' });
  const logIn = (page: Page) =>
    page.getByRole('banner').getByRole('link', { name: wording.navigation.logIn });
  const page = await open('/parts/memory/wanted-kit');
  await logIn(page).click();
  await sendLogIn(page, person);
  await page.waitForURL(`${shop.url}/parts/memory/wanted-kit`);
  await page.getByRole('heading', { level: 1, name: 'Wanted Kit' }).waitFor();
  await page.getByRole('banner').getByText(person.name).waitFor();

  const application = await open('/login');
  await application.getByRole('banner').getByRole('link', { name: wording.navigation.portfolio }).click();
  await application.waitForURL(`${shop.url}/portfolio`);
  await logIn(application).click();
  await logIn(application).click(); // there, it keeps what it knows
  await application.getByRole('link', { name: 'New to COMPACT?' }).click();
  await fillSignUp(application, 'Paul Portfolio', 'paul@example.com', '12345');
  await application.getByRole('button', { name: 'Sign up' }).click();
  await application.waitForURL(`${shop.url}/portfolio`);
  await toast(application, toasts.userCreated);
});

test('signing up makes the account, mails its verification, shows the name, and goes home with a toast [S1.2 S2.62 S3.10 S4.7 S4.10 S7.8 S7.31 S8.20]', async () => {
  const page = await open('/signup');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() !== 'GET')
      calls.push(`${request.method()} ${decodeURIComponent(pathname)}`);
  });
  await fillSignUp(page, 'Nora New', 'nora@example.com', '12345');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL(`${shop.url}/`);
  await toast(page, toasts.userCreated);
  expect(calls).toEqual(['POST /api/identity/sign-up/email', 'PUT /api/user/nora@example.com']);
  await page.getByRole('banner').getByText('Nora New').waitFor();
  expect(await readRow(shop, 'people', { email: 'nora@example.com' })).toMatchObject({
    name: 'Nora New',
    email_verified: false,
  });
  await vi.waitFor(
    () =>
      expect(shop.mails.map(({ to, text }) => [to, /\/verify_email\?token=/.test(text)])).toContainEqual([
        'nora@example.com',
        true,
      ]),
    { timeout: 50_000, interval: 100 },
  );
});

test('a token that cannot be fetched is told in a sentence; nothing is lost, and the next try succeeds [S2.57 S8.13]', async () => {
  const person = await givenPerson(shop);
  const page = await open('/login', /ERR_FAILED/);
  await page.route('**/api/user/**', (route) => route.abort());
  await sendLogIn(page, person);
  await page.getByText('The shop cannot be reached.').waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(person.email);
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.unroute('**/api/user/**');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`${shop.url}/`);
});

test('a toast stands at the top right below the bar, goes after 5 seconds, or when it is dragged off by 80 percent [S9.10]', async () => {
  const buyer = await givenPerson(shop);
  const part = await givenPart(shop, { name: 'Testco Toast' });
  for (let count = 0; count < 2; count += 1) await givenOrder(shop, buyer, part);
  const page = await visitAs(buyer, '/dashboard');
  const shown = page.locator('.toast-card');
  const raise = async () => {
    await page.getByRole('button', { name: 'Cancel Testco Toast' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: wording.cancel.yes, exact: true }).click();
    await toast(page, toasts.orderRemoved);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };

  await raise();
  await shown.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const place = await shown.boundingBox();
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeGreaterThan(1280 - 40);
  const bar = await page.getByRole('banner').boundingBox();
  const below = (place?.y ?? 0) - (bar?.height ?? 0);
  expect(below).toBeGreaterThanOrEqual(0);
  expect(below).toBeLessThan(40);
  const duration = await page.locator('.toast-time').evaluate((bar) => {
    const [countdown] = bar.getAnimations();
    const { duration } = countdown?.effect?.getTiming() ?? {};
    countdown?.finish(); // the 5 seconds are over
    return duration;
  });
  expect(duration).toBe(5000);
  await shown.waitFor({ state: 'detached' });

  await raise();
  await shown.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  await drag(page, shown, 0.85, 'right');
  await drag(page, shown, 0.7);
  await expect.poll(async () => (await shown.boundingBox())?.x).toBe(place?.x);
  await drag(page, shown, 0.85);
  await shown.waitFor({ state: 'detached' });
});

/** Drags a toast aside by a share of its width and lets it go. */
async function drag(
  page: Page,
  shown: Locator,
  share: number,
  button: 'left' | 'right' = 'left',
): Promise<void> {
  const { x, y, width, height } = (await shown.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [from, middle] = [x + 10, y + height / 2];
  await page.mouse.move(from, middle);
  await page.mouse.down({ button });
  await page.mouse.move(from + width * share, middle, { steps: 10 });
  await page.mouse.up({ button });
}
