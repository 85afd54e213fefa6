/** The dashboard's pages for both roles, what could not be loaded, and Meet Our CEO, in a real Chromium. */
import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { ask, givenOrder, givenPaidOrder, givenPart, givenPerson } from '../support/given.ts';
import { fill, readMessage, signIn, toast } from '../support/pages.ts';
import { givenPhoto, uploadPicture } from '../support/pictures.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';
import { loadInBrowser } from '../support/visitor.ts';

const { shop, chromium, visitAs } = await givenVisitedShop();
const { messages, dashboard } = wording;
const photo = await givenPhoto();

const sidebar = (page: Page) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').allTextContents();

const readFields = (page: Page, button: string) =>
  page
    .locator('main form')
    .filter({ has: page.getByRole('button', { name: button, exact: true }) })
    .locator('input, textarea, select')
    .evaluateAll((fields) =>
      fields.map((field) => `${field.getAttribute('name')} ${(field as HTMLInputElement).type}`),
    );

test('a customer reviews the shop, then a part they bought; the form says what is missing and resets; small screens have a toggle for the sidebar [S0.6 S1.6 S2.6 S2.8 S2.27 S2.66 S2.68 S2.69 S2.91 S5.13 S5.14 S5.16 S5.17 S6.5 S7.24]', async () => {
  const buyer = await givenPerson(shop, { name: 'Bea Buyer' });
  const part = await givenPart(shop, { name: 'Testco Bought 8 GB' });
  await givenPaidOrder(shop, buyer, part);
  const page = await visitAs(buyer, '/dashboard/add_review');
  await page.getByRole('heading', { name: 'EXPLORE DASHBOARD' }).waitFor();
  await page.getByRole('heading', { name: 'Add Rating and Review' }).waitFor();
  expect(await sidebar(page)).toEqual([dashboard.myOrders, dashboard.addReview, dashboard.myProfile]);
  expect(await readFields(page, 'Post the review')).toEqual(
    expect.arrayContaining(['review textarea', 'rating select-one', 'image file']),
  );

  const addReview = page.getByRole('link', { name: 'Add Review' }).and(page.locator(':visible'));
  const toggle = page.getByText('Menu', { exact: true });
  expect(await toggle.isVisible()).toBe(false);
  await page.setViewportSize({ width: 375, height: 800 });
  await toggle.waitFor();
  expect(await addReview.count()).toBe(0);
  await toggle.click();
  await addReview.waitFor();
  await toggle.click();
  await addReview.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('button', { name: 'Post the review' }).click();
  await expect.poll(() => readMessage(page, 'Review')).toBe(messages.review);
  await expect.poll(() => readMessage(page, 'Rating')).toBe(messages.rating);
  await expect.poll(() => readMessage(page, 'Image')).toBe(messages.image);

  await fill(page, { Review: 'They came on time.' });
  await page.getByLabel('Rating').selectOption('4.5 stars');
  await page.getByLabel('Image').setInputFiles(photo);
  await page.getByRole('button', { name: 'Post the review' }).click();
  await toast(page, wording.toasts.reviewed);
  const emptied = ['Review', 'Rating', 'Image'].map((label) => page.getByLabel(label, { exact: true }));
  await expect
    .poll(() => Promise.all(emptied.map((field) => field.inputValue().catch(() => 'gone'))))
    .toEqual(['', '', '']);

  await page.getByLabel('About').selectOption('Testco Bought 8 GB');
  await fill(page, { Review: 'It fits.' });
  await page.getByLabel('Rating').selectOption('1 star');
  await page.getByLabel('Image').setInputFiles(photo);
  await page.getByRole('button', { name: 'Post the review' }).click();
  await expect
    .poll(async () => (await ask(shop, 'GET', `/api/ratings?partsId=${part}`)).body)
    .toMatchObject([{ name: 'Bea Buyer', review: 'It fits.', rating: 1 }]);

  await page.goto(shop.url);
  await page.getByText('They came on time.').waitFor();
  expect(await page.getByText('It fits.').count()).toBe(0);
  await page.getByRole('img', { name: '4.5 out of 5 stars' }).first().waitFor();
  await page.goto(`${shop.url}/purchase/${part}`);
  const review = page.getByText('It fits.');
  await review.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const form = await page.locator('section', { hasText: 'Purchaser' }).boundingBox();
  const reviews = await page.locator('section', { hasText: 'It fits.' }).boundingBox();
  expect(form && form.y + form.height, 'the form ends above the reviews').toBeLessThan(reviews?.y ?? 0);
});

