/** Logging in with the sandbox's OpenID Connect provider, in a real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { findViolations } from '../support/axe.ts';
import { ask, givenPart, givenPerson } from '../support/given.ts';
import { givenLinkedLogIn } from '../support/given-people.ts';
import { recordWeight } from '../support/page-weight.ts';
import { toast } from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visit, visitAs } = await givenVisitedShop({ hasDemoIdentity: true });

const button = `${wording.logIn.social} Demo ID`;

test('a new person comes back signed in, to where they came from, and the token is fetched once [S2.53 S4.6 S4.10 S7.8 S7.32]', async () => {
  const page = await chromium.open();
  let tokens = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/api/user/')) tokens += 1;
  });
  const part = await givenPart(shop);
  const admin = await givenPerson(shop, { role: 'admin' });
  await admin.ask('PATCH', '/api/settings', { version: 0, name: 'Bits & Bobs' });
  const readWeight = await recordWeight(page, { isCold: true });
  await page.goto(`${shop.url}/purchase/${part}`);
  await page.waitForURL(`${shop.url}/login?from=**`);
  await page.getByRole('button', { name: button }).waitFor();
  expect((await readWeight()).shift).toBeLessThanOrEqual(0.02); // the design's
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Bartholomew Quickfinger' }).click();
  await page.getByRole('heading', { name: 'Log in to Bits & Bobs?' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(`${shop.url}/purchase/${part}`);
  expect(await page.getByLabel('E-mail').inputValue()).toBe('bartholomew@compact.test');
  expect(tokens).toBe(1);
  // the full name is longer than the shop's names may be
  expect(await personRow('bartholomew@compact.test')).toMatchObject({
    name: 'Bartholomew',
    email_verified: true,
    role: 'customer',
  });
  await page.goBack();
  expect(page.url()).not.toMatch(/\/(login|signed_in)/);
});

test('an account whose address nobody has confirmed is not handed to whoever the provider sends', async () => {
  await givenPerson(shop, { email: 'mei@compact.test', isConfirmed: false });
  const page = await visit('/login');
  await page.getByRole('button', { name: button }).click();
  await logInAtProvider(page, 'Mei Lin');
  await page.getByText('There is an account with this e-mail address already.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

test('linked log-ins are seen on the profile page; one is removed, but never the last way in', async () => {
  const person = await givenPerson(shop);
  await givenLinkedLogIn(shop, person);
  const page = await visitAs(person, '/dashboard/my_profile', /409/);
  const removal = page.getByRole('button', { name: 'Remove Demo ID' });
  await removal.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await shop.db
    .deleteFrom('credentials')
    .where('person_id', '=', person.id)
    .where('password', 'is not', null)
    .execute(); // meanwhile
  await removal.click();
  const dialog = page.getByRole('dialog', { name: 'Remove this log-in?' });
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await dialog.getByText('This is your only way to log in.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await page.getByText('It is your only way to log in.').waitFor();
  expect(await removal.count()).toBe(0);
  expect(await page.getByLabel('Current password').count(), 'there is none').toBe(0);
  await givenLinkedLogIn(shop, person);
  await page.reload();
  await removal.first().click();
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await toast(page, 'Log-in removed; you are logged out everywhere else');
  await page.getByText('It is your only way to log in.').waitFor();
});

test.each(['Cancel', 'Do not allow'])(
  'who chooses “%s” is told so on the log in page [S2.60 S4.6 S8.12]',
  async (choice) => {
    const page = await visit('/signup');
    await page.getByRole('button', { name: button }).click();
    if (choice === 'Do not allow') await page.getByRole('button', { name: 'Robin Fields' }).click();
    await page.getByRole('button', { name: choice }).click();
    await page.getByText('You have not allowed it, so you are not logged in.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await personRow('robin@compact.test')).toBeUndefined();
  },
);

test('a return that nobody asked for signs nobody in', async () => {
  for (const search of ['', '?code=x', '?code=x&state=y', '?error=access_denied&state=y']) {
    const answer = await ask(shop, 'GET', `/login/oidc${search}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toMatch(new RegExp(`^${shop.url}/login\\?error=\\w+$`));
    expect(JSON.stringify(answer.headers['set-cookie'] ?? '')).not.toContain('session_token=');
  }
});

test('a page to return to is one of this shop', async () => {
  const answer = await ask(shop, 'POST', '/api/identity/sign-in/social', { from: '/.//evil.example' });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'from' }] } });
});

async function logInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
}

function personRow(email: string) {
  return shop.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst();
}
