/** Manage Products, Import Products and Make Admin in a real Chromium, with a screen as narrow as a phone's as well. */
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findShopDay } from '#delivery/database/delivery-rules.ts';
import { addDays } from '#kernel/calendar.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import { formatShopDay } from '#kernel/times.ts';
import { wording } from '#kernel/wording.ts';
import { ask, givenOrder, givenPaidOrder, givenPart, givenPerson, orderBody } from '../support/given.ts';
import { delayRequests, fill, readMessage, signIn, toast, typeAtOnce } from '../support/pages.ts';
import { givenPixels } from '../support/pictures.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visitAs } = await givenVisitedShop();

test('an administrator finds a part, takes it off sale after being asked, and puts it back; the list is fetched anew [S1.9 S2.12 S2.86 S2.87 S7.3 S7.18 S7.36 S8.17]', async () => {
  const id = await givenPart(shop, { name: 'Testco Doomed 8 GB' });
  await givenPart(shop, { name: 'Testco Staying 8 GB' });
  const page = await visitAs('admin', '/dashboard/manage_products');
  await page.getByRole('cell', { name: id }).waitFor();
  const headings = await page.getByRole('columnheader').allTextContents();
  expect(headings).toEqual([...wording.manageProducts.columns, 'Price', 'Stock']);

  await page.getByLabel('Name, brand, SKU or id').fill('doomed');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?q=doomed$/);
  await page.getByText('1 to 1 of 1').waitFor();
  expect(await page.getByText('Testco Staying 8 GB').count()).toBe(0);

  await page.getByRole('button', { name: 'Delete Testco Doomed 8 GB' }).click();
  const dialog = page.getByRole('dialog', { name: wording.manageProducts.question });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect((await ask(shop, 'GET', `/api/parts/${id}`)).status).toBe(200);
  await page.getByRole('button', { name: 'Delete Testco Doomed 8 GB' }).click();
  const fetched = waitForRead(page, '/api/parts');
  await dialog.getByRole('button', { name: wording.manageProducts.yes, exact: true }).click();
  await toast(page, wording.toasts.deleted);
  await fetched;
  await page.getByText('Nothing was found.').waitFor();
  expect((await ask(shop, 'GET', `/api/parts/${id}`)).status).toBe(404);

  await page.getByLabel('Show').selectOption('Off sale');
  await page.waitForURL(/status=off-sale/);
  await page.getByRole('button', { name: 'Put on sale again: Testco Doomed 8 GB' }).click();
  await toast(page, 'on sale again');
  expect((await ask(shop, 'GET', `/api/parts/${id}`)).status).toBe(200);
});

test('who types on while a list is being searched keeps what was typed; going back shows what was searched for', async () => {
  const page = await visitAs('admin', '/dashboard/manage_products?q=before');
  const field = page.getByLabel('Name, brand, SKU or id');
  await field.fill('first');
  const release = await delayRequests(page, /\/api\/.*q=first/);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' and more');
  release();
  await page.waitForURL(/\?q=first$/);
  await page.locator('main[aria-busy=false]').waitFor();
  expect(await field.inputValue()).toBe('first and more');
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('before');
});

test('Manage Products says what a search was taken for', async () => {
  await givenPart(shop, { name: 'Quaxel Moonshot 32 GB' });
  const page = await visitAs('admin', '/dashboard/manage_products?q=quaxle');
  const said = page.getByRole('status').filter({ hasText: '“' });
  await expect
    .poll(() => said.textContent())
    .toBe('Nothing was found for “quaxle”. These are the results for “quaxel”.');
  await page.goto(`${shop.url}/dashboard/manage_products?q=quaxel+gb+qx77`);
  const isPartial = 'No part has all the words of “quaxel gb qx77”. These parts have most of them.';
  await expect.poll(() => said.textContent()).toBe(isPartial);
  await page.goto(`${shop.url}/dashboard/manage_products?q=quaxel`);
  await page.getByText('1 to 1 of 1').waitFor();
  expect(await said.count()).toBe(0);
});

