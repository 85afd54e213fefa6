/** The dashboard's frame, its forms and its tables as the specification describes them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wording } from '#domain/wording.ts';
import { givenBrowser } from '../support/browser.ts';
import { givenPart, givenPerson } from '../support/given.ts';
import { fill, readMessage, signIn, toast } from '../support/pages.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const shop = givenShop({ web: await readWebBuild() });
const chromium = givenBrowser();
const { messages } = wording;

const readFields = (page: Page, button: string) =>
  page
    .locator('main form')
    .filter({ has: page.getByRole('button', { name: button, exact: true }) })
    .locator('input, textarea, select');
const namesAndTypes = (page: Page, button: string) =>
  readFields(page, button).evaluateAll((fields) =>
    fields.map((field) => `${field.getAttribute('name')} ${(field as HTMLInputElement).type}`),
  );

test('the sidebar has a toggle on small screens, and needs none on large ones [S2.6 S2.27 S2.66]', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop));
  await page.goto(`${shop.url}/dashboard`);
  await page.getByRole('heading', { name: 'EXPLORE DASHBOARD' }).waitFor();
  const link = page.getByRole('link', { name: 'Add Review' }).and(page.locator(':visible'));
  const toggle = page.getByText('Menu', { exact: true });
  await link.waitFor();
  expect(await toggle.isVisible()).toBe(false);
  await page.setViewportSize({ width: 375, height: 800 });
  await toggle.waitFor();
  expect(await link.count()).toBe(0);
  await toggle.click();
  await link.waitFor();
  await toggle.click();
  await link.waitFor({ state: 'hidden' });
});

test('Add Product asks for six things, and Add Review for three [S2.88 S2.91]', async () => {
  const office = await signIn({ shop, chromium }, await givenPerson(shop, { role: 'admin' }));
  await office.goto(`${shop.url}/dashboard/add_product`);
  await office.getByRole('heading', { name: 'Product Info Form' }).waitFor();
  expect(await namesAndTypes(office, 'Add product')).toEqual(
    expect.arrayContaining([
      'name text',
      'description textarea',
      'available_quantity number',
      'minimum_order number',
      'price number',
      'image file',
    ]),
  );
  const page = await signIn({ shop, chromium }, await givenPerson(shop));
  await page.goto(`${shop.url}/dashboard/add_review`);
  await page.getByRole('heading', { name: 'Add Rating and Review' }).waitFor();
  expect(await namesAndTypes(page, 'Post the review')).toEqual(
    expect.arrayContaining(['review textarea', 'rating select-one', 'image file']),
  );
});

test.each(['customer', 'admin'] as const)(
  'My Profile shows a %s their name and e-mail, and a form for the rest [S2.9 S2.92 S5.29]',
  async (role) => {
    const person = await givenPerson(shop, { role, name: 'Pia Profile' });
    const page = await signIn({ shop, chromium }, person);
    await page.goto(`${shop.url}/dashboard/my_profile`);
    await page.getByRole('heading', { name: 'User Info Form' }).waitFor();
    const shown = page.getByRole('main').getByText(person.email, { exact: false });
    await shown.first().waitFor();
    await page.getByRole('main').getByText('Pia Profile').first().waitFor();
    const form = await namesAndTypes(page, 'Save');
    expect(form).toEqual(
      expect.arrayContaining(['name text', 'education text', 'location text', 'phone tel', 'link file']),
    );
    expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(person.email);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => readMessage(page, 'Education')).toBe(messages.education);
    expect(await readMessage(page, 'Name')).toBe('At most 15 characters');
    expect(await readMessage(page, 'Phone')).toBe('');
  },
);

test('Manage Products lists what GET /parts answers, anew when something has changed [S2.12 S7.3 S7.36]', async () => {
  const id = await givenPart(shop, { name: 'Testco Doomed' });
  const page = await signIn({ shop, chromium }, await givenPerson(shop, { role: 'admin' }));
  let fetched = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/parts' && request.method() === 'GET') fetched += 1;
  });
  await page.goto(`${shop.url}/dashboard/manage_products`);
  await page.getByRole('cell', { name: id }).waitFor();
  expect(fetched).toBe(1);
  await page.getByRole('button', { name: 'Delete Testco Doomed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });
  await dialog.getByRole('button', { name: 'Yes', exact: true }).click();
  await toast(page, wording.toasts.deleted);
  await page.getByRole('cell', { name: id }).waitFor({ state: 'detached' });
  expect(fetched).toBe(2);
});

test('Make Admin has a button for everybody but administrators, and fetches the list again [S2.14 S2.90 S4.18 S7.22 S8.18]', async () => {
  const admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
  await givenPerson(shop, { name: 'Nora New' });
  const page = await signIn({ shop, chromium }, admin);
  await page.goto(`${shop.url}/dashboard/make_admin?q=${admin.email}`);
  const mine = page.getByRole('row').filter({ hasText: admin.email });
  await mine.getByText('Ada Admin').waitFor();
  expect(await mine.getByRole('button', { name: 'Make Admin' }).count()).toBe(0);
  await page.goto(`${shop.url}/dashboard/make_admin`);
  await page.getByRole('button', { name: 'Make Admin: Nora New' }).waitFor();
  const again = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/api/user' && request.method() === 'GET',
  );
  await page.getByRole('button', { name: 'Make Admin: Nora New' }).click();
  await toast(page, wording.toasts.adminCreated);
  await again;
  await page.getByRole('button', { name: 'Make Admin: Nora New' }).waitFor({ state: 'detached' });
});

test('what cannot be loaded says so, and can be tried again: parts, reviews, an action [S8.13 S8.14]', async () => {
  const part = await givenPart(shop, { name: 'Testco Unreachable' });
  const admin = await givenPerson(shop, { role: 'admin' });
  const page = await signIn({ shop, chromium }, admin, /ERR_FAILED/);
  await page.route('**/api/parts?*', (route) => route.abort());
  await page.goto(`${shop.url}/dashboard/manage_products`);
  await page.getByText('The shop cannot be reached.').waitFor();
  await page.unroute('**/api/parts?*');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('cell', { name: part }).waitFor();

  await page.route('**/api/manage_products/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Delete Testco Unreachable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByRole('dialog').getByText('The shop cannot be reached.').waitFor();

  await page.route('**/api/ratings?*', (route) => route.abort());
  await page.goto(`${shop.url}/purchase/${part}`);
  await page.getByText('They could not be loaded.').waitFor();
  await fill(page, { Location: '1 Farm Lane' }); // the order does not wait for them
  await page.unroute('**/api/ratings?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('They could not be loaded.').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe('1 Farm Lane');
});

test('an address that is mistyped says so and leads back to the dashboard', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop), /400/);
  for (const path of ['payment/nothing', 'order/nothing', '?sort=backwards']) {
    await page.goto(`${shop.url}/dashboard/${path}`);
    await page.getByText('This address is incomplete or mistyped.').waitFor();
  }
  await page.goto(`${shop.url}/dashboard/order/nothing`);
  await page.getByRole('link', { name: 'To your dashboard' }).click();
  await page.getByText(wording.myOrders.empty).waitFor();
});