test('Add Review begins with what one wrote before, and loses nothing by a look at another subject', async () => {
  const buyer = await givenPerson(shop, { name: 'Eddie Editor' });
  const part = await givenPart(shop, { name: 'Testco Reviewed 8 GB' });
  await givenPaidOrder(shop, buyer, part);
  const img = await uploadPicture(buyer);
  const rate = (body: object) => buyer.ask('POST', '/api/user_rating', { img, ...body });
  await rate({ review: 'A fine shop.', rating: 4.5 });
  const page = await signIn({ shop, chromium }, buyer);
  const fields = async () => [
    await page.getByLabel('Review', { exact: true }).inputValue(),
    await page.getByLabel('Rating').inputValue(),
  ];
  await page.goto(`${shop.url}/dashboard/add_review`);
  await page.getByLabel('Review', { exact: true }).waitFor();
  expect(await fields()).toEqual(['A fine shop.', '4.5']);

  await page.getByLabel('About').focus();
  await page.getByLabel('About').selectOption('Testco Reviewed 8 GB');
  await expect.poll(fields).toEqual(['', '']);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
  await fill(page, { Review: 'Half a sent' });
  await page.getByLabel('Rating').selectOption('2 stars');
  await page.getByLabel('About').selectOption({ index: 0 });
  await expect.poll(fields).toEqual(['A fine shop.', '4.5']);
  await page.getByLabel('About').selectOption('Testco Reviewed 8 GB');
  await expect.poll(fields).toEqual(['Half a sent', '2']);

  await rate({ partsId: part, review: 'It fits.', rating: 3 });
  await page.goto(`${shop.url}/dashboard/add_review?about=${part}`);
  await page.getByText('You posted a review of this on').waitFor();
  expect(await fields()).toEqual(['It fits.', '3']);
  await fill(page, { Review: 'It fits well.' });
  await page.getByRole('button', { name: 'Post the edited review' }).click();
  await toast(page, wording.toasts.reviewed);
  expect((await ask(shop, 'GET', `/api/ratings?partsId=${part}`)).body).toMatchObject([
    { review: 'It fits well.', rating: 3, img },
  ]);
});

test('a person edits their profile, which shows their name and e-mail; the new name stands in the bar, and the picture stays without a new one [S1.7 S2.9 S2.92 S5.26 S5.27 S5.28 S5.29 S5.30 S7.26 S8.11]', async () => {
  const person = await givenPerson(shop, { name: 'Pia' });
  const page = await visitAs(person, '/dashboard/my_profile', /401/);
  await page.getByRole('heading', { name: 'User Info Form' }).waitFor();
  for (const shown of ['Pia', person.email]) await page.getByRole('main').getByText(shown).first().waitFor();
  expect(await readFields(page, 'Save')).toEqual(
    expect.arrayContaining(['name text', 'education text', 'location text', 'phone tel', 'link file']),
  );
  expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(person.email);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => readMessage(page, 'Education')).toBe(messages.education);
  await expect.poll(() => readMessage(page, 'Location')).toBe(messages.location);
  await expect.poll(() => readMessage(page, 'Profile link (a picture)')).toBe(messages.link);
  expect(await readMessage(page, 'Name')).toBe('At most 15 characters');
  expect(await readMessage(page, 'Phone')).toBe('');

  await fill(page, { Name: 'Pia Profile', Education: 'Night school', Location: 'Little Village' });
  await page.getByLabel('Profile link (a picture)').setInputFiles(photo);
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, wording.toasts.profileUpdated);
  await expect.poll(() => page.locator('[data-person-name]').textContent()).toBe('Pia Profile');

  await page.reload();
  const another = page.getByLabel('Another profile link (a picture)');
  await another.setInputFiles({ name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => readMessage(page, 'Another profile link (a picture)')).toBe('This file is empty');
  await another.setInputFiles([]);
  expect(await page.getByLabel('Education').inputValue()).toBe('Night school');
  await fill(page, { Phone: '555 010 9999' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await person.ask('GET', `/api/user_info/${person.email}`)).body)
    .toMatchObject({ phone: '555 010 9999', link: expect.stringMatching(/^\/images\//) });

  await page.locator('form [aria-disabled=false]', { hasText: 'Save' }).waitFor();
  await shop.db.deleteFrom('sessions').where('person_id', '=', person.id).execute();
  await fill(page, { Education: 'Nobody’s' });
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, wording.toasts.nobodyLoggedIn);
  expect(await page.getByLabel('Education').inputValue()).toBe('Nobody’s');
});

test('an administrator begins with an overview, and finds orders by words and state [S2.7 S2.69 S2.70 S6.6]', async () => {
  const admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
  const low = await givenPart(shop, { name: 'Testco Scarce 8 GB', stock: 4 });
  const buyer = await givenPerson(shop, { name: 'Zoe' });
  await givenOrder(shop, buyer, low);
  const page = await visitAs(admin, '/dashboard');
  await page.getByRole('link', { name: 'Testco Scarce 8 GB' }).waitFor();
  expect(await page.getByText(wording.myOrders.heading).count()).toBe(0);
  expect(await sidebar(page)).toEqual(
    expect.arrayContaining([
      dashboard.manageOrders,
      dashboard.manageProducts,
      dashboard.addProduct,
      dashboard.makeAdmin,
      dashboard.myProfile,
    ]),
  );
  expect(await sidebar(page)).not.toContain(dashboard.addReview);
  expect(await sidebar(page)).not.toContain(dashboard.myOrders);
  await page.getByRole('link', { name: /unpaid/ }).click();
  await page.waitForURL(/manage_orders\?status=unpaid/);
  await page.getByLabel('Part, buyer, place, phone, order or invoice number').fill('zoe scarce');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=zoe\+scarce&status=unpaid/);
  await page.getByText('1 to 1 of 1').waitFor();
  await page.getByLabel('Show').selectOption('Paid');
  await page.getByText('Nothing was found.').waitFor();
  await page.goBack();
  await page.getByText('1 to 1 of 1').waitFor();

  await givenOrder(shop, admin, low);
  await page.goto(`${shop.url}/dashboard`);
  await page.getByRole('heading', { name: wording.myOrders.heading }).waitFor();
});