test('a list in which nothing is found leads back to the list without search and filter', async () => {
  await givenPart(shop, { name: 'Testco Findable 8 GB' });
  const page = await visitAs('admin', '/dashboard/manage_products?q=zzzzzz&status=off-sale&sort=newest');
  await page.getByText('Nothing was found.').waitFor();
  await page.getByRole('link', { name: 'Clear search and filter' }).click();
  await page.waitForURL(/manage_products\?sort=newest$/);
  await page.getByText('Testco Findable 8 GB').waitFor();
  expect(await page.getByLabel('Name, brand, SKU or id').inputValue()).toBe('');
});

test('prices and stock are set in the list: Enter goes down, one save has all or nothing, and a conflict is shown in its row', async () => {
  const names = ['Listco One', 'Listco Two', 'Listco Three'] as const;
  const ids = await Array.fromAsync(names, (name) => givenPart(shop, { name, price: 1_000, stock: 5 }));
  const page = await visitAs('admin', '/dashboard/manage_products?q=listco&sort=newest', /409/);
  const price = (name: string) => page.getByLabel(`Price: ${name}`);
  const units = (name: string) => page.getByLabel(`Units to add: ${name}`);
  await price('Listco Three').fill('12,75');
  await page.keyboard.press('Enter');
  await page.keyboard.type('13');
  expect(await price('Listco Two').inputValue()).toBe('13');
  await units('Listco One').fill('−2');
  await page.getByRole('link', { name: 'Edit Listco Two' }).click();
  await page.getByLabel('Description').waitFor();
  await page.goBack();
  await page.getByText('3 parts changed').waitFor();
  const other = await givenPerson(shop, { role: 'admin' });
  await other.ask('PATCH', `/api/parts/${ids[1]}`, { price: 11 });
  await page.getByLabel('Why the stock changes').fill('Counted again');
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await page.getByRole('row', { name: 'Listco Two' }).getByText('changed this to “11” meanwhile').waitFor();
  expect(await price('Listco Two').inputValue()).toBe('13');
  const read = () =>
    Promise.all(
      ids.map(async (id) => {
        const { price, available_quantity } = (await ask(shop, 'GET', `/api/parts/${id}`)).body;
        return [price, available_quantity];
      }),
    );
  expect(await read()).toEqual([
    [10, 5],
    [11, 5],
    [10, 5],
  ]);
  await save.click();
  await toast(page, '3 parts saved');
  await save.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Manage Products' }).and(page.locator(':focus')).waitFor();
  expect(await read()).toEqual([
    [10, 3],
    [13, 5],
    [12.75, 5],
  ]);
});

test('what is typed into the list stays when it is loaded again, beside new prices, and no longer once it is sent; what is saved again is saved once', async () => {
  const id = await givenPart(shop, { name: 'Keepco', price: 1_000, stock: 5 });
  const page = await visitAs('admin', '/dashboard/manage_products?q=keepco', /ERR_FAILED/);
  const units = page.getByLabel('Units to add: Keepco');
  const price = page.getByLabel('Price: Keepco');
  await units.fill('5');
  const other = await givenPerson(shop, { role: 'admin' });
  await other.ask('PATCH', `/api/parts/${id}`, { price: 12 });
  await page.reload();
  const changed = page.getByText('1 part changed');
  await changed.waitFor();
  expect([await units.inputValue(), await price.inputValue()]).toEqual(['5', '12.00']);
  await price.fill('13');
  await price.fill('12.00');
  await units.fill('');
  await changed.waitFor({ state: 'detached' });
  await units.fill('4');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByRole('rowheader', { name: 'Keepco' }).and(page.locator(':focus')).waitFor();

  await units.fill('4');
  await page.getByLabel('Why the stock changes').fill('Counted again');
  const save = page.getByRole('button', { name: 'Save' });
  await page.route(
    '**/api/parts',
    async (route) => {
      await route.fetch();
      await route.abort(); // the answer is lost
    },
    { times: 1 },
  );
  await save.click();
  await page.getByText('The shop cannot be reached.').waitFor();
  await save.click();
  await page.getByRole('row', { name: 'Keepco' }).getByText('9', { exact: true }).waitFor();

  await units.fill('4');
  await page.getByLabel('Why the stock changes').fill('Counted again');
  await page.route('**/api/parts', async (route) => {
    await route.fetch();
    await page.reload(); // before the answer has come
  });
  await save.click();
  await page.getByRole('row', { name: 'Keepco' }).getByText('13', { exact: true }).waitFor();
  expect([await units.inputValue(), await changed.count()]).toEqual(['', 0]);
});

test('an administrator edits a part; one whose units were sold meanwhile is looked at again [S0.8 S1.9]', async () => {
  const id = await givenPart(shop, { name: 'Testco Edited 8 GB', price: 1_000, stock: 10 });
  const buyer = await givenPerson(shop);
  const page = await visitAs('admin', `/dashboard/edit_product/${id}`, /409/);
  await page.getByLabel('Name', { exact: true }).waitFor();
  await givenOrder(shop, buyer, id, 4);
  const other = await givenPerson(shop, { role: 'admin' });
  await other.ask('PATCH', `/api/parts/${id}`, { price: 11, description: 'Words of the other one.' });
  await fill(page, { 'Price in dollars': '0', 'Available quantity': '30' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => readMessage(page, 'Price in dollars')).toBe('The price must be above 0');
  await fill(page, { 'Price in dollars': '12.50' });
  const buffer = await givenPixels(800, 60).jpeg().toBuffer();
  await page.getByLabel('Another image').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => readMessage(page, 'Price in dollars')).toContain('changed this to “11” meanwhile');
  expect(await page.getByLabel('Price in dollars').inputValue()).toBe('12.50');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('6 are there now').waitFor();
  expect(await page.getByLabel('Price in dollars').inputValue()).toBe('12.50');
  await page.locator('summary').filter({ hasText: 'Specification' }).click();
  const speed = page.getByRole('textbox', { name: 'Speed (MT/s)' });
  expect(await speed.inputValue()).toBe('6000');
  await speed.fill('5600');
  await fill(page, { 'Available quantity': '26' });
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Product saved');
  expect((await ask(shop, 'GET', `/api/parts/${id}`)).body).toMatchObject({
    price: 12.5,
    available_quantity: 26,
    description: 'Words of the other one.',
    specs: { capacityGb: 32, modules: 2, moduleGb: 16, ddr: 5, speedMts: 5600 },
    img: expect.stringMatching(/^\/images\/.*-640\.jpg$/),
  });
  await page.getByRole('heading', { name: wording.dashboard.manageProducts }).waitFor();
  const sources = page.locator('picture', { has: page.locator('img[src*="/images/"]') }).locator('source');
  expect(await sources.first().getAttribute('srcset')).toMatch(/-320\.avif 320w/);

  await typeAtOnce(page, 'price', '1');
  await page.reload();
  await page.getByRole('link', { name: 'Edit Testco Edited 8 GB' }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await page.keyboard.type('3.5');
  expect(await page.getByLabel('Price in dollars').inputValue()).toBe('13.5');
});

test('Make Admin says whose e-mail address is not confirmed, and refuses them with a sentence', async () => {
  const admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
  await givenPerson(shop, { name: 'Una Unknown', isConfirmed: false });
  await givenPerson(shop, { name: 'Confirmed Colin' });
  const page = await visitAs(admin, '/dashboard/make_admin?q=Una+Unknown', /409/);
  const row = page.getByRole('row').filter({ hasText: 'Una Unknown' });
  await row.getByText('Not confirmed').waitFor();
  await row.getByRole('button', { name: 'Make Admin: Una Unknown' }).click();
  await toast(page, 'e-mail address is not confirmed');
  await page.goto(`${shop.url}/dashboard/make_admin?q=Confirmed+Colin`);
  await page.getByRole('row').filter({ hasText: 'Confirmed Colin' }).waitFor();
  expect(await page.getByText('Not confirmed').count()).toBe(0);
});

test('an administrator makes another one and takes the role away; the list is fetched anew; the last one keeps it [S0.9 S1.11 S2.14 S2.89 S2.90 S4.18 S7.22 S8.7 S8.18]', async () => {
  await shop.db.updateTable('people').set({ role: 'customer' }).execute();
  const admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
  await givenPerson(shop, { name: 'Nora New' });
  const page = await visitAs(admin, '/dashboard/make_admin', /409|403/);
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([...wording.makeAdmin.columns]);
  const mine = page.getByRole('row').filter({ hasText: admin.email });
  await mine.getByText('Ada Admin').waitFor();
  expect(await mine.getByRole('button', { name: 'Make Admin' }).count()).toBe(0);
  const fetched = waitForRead(page, '/api/user');
  await page.getByRole('button', { name: 'Make Admin: Nora New' }).click();
  await toast(page, wording.toasts.adminCreated);
  await fetched;
  await page.getByRole('button', { name: 'Make Admin: Nora New' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove admin: Nora New' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await toast(page, 'Admin removed');
  await page.getByRole('button', { name: 'Remove admin: Ada Admin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await page.getByText('This is the last administrator').waitFor();
  await page.keyboard.press('Escape');

  await shop.db.updateTable('people').set({ role: 'customer' }).where('id', '=', admin.id).execute();
  await page.getByRole('button', { name: 'Make Admin: Nora New' }).click();
  await toast(page, wording.toasts.adminNotCreated);
});

test('on a phone a row folds its details, and the pages of a long list are turned by the address', async () => {
  const admin = await givenPerson(shop, { role: 'admin' });
  for (let count = 0; count < 21; count += 1)
    await givenPart(shop, { name: `Testco Long list ${count} ${randomUUIDv7()}` });
  const page = await signIn({ shop, chromium }, admin);
  await page.setViewportSize({ width: 375, height: 800 });
  const buyer = await givenPerson(shop, { name: 'Marigold Feath' });
  const location = '1 Farm Lane\nLittle Village';
  await buyer.ask('POST', '/api/order', { ...orderBody(await givenPart(shop)), location });
  await page.goto(`${shop.url}/dashboard/manage_orders`);
  const row = page.locator('tbody tr').filter({ hasText: '1 Farm Lane' }).first();
  expect(await row.getByText('1 Farm Lane').isVisible()).toBe(false);
  await row.getByText('More', { exact: true }).click();
  expect(await row.getByText('1 Farm Lane').isVisible()).toBe(true);
  expect(await row.locator('.place').allInnerTexts(), 'a line for each line').toEqual([location]);
  await page.goto(`${shop.url}/dashboard/manage_orders?from=2026-11-22&to=2026-11-21`);
  await page.getByText('The day “From” is after the day “To”.').waitFor();
  await page.goto(`${shop.url}/dashboard/manage_products?q=long`);
  await page.getByText('1 to 20 of 21').waitFor();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await page.getByText('21 to 21 of 21').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  await page.reload();
  await page.getByText('21 to 21 of 21').waitFor();
  await page.getByRole('link', { name: 'Previous' }).click();
  await page.getByText('1 to 20 of 21').waitFor();
  await page.goBack();
  await page.getByText('21 to 21 of 21').waitFor();
});

test('a setting is shown at once, and what two administrators change is never silently undone', async () => {
  const [first, second] = [
    await givenPerson(shop, { role: 'admin' }),
    await givenPerson(shop, { role: 'admin' }),
  ];
  const pages = [
    await signIn({ shop, chromium }, first, /400/),
    await signIn({ shop, chromium }, second, /409|ERR_FAILED/),
  ] as const;
  for (const page of pages) await page.goto(`${shop.url}/dashboard/settings`);
  const [one, other] = pages;
  const tried = one.getByText('A file was written, read and removed.');
  expect(await tried.count()).toBe(0); // nothing is tried by looking
  await one.getByRole('button', { name: 'Try it now' }).click();
  await tried.waitFor();
  await one.getByLabel('Name of the shop').fill('Bits');
  await one.getByRole('button', { name: 'Save' }).click();
  await toast(one, 'Settings saved');
  await one.getByRole('banner').getByRole('link', { name: 'Bits' }).waitFor();
  await expect.poll(() => one.title()).toBe('Settings – Bits');
  await other.getByLabel('Contact e-mail').fill('desk@bits.example');
  await other.getByRole('button', { name: 'Save' }).click();
  await toast(other, 'Settings saved');

  for (const page of pages) await page.getByRole('link', { name: 'Company and invoices' }).click();
  for (const page of pages) await page.getByLabel('Tax id').waitFor();
  await one.getByLabel('Tax id').fill('DE 1');
  await one.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await first.ask('GET', '/api/settings')).body.values.taxId).toBe('DE 1');
  await other.getByLabel('Tax id').fill('DE 2');
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText('It is “DE 1” now.').waitFor();
  expect(await other.getByLabel('Tax id').inputValue()).toBe('DE 2');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await first.ask('GET', '/api/settings')).body.values.taxId).toBe('DE 2');

  await other.getByRole('link', { name: 'Mails and alerts' }).click();
  await other.getByLabel('Disputes').selectOption('daily');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await first.ask('GET', '/api/settings')).body.values.alertDisputes)
    .toBe('daily');
  const { values } = (await first.ask('GET', '/api/settings')).body;
  expect(values).toMatchObject({ name: 'Bits', taxId: 'DE 2', email: 'desk@bits.example' });

  for (const page of pages) await page.goto(`${shop.url}/dashboard/settings/delivery`);
  const zone = (page: typeof one) => page.locator('details', { hasText: 'Free from' }).nth(1);
  await zone(one).locator('summary').click();
  const price = zone(one).getByLabel('it costs');
  await price.fill('4.5x');
  await one.getByLabel('Time zone').fill('Moon/Tycho');
  await one.getByRole('button', { name: 'Save' }).click();
  await zone(one).getByText('An amount such as 4.50 is needed here').waitFor();
  await one.getByText('“Moon/Tycho” is not a time zone').first().waitFor();
  expect(await price.evaluate((field) => field === document.activeElement)).toBe(true);
  await one.reload();
  expect(await price.inputValue()).toBe('4.5x');
  await zone(one).locator('summary').click();
  await price.fill('4,50');
  await one.getByLabel('Time zone').fill('Asia/Dhaka');
  for (const row of ['carrier', 'carrier', 'zone'])
    await one.getByRole('button', { name: `Another ${row}` }).click();
  await one.getByRole('group', { name: 'New carrier' }).nth(1).getByLabel('Name').fill('Post');
  await one.getByRole('button', { name: 'Remove the carrier' }).first().click(); // not the one with the name
  await one.getByLabel('Address of its page').fill('https://post.example/{number}');
  await one.getByRole('button', { name: 'Another place of New zone' }).waitFor();
  await one.getByRole('button', { name: 'Another price of New method' }).waitFor();
  await one.getByRole('button', { name: 'Remove the zone New zone' }).click();
  await one.getByRole('button', { name: 'Another zone' }).and(one.locator(':focus')).waitFor();
  await one.getByRole('button', { name: 'Save' }).click();
  await toast(one, 'Delivery saved');

  await other.getByLabel('Holidays').fill('2026-12-25');
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText('Somebody else has saved other rules meanwhile').waitFor();
  expect(await other.getByLabel('Holidays').inputValue()).toBe('2026-12-25');
  await other.getByRole('button', { name: 'show what is saved' }).click();
  await expect.poll(() => zone(other).getByLabel('it costs').inputValue()).toBe('4.50');
  const { body: stored } = await second.ask('GET', '/api/delivery-rules');
  expect(stored.rules).toMatchObject({
    zones: [{ id: 'town' }, { id: 'country' }],
    carriers: [{ name: 'Post' }],
  });
  const file = { ...stored.rules, homeCountry: 'DE' };
  await other.getByLabel('Read rules from a file').setInputFiles({
    ...{ name: 'rules.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await other.getByText('Nothing is saved yet').waitFor();
  await other.getByRole('button', { name: 'Save' }).click();
  await toast(other, 'Delivery saved');
  await other.getByText('Nothing is saved yet').waitFor({ state: 'detached' });
  expect((await first.ask('GET', '/api/delivery-rules')).body).toEqual({ version: 2, rules: file });

  for (const page of [one, other]) await page.goto(`${shop.url}/dashboard/settings/pages/about`);
  for (const [page, text] of [
    [one, '# Ours'],
    [other, '# Theirs'],
  ] as const) {
    await page.getByLabel('Text', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Version 1 of .*shown now/ })
      .waitFor();
  }
  await other.getByText('Somebody else has changed the same fields meanwhile').waitFor();
  await other.route('**/api/page-texts/*', (route) => route.abort());
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText('The shop cannot be reached').first().waitFor();
  expect(await other.getByLabel('Text', { exact: true }).inputValue()).toBe('# Theirs');
});

test('on the packing table orders get their papers, are shipped together, and delivered by a report', async () => {
  const buyer = await givenPerson(shop);
  const part = await givenPart(shop, { name: 'Testco Packed 8 GB', stock: 50 });
  const orders = [await givenPaidOrder(shop, buyer, part), await givenPaidOrder(shop, buyer, part)];
  const numbers = orders.map(({ _id }) => formatOrderNumber(_id));
  const page = await visitAs('admin', '/dashboard/manage_orders');
  await page.getByRole('link', { name: 'Packing table' }).click();
  const all = page.getByLabel('All of them');
  await all.check();
  await all.uncheck();
  for (const number of numbers)
    await page.getByRole('listitem').filter({ hasText: number }).getByRole('checkbox').check();
  await page
    .getByRole('listitem')
    .filter({ hasText: numbers[0] })
    .getByText(/^Home delivery, to arrive \w{3}\s\d/)
    .waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Pick list' }).click();
  expect((await download).suggestedFilename()).toBe('pick-list.pdf');

  await page.getByLabel(`Tracking number of ${numbers[0]}`).focus();
  await page.keyboard.type('SCAN-1');
  await page.keyboard.press('Enter'); // as a scanner does
  await page.keyboard.type('SCAN-2');
  const ship = page.getByRole('region', { name: 'Ship' });
  await fill(ship, { 'Carrier of all': 'Rural Post', 'Further lines': 'K7Q3M-9XT2B SCAN-3' });
  await ship.getByRole('button', { name: 'Preview' }).click();
  await ship.getByText('2 will be shipped, 1 cannot be.').waitFor();
  await ship
    .getByRole('listitem')
    .filter({ hasText: 'Testco Packed' })
    .filter({ hasText: 'SCAN-2' })
    .waitFor();
  await ship.getByRole('button', { name: 'Ship 2' }).click();
  await toast(page, '2 shipped');
  expect(await ship.getByLabel('Further lines').inputValue()).toBe('K7Q3M-9XT2B SCAN-3'); // was refused
  const read = async () =>
    await Promise.all(
      orders.map(async ({ _id }) => {
        const { status, tracking } = (await buyer.ask('GET', `/api/my_order/${_id}`)).body;
        return [status, tracking];
      }),
    );
  expect(await read()).toEqual([
    ['shipped', 'SCAN-1'],
    ['shipped', 'SCAN-2'],
  ]);

  const waiting = await givenPaidOrder(shop, buyer, part);
  await page.goto(`${shop.url}/dashboard`);
  await page.getByRole('link', { name: /to be shipped/ }).click();
  await expect.poll(() => ship.getByLabel('Carrier of all').inputValue()).toBe('Rural Post');
  await ship.getByRole('button', { name: 'Preview' }).click();
  await ship.getByRole('button', { name: /^Ship \d/ }).click();
  await toast(page, 'shipped');
  expect((await buyer.ask('GET', `/api/my_order/${waiting._id}`)).body.status).toBe('shipped');

  await sql`update order_moves set moved_at = moved_at - interval '2 days' where to_state = 'shipped'`.execute(
    shop.db,
  );
  const delivered = page.getByRole('region', { name: 'Delivered' });
  const day = addDays(await findShopDay(shop.db, new Date()), -1);
  await delivered
    .getByLabel('Lines', { exact: true })
    .fill(`tracking,day\nSCAN-1,${day}\n${numbers[1]} ${day}`);
  await delivered.getByRole('button', { name: 'Preview' }).click();
  await delivered.getByRole('button', { name: 'Mark 2 as delivered' }).click();
  await toast(page, '2 marked as delivered');
  expect(await read()).toEqual([
    ['delivered', 'SCAN-1'],
    ['delivered', 'SCAN-2'],
  ]);
  await page.goto(`${shop.url}/dashboard/order/${orders[0]?._id}`);
  const steps = page.getByRole('list', { name: 'Where the order is' });
  expect(await steps.getByRole('listitem').last().locator('time').textContent()).toBe(formatShopDay(day));
  await page.getByText(`It arrived on ${formatShopDay(day)}.`).waitFor();
});

test('an administrator reads who changed what, by subject and day, and the stock ledger of a part', async () => {
  const admin = await givenPerson(shop, { role: 'admin' });
  const id = await givenPart(shop, { name: 'Testco Traced 8 GB', price: 1_000 });
  await admin.ask('PATCH', `/api/parts/${id}`, { price: 12.5 });
  await admin.ask('PATCH', `/api/parts/${id}`, { available_quantity: 60, seen_quantity: 50 });
  const page = await visitAs(admin, `/dashboard/edit_product/${id}`);
  await page.getByRole('link', { name: 'Stock ledger' }).click();
  await page.getByRole('row', { name: 'Edited by' }).getByText('+10').waitFor();
  await page.getByRole('link', { name: 'Changes by administrators' }).click();
  await page.getByRole('row', { name: 'price: $10.00 $12.50' }).waitFor();

  await page.getByRole('link', { name: 'Show all changes' }).click();
  await page.getByLabel('Subject').selectOption('Part');
  await page.waitForURL(/subject=parts/);
  await page.getByLabel('Day').fill('2020-02-02');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('Nothing was found.').waitFor();
  await page.goBack();
  await page.getByRole('row', { name: 'price: $10.00 $12.50' }).waitFor();
  expect(await page.getByLabel('Day').inputValue()).toBe('');
});

test('a file is previewed, refused when a part has changed meanwhile, and imported without choosing it again', async () => {
  const id = await givenPart(shop, { price: 1000 });
  const sku = await readSku(id);
  const jumping = await readSku(await givenPart(shop, { name: 'Testco Jumping', price: 1000 }));
  const page = await visitAs('admin', '/dashboard/import', /409/);
  const rows = [
    'sku;category;name;price',
    `${sku};;;12,50`,
    `${jumping};;;1,00`,
    'NEW-1;other;Testco Cable;3,90',
    'NEW-2;other;Testco Fan;-1',
  ];
  await page.getByLabel('File').setInputFiles({
    name: 'parts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('4 rows: 1 added, 1 changed, 1 the same as before, 1 refused.').waitFor();
  const jumps = page.getByRole('table', { name: 'Prices that fall or rise unusually far' });
  expect(await jumps.textContent()).toContain('$10.00$1.00');
  const changed = page.getByRole('table', { name: 'Changed parts' });
  expect(await changed.textContent()).toContain('price: 10.00 → 12.50');

  await shop.db.updateTable('parts').set({ price_cents: 1100 }).where('id', '=', id).execute();
  await page.getByRole('button', { name: 'Import 2 parts' }).click();
  await page.getByText('Something has changed since the preview').waitFor();
  await changed.getByText('price: 11.00 → 12.50').waitFor();
  await page.getByLabel('Import also the price that jumps').check();
  await page.getByRole('button', { name: 'Import 3 parts' }).click();
  await page.getByText('Imported. 4 rows: 1 added, 2 changed').waitFor();
  const refused = page.getByRole('table', { name: 'Refused rows' });
  expect(await refused.textContent()).toContain('price: The price must be above 0');
  const parts = await shop.db
    .selectFrom('parts')
    .select('price_cents')
    .where('sku', 'in', [sku, jumping, 'NEW-1'])
    .orderBy('created_at')
    .execute();
  expect(parts.map(({ price_cents }) => price_cents)).toEqual([1250, 100, 390]);

  await page.goto(`${shop.url}/dashboard/audit_log`);
  const entry = page.getByRole('row', { name: 'files: parts.csv' });
  expect(await entry.getByRole('rowheader').textContent()).toContain('PartImport');
  expect(await entry.getByRole('rowheader').getByRole('link').count()).toBe(0);
});

function waitForRead(page: Page, path: string) {
  return page.waitForRequest(
    (request) => new URL(request.url()).pathname === path && request.method() === 'GET',
  );
}

async function readSku(id: string): Promise<string> {
  const parts = shop.db.selectFrom('parts').select('sku').where('id', '=', id);
  return (await parts.executeTakeFirstOrThrow()).sku;
}