test('an administrator hides a review, and one of a part where it stands, and finds it among the hidden ones', async () => {
  const author = await givenPerson(shop, { name: 'Ruth Rude' });
  const part = await givenPart(shop, { name: 'Testco Slandered 8 GB' });
  await givenPaidOrder(shop, author, part);
  const img = await uploadPicture(author);
  await author.ask('POST', '/api/user_rating', { partsId: part, review: 'Such a word.', rating: 1, img });
  const own = await visitAs(author, `/purchase/${part}`);
  await own.getByText('Such a word.').waitFor();
  expect(await own.getByRole('button', { name: /^Hide/ }).count()).toBe(0);

  await author.ask('POST', '/api/user_rating', { review: 'What a rude word.', rating: 1, img });
  await expect.poll(async () => (await ask(shop, 'GET', '/')).body).toContain('What a rude word.');
  const page = await visitAs('admin', '/dashboard/manage_reviews');
  await page.getByRole('button', { name: 'Hide the review of Ruth Rude' }).click();
  await toast(page, 'The review is hidden');
  await page.getByText('What a rude word.').waitFor({ state: 'detached' });
  await expect.poll(async () => (await ask(shop, 'GET', '/')).body).not.toContain('What a rude word.');
  await page.getByRole('link', { name: 'Of parts' }).click();
  await page.getByRole('link', { name: 'Testco Slandered 8 GB' }).click();
  await page.getByRole('button', { name: 'Hide the review of Ruth Rude' }).click();
  await toast(page, 'The review is hidden');
  await page.getByText('Such a word.').waitFor({ state: 'detached' });
  expect((await ask(shop, 'GET', `/api/ratings?partsId=${part}`)).body).toEqual([]);
  await page.goto(`${shop.url}/dashboard/manage_reviews`);
  await page.getByRole('link', { name: 'Hidden' }).click();
  await page.getByText('What a rude word.').waitFor();
  const row = page.getByRole('row', { name: /Ruth Rude/ }).filter({ hasText: 'Testco Slandered 8 GB' });
  await row.getByRole('link', { name: 'Testco Slandered 8 GB' }).waitFor();
  await row.getByRole('button', { name: 'Show the review of Ruth Rude' }).click();
  await toast(page, 'The review is shown');
});

test.each([true, false])(
  'a visitor writes to our CEO, with JavaScript: %s [S2.40]',
  async (javaScriptEnabled) => {
    const page = await chromium.open({ javaScriptEnabled });
    const email = `visitor-${javaScriptEnabled}@example.com`;
    for (const _ of ['once', 'and again']) {
      await page.goto(shop.url);
      expect(await page.getByText(wording.ceo.thanks).isVisible()).toBe(false);
      await page.getByLabel(wording.ceo.label).fill(email);
      await page.getByRole('button', { name: wording.ceo.button }).click();
      await page.waitForURL(/#ceo-thanks$/);
      expect(await page.getByText(wording.ceo.thanks).isVisible()).toBe(true);
    }
    const letters = await shop.db.selectFrom('ceo_letters').selectAll().where('email', '=', email).execute();
    expect(letters).toHaveLength(1);
  },
);

test('what the shop cannot be asked for says so, and can be tried again: an action, the reviews of a part [S8.13 S8.14]', async () => {
  const part = await givenPart(shop, { name: 'Testco Unreachable' });
  const admin = await givenPerson(shop, { role: 'admin' });
  const page = await visitAs(admin, '/dashboard/manage_products', /ERR_FAILED/);
  await page.route('**/api/manage_products/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Delete Testco Unreachable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByRole('dialog').getByText('The shop cannot be reached.').waitFor();

  await loadInBrowser(page);
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
  for (const path of ['payment/nothing', '?sort=backwards', 'order/nothing']) {
    await page.goto(`${shop.url}/dashboard/${path}`);
    await page.getByText('This address is incomplete or mistyped.').waitFor();
  }
  await page.getByRole('link', { name: 'To your dashboard' }).click();
  await page.getByText(wording.myOrders.empty).waitFor();
});

/** What the browser itself says of calls that were cut off or refused. */
const expected = /ERR_FAILED|404|502|503/;

test('a page whose call is cut off keeps the links, says so with the focus on it, and comes when it is tried again', async () => {
  const page = await visitAs('customer', '/dashboard', expected);
  await page.getByText(wording.myOrders.empty).waitFor();
  await page.route('**/api/user_info/*', (route) => route.abort());
  await link(page, dashboard.myProfile).click();
  await expectProblem(page, 'This page could not be shown', [dashboard.addReview, dashboard.myProfile]);
  await page.getByText('The shop cannot be reached.').waitFor();

  await page.unroute('**/api/user_info/*');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByLabel('Education').waitFor();
  expect(await page.title()).toBe(`${dashboard.myProfile} – COMPACT`);
  await expect.poll(() => focused(page)).toBe(dashboard.myProfile);
});

test('a server in front of the shop is not taken for the person’s own connection; trying again while nothing answers keeps the links', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop), expected);
  await loadInBrowser(page);
  await page.route('**/api/user_info/*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await page.goto(`${shop.url}/dashboard/my_profile`);
  await expectProblem(page, 'This page could not be shown', [dashboard.addReview]);
  await page.getByText('The shop cannot answer at the moment.').waitFor();
  expect(await page.getByText('check your connection').count()).toBe(0);

  await page.route('**/api/**', (route) => route.abort());
  for (let tries = 0; tries < 2; tries += 1) {
    const request = page.waitForRequest('**/api/user_info/*');
    await page.getByRole('link', { name: 'Try again' }).click();
    await request;
    await expectProblem(page, 'This page could not be shown', [dashboard.addReview]);
  }
  await page.unroute('**/api/**');
  await page.unroute('**/api/user_info/*');
  await link(page, dashboard.addReview).click();
  await page.getByRole('heading', { name: wording.addReview.heading }).waitFor();
});

test('a page whose frame cannot be loaded has a title without the shop’s name', async () => {
  const page = await visitAs('admin', '/dashboard', expected);
  await page.route('**/*.data*', (route) => route.abort());
  await link(page, 'Settings').click();
  await expect.poll(() => page.title()).toBe('This page could not be shown');
});

test('an order that is another’s, or not there, says so beside the links, which lead on', async () => {
  const { _id: other } = await givenOrder(shop, await givenPerson(shop));
  const page = await visitAs('customer', `/dashboard/payment/${other}`, expected);
  await page.getByText('There is no such order.').waitFor();
  await page.goto(`${shop.url}/dashboard/order/${randomUUIDv7()}`);
  await expectProblem(page, 'Something is missing here', [dashboard.myOrders]);
  await page.getByText('There is no such order.').waitFor();
  expect(await page.getByRole('link', { name: 'Try again' }).count()).toBe(0);
  await page.getByRole('link', { name: 'To your dashboard' }).click();
  await page.getByText(wording.myOrders.empty).waitFor();
});

test('whose role cannot be found out sees their page all the same, and gets their links when it is tried again', async () => {
  const admin = await givenPerson(shop, { role: 'admin' });
  await givenOrder(shop, admin, await givenPart(shop, { name: 'Testco Mine' }));
  const page = await signIn({ shop, chromium }, admin, expected);
  await loadInBrowser(page);
  await page.route('**/api/admin/*', (route) => route.abort());
  await page.goto(`${shop.url}/dashboard/my_profile`);
  await page.getByLabel('Education').fill('School of life');
  await page.unroute('**/api/admin/*');
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('button', { name: 'Try again' })
    .click();
  await link(page, dashboard.manageOrders).waitFor();
  expect(await page.getByLabel('Education').inputValue()).toBe('School of life');
});

function link(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true });
}

/** The problem stands in the page's place, focused and in the title; the frame and these links are there. */
async function expectProblem(page: Page, heading: string, links: string[]): Promise<void> {
  await page.locator('[data-page]').getByRole('heading', { name: heading, level: 2 }).waitFor();
  await page.getByRole('heading', { name: dashboard.heading, level: 1 }).waitFor();
  for (const name of links) await link(page, name).waitFor();
  await expect.poll(() => page.title()).toBe(`${heading} – COMPACT`);
  await expect.poll(() => focused(page)).toMatch(new RegExp(`^(${heading}|Try again)$`));
}

function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}
