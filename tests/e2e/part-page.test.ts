/** A part's page, comparisons, the basket and the checkout in a real Chromium: the same with and without a script, on a phone and on a desk. */
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFirstPartsOnSale } from '#catalogue/database/part-lists.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import { formatMoney } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { wording } from '#kernel/wording.ts';
import { confirmAddress, givenPerson, readRow, readRows } from '../support/given.ts';
import { givenBuildParts } from '../support/given-build.ts';
import { findFocusFaults } from '../support/keyboard.ts';
import { enterApplication, fill, fillSignUp, payWith, sendLogIn } from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visit } = await givenVisitedShop({ hasDemoCatalogue: true });
const slug = 'corsair-vengeance-rgb-32-gb-2-x-16-gb-ddr5-6000-cl36';
const part = `/parts/memory/${slug}`;
const phone = { viewport: { width: 375, height: 700 }, isMobile: true };
const screens = { phone: { width: 375, height: 760 }, desk: { width: 1280, height: 800 } };

// least room and least help, and most of both
test.each([
  { screen: 'phone', javaScriptEnabled: false, scripted: 'without' },
  { screen: 'desk', javaScriptEnabled: true, scripted: 'with' },
] as const)(
  'on a $screen $scripted JavaScript a part leads to its order form, to its list, to similar ones and to a comparison with them',
  async ({ screen, javaScriptEnabled }) => {
    const page = await visit(part, { viewport: screens[screen], javaScriptEnabled });
    const name = withNonBreakingSpaces('Corsair Vengeance RGB 32 GB (2 × 16 GB) DDR5-6000 CL36');
    const heading = page.getByRole('heading', { level: 1, name: 'Corsair Vengeance RGB 32 GB' });
    expect(await heading.textContent()).toBe(name);
    await page.getByLabel('Quantity', { exact: true }).fill('3');
    await page.getByRole('button', { name: 'Purchase' }).press('Enter');
    // a visitor is led to log in by the application, which comes with the script only
    const orderForm = /^\/(login\?from=\/)?purchase\/[0-9a-f-]{36}\?quantity=3$/;
    await page.waitForURL((url) => orderForm.test(decodeURIComponent(url.pathname + url.search)));
    await page.goto(shop.url + part);
    const promise = javaScriptEnabled
      ? /^To the country: .+, if you order and pay in the next \d/
      : /^To the country: .+, if you order and pay by .*\sGMT\+6$/;
    await page.locator('p').filter({ hasText: promise }).waitFor();
    const crumbs = page.getByRole('navigation', { name: 'Where you are' });
    expect(await crumbs.getByRole('listitem').last().textContent()).toBe(name);
    expect(await crumbs.getByRole('link', { name: 'Memory' }).getAttribute('href')).toBe('/parts/memory');
    expect(await page.getByRole('region', { name: 'Similar parts' }).getByRole('listitem').count()).toBe(6);
    await page.getByRole('link', { name: 'Compare with similar ones' }).click();
    await page.getByRole('heading', { level: 1, name: '4 parts compared' }).waitFor();
    await page
      .getByRole('columnheader')
      .getByRole('link', { name: 'Corsair Vengeance RGB 32 GB' })
      .first()
      .click();
    await page.waitForURL(shop.url + part);
  },
);

test('parts are taken out of a comparison one by one, and others are put into it', async () => {
  const page = await visit(part, { viewport: screens.phone, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Compare with similar ones' }).click();
  const columns = page.getByRole('columnheader').filter({ has: page.getByRole('link') });
  for (const left of [3, 2, 1]) {
    await page
      .getByRole('link', { name: /^Remove/ })
      .last()
      .click();
    await expect.poll(() => columns.count()).toBe(left);
  }
  await page.getByText('A comparison needs two parts at least').waitFor();
  expect(await page.getByRole('link', { name: /^Remove/ }).count()).toBe(0);
  const others = page.getByRole('region', { name: 'Add another' }).getByRole('listitem').getByRole('link');
  expect(await others.count()).toBe(3);
  await others.first().click();
  await expect.poll(() => columns.count()).toBe(2);
  await page.getByRole('link', { name: 'Choose from the list: Memory' }).click();
  await page.getByRole('heading', { level: 1, name: 'Memory' }).waitFor();
});

test('a comparison wider than the phone scrolls by keyboard, and what each line is about stays in view', async () => {
  const page = await visit(part, { viewport: screens.phone });
  await page.getByRole('link', { name: 'Compare with similar ones' }).click();
  const table = page.getByRole('region', { name: /^The comparison/ });
  await table.focus();
  const label = page.getByRole('rowheader', { name: 'Capacity' }).locator('span').first();
  const before = await readLeft(label);
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(40);
  expect(await readLeft(label)).toBe(before);
});

test('the columns of a comparison have their widths before all of its head has come', async () => {
  const page = await visit(part);
  await page.getByRole('link', { name: 'Compare with similar ones' }).click();
  const heads = page.getByRole('columnheader');
  await expect.poll(() => heads.count()).toBe(4);
  const whole = await heads.first().boundingBox();
  await page.getByRole('region', { name: /^The comparison/ }).evaluate((table) => {
    for (const later of table.querySelectorAll('th[scope="col"] ~ th, tbody')) later.remove();
  });
  expect(await heads.count()).toBe(1);
  expect(await heads.first().boundingBox()).toMatchObject({ x: whole?.x, width: whole?.width });
});

test('the hydrated application comes to a part and to comparisons without loading the document again', async () => {
  const { page, documents } = await enterApplication({ shop, chromium });
  await page.getByRole('banner').getByRole('link', { name: 'Parts' }).click();
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Compare with similar ones' }).click();
  await page.getByRole('heading', { level: 1, name: '4 parts compared' }).waitFor();
  await page.getByRole('link', { name: 'Show only what differs' }).click();
  await page.getByRole('link', { name: 'Show all lines' }).waitFor();
  expect(documents).toEqual([]);
});

test.each([
  ['with', true],
  ['without', false],
])(
  'on a phone the button stands within the window, and comes along with the price when it has left it, %s JavaScript',
  async (_, javaScriptEnabled) => {
    const page = await visit(part, { viewport: screens.phone, javaScriptEnabled });
    const readBottom = async (place: ReturnType<Page['locator']>) => {
      const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
      return y + height;
    };
    const [button, bar] = [page.locator('.offer-buy button'), page.locator('.price-bar')];
    expect((await page.locator('.offer .part-picture').first().boundingBox())?.height).toBeLessThanOrEqual(
      170,
    );
    expect(await readBottom(button)).toBeLessThan(screens.phone.height);
    expect(await readTop(bar)).toBeGreaterThanOrEqual(screens.phone.height);
    expect(await page.locator('main .btn-primary:visible').allTextContents()).toHaveLength(2);
    if (javaScriptEnabled) expect(await findFocusFaults(page)).toEqual([]);

    await page.getByLabel('Quantity', { exact: true }).fill('2');
    await page.mouse.wheel(0, 900);
    await expect.poll(() => readBottom(bar)).toBeCloseTo(screens.phone.height, 0);
    expect(await readBottom(button)).toBeLessThan(0);
    await bar.getByRole('button').click();
    if (javaScriptEnabled) {
      await bar.getByRole('link', { name: '2 in basket' }).waitFor();
      await page.mouse.wheel(0, 9_000);
      await expect.poll(() => readBottom(bar)).toBeLessThan(screens.phone.height);
      expect(await readBottom(bar)).toBeLessThanOrEqual((await readTop(page.getByRole('contentinfo'))) ?? 0);
    } else {
      await page.getByText('It is in your basket.').waitFor();
      expect(await page.getByLabel(/^Quantity of/).inputValue()).toBe('2');
    }
  },
);

async function readTop(place: ReturnType<Page['locator']>): Promise<number | undefined> {
  return (await place.boundingBox())?.y;
}

async function readLeft(place: ReturnType<Page['locator']>): Promise<number | undefined> {
  return (await place.boundingBox())?.x;
}

test('a visitor fills a basket of six without JavaScript, signs up at the checkout and pays with 3-D Secure', {
  timeout: 120_000,
}, async () => {
  const page = await chromium.open({ ...phone, javaScriptEnabled: false });
  const press = (role: 'button' | 'link', name: RegExp) =>
    page.getByRole(role, { name }).first().press('Enter');
  const { rows } = await findFirstPartsOnSale(shop.db, 20);
  const wanted = rows.filter(({ stock, minimum_order }) => stock > minimum_order + 5).slice(0, 7);
  for (const { category, slug, minimum_order } of wanted) {
    await page.goto(`${shop.url}/parts/${category}/${slug}`);
    const field = page.getByLabel('Quantity', { exact: true });
    expect(await field.inputValue()).toBe(String(minimum_order));
    await field.press('Enter');
    await page.getByText('It is in your basket.').waitFor();
  }
  const [, first, dearer, rarer] = wanted as [PartRow, PartRow, PartRow, PartRow];
  const ordered = wanted.slice(1);
  await press('button', /^Remove/);
  await page.getByLabel(`Quantity of ${first.name}`).fill(String(first.minimum_order + 2));
  await page.getByLabel(`Quantity of ${first.name}`).press('Enter');
  await page.getByText('Your basket is changed.').waitFor();
  expect(await page.locator('.basket-line').count()).toBe(6);
  const cost = (part: PartRow, quantity = part.minimum_order) => (part.price_cents ?? 0) * quantity;
  const total = cost(first, 2) + ordered.reduce((sum, part) => sum + cost(part), 0);
  await page.getByRole('heading', { name: `Total ${formatMoney(total)}` }).waitFor();
  const changed = page.getByText('A quantity was changed.');
  expect(await changed.isVisible()).toBe(false);
  await page.getByLabel(`Quantity of ${first.name}`).fill(String(first.minimum_order + 1));
  await page.keyboard.press('Tab');
  await changed.waitFor(); // otherwise the checkout would be of the earlier quantity
  expect(await page.getByRole('link', { name: 'Check out' }).count()).toBe(0);
  await page.goto(shop.url);
  await page.goBack();
  const shown = await page.getByLabel(`Quantity of ${first.name}`).inputValue();
  expect(shown, 'what the checkout is of').toBe(String(first.minimum_order + 2));
  await press('link', /^Check out$/);
  await page.getByRole('heading', { name: `Total ${formatMoney(total)}` }).waitFor();
  expect(await page.locator('.checkout-line').count()).toBe(6);
  expect(await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toContain(
    'from=%2Fcheckout',
  );
  expect(await page.getByLabel('Location', { exact: true }).isVisible()).toBe(false); // it would be lost on the way

  const buyer = await chromium.open({ ...phone, expected: /409/ });
  await buyer.context().addCookies(await page.context().cookies());
  await buyer.goto(`${shop.url}/checkout`);
  const delivery = {
    Location: '1 Farm Lane',
    Town: 'Little Village',
    Postcode: '3100',
    Phone: '+1 555 010 4242',
  };
  await fill(buyer, delivery);
  await buyer.getByLabel('Phone').press('Enter'); // sends nothing yet
  await buyer.getByRole('link', { name: 'Sign up' }).press('Enter');
  const email = 'six.parts@example.com';
  await fillSignUp(buyer, 'Sixta Parts', email);
  await buyer.getByRole('button', { name: 'Sign up' }).press('Enter');
  await buyer.waitForURL(`${shop.url}/checkout`);
  await buyer.getByText(`You order as Sixta Parts, ${email}.`).waitFor();
  await confirmAddress(shop, { email });
  for (const [label, value] of Object.entries(delivery))
    expect(await buyer.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  expect(await buyer.locator('.checkout-line').count()).toBe(6);

  // meanwhile one part becomes dearer and another rarer, and the same basket is open in a second tab
  const other = await buyer.context().newPage();
  await other.goto(`${shop.url}/checkout`);
  const price = dearer.price_cents ?? 0;
  const admin = await givenPerson(shop, { role: 'admin' });
  await admin.ask('PATCH', `/api/parts/${dearer.id}`, { price: (price + 100) / 100 });
  await admin.ask('PATCH', `/api/parts/${rarer.id}`, {
    minimum_order: rarer.minimum_order + 1,
    available_quantity: rarer.minimum_order + 3,
    seen_quantity: rarer.stock,
  });
  const place = buyer.getByRole('button', { name: 'Place the order' });
  await place.press('Enter');
  await buyer.getByText('Nothing was ordered: 2 of the parts cannot be ordered like this.').waitFor();
  await buyer
    .getByText(`The price was ${formatMoney(price)}; it is ${formatMoney(price + 100)} now.`)
    .waitFor();
  await buyer.getByText(`The minimum order of this part is ${rarer.minimum_order + 1}.`).waitFor();
  await buyer
    .getByRole('button', { name: `Take ${rarer.minimum_order + 1} of ${rarer.name}` })
    .press('Enter');
  const newTotal = total + 100 * dearer.minimum_order + cost(rarer, 1);
  await buyer.getByRole('heading', { name: `Total ${formatMoney(newTotal)}` }).waitFor();
  expect(await buyer.getByLabel('Phone').inputValue()).toBe(delivery.Phone);
  await place.press('Enter');
  await payWith(buyer, '4000 0025 0000 3155');
  await buyer.getByRole('button', { name: 'Complete authentication' }).press('Enter');
  await buyer.getByText(wording.payment.complete).waitFor();

  await fill(other, delivery);
  await other.getByRole('button', { name: 'Place the order' }).press('Enter');
  await other.getByText('Nothing was ordered: your basket has changed meanwhile').waitFor();
  await other.getByText('Your basket is empty.').waitFor();
  await other.getByRole('link', { name: 'My Orders' }).press('Enter');
  for (const { name } of ordered) await other.getByText(withNonBreakingSpaces(name)).first().waitFor();
  const orders = await readRows(shop, 'orders', { buyer_email: email });
  expect(orders.map(({ state }) => state)).toEqual(Array(6).fill('paid'));
  expect(new Set(orders.map(({ purchase_id }) => purchase_id)).size).toBe(1);
});

test('a part comes into the basket without leaving the list, the bar counts, and a log-out forgets', async () => {
  const page = await visit('/parts', { ...phone, expected: /ERR_FAILED|401/ });
  const bar = page.getByRole('banner').getByRole('link', { name: wording.navigation.basket });
  const add = page.getByRole('button', { name: /^Add to basket/ });
  await add.first().press('Enter');
  await page.getByRole('link', { name: /^\d+ in basket$/ }).waitFor();
  await add.nth(1).press('Enter');
  await expect.poll(() => bar.textContent()).toBe('Basket2');
  expect(page.url()).toBe(`${shop.url}/parts`);
  await page.route('**/basket', (route) => route.abort());
  await add.first().press('Enter');
  const failure = page.getByRole('alert').filter({ hasText: 'It is not in your basket' });
  await failure.waitFor();
  await page.unroute('**/basket');
  await add.nth(1).press('Enter'); // another part
  await page.getByRole('link', { name: '2 in basket', exact: true }).waitFor();
  expect(await failure.count()).toBe(1);
  await add.first().press('Enter');
  await failure.waitFor({ state: 'detached' });
  await page.route('**/basket', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Please log in.' } }),
  );
  await add.first().press('Enter');
  await page.waitForURL(`${shop.url}/login?from=%2Fparts`);
  await page.unroute('**/basket');
  const person = await givenPerson(shop);
  await page.goto(`${shop.url}/login`);
  await sendLogIn(page, person);
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => bar.textContent()).toBe('Basket2');
  await bar.click(); // a key would go to what is focused after the log-in
  await expect.poll(() => page.locator('.basket-line').count()).toBe(2);
  await page.getByRole('button', { name: wording.navigation.logOut }).click();
  await expect.poll(() => bar.textContent()).toBe('Basket');
  await page.goto(`${shop.url}/checkout`);
  await page.getByText('Your basket is empty.').waitFor();
  await page.getByRole('link', { name: 'Log in', exact: true }).last().click();
  await sendLogIn(page, person);
  await expect.poll(() => page.locator('.checkout-line').count()).toBe(2);
  await page.getByRole('link', { name: 'Change the basket' }).press('Enter');
  await page.getByRole('button', { name: 'Empty the basket' }).press('Enter');
  await page.getByText('Your basket is empty.').waitFor();
});

test('a visitor without a script chooses parts that fit, mends a conflict and buys the build', async () => {
  await givenBuildParts(shop);
  const page = await chromium.open({ ...phone, javaScriptEnabled: false });
  const choose = async (kind: string, name: string) => {
    await page.getByRole('link', { name: `Choose ${kind}`, exact: true }).click();
    await page.getByRole('link', { name: `Add to build ${name}` }).click();
    expect(await page.locator('.build-row:target h2').textContent()).toBe(kind);
  };
  await page.goto(`${shop.url}/build`);
  await choose('Motherboard', 'Testco B650 ATX');
  await page.getByRole('link', { name: 'Choose Processor', exact: true }).click();
  expect(await page.getByRole('link', { name: 'Remove Fits your build' }).count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Add to build Intel Core i5-12400 Testco' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Add to build AMD Ryzen 5 7600 Testco' }).click();
  await choose('Graphics card', 'Testco RTX 4070');
  await page.getByRole('link', { name: 'Choose Case', exact: true }).click();
  await page.getByRole('link', { name: 'Remove Fits your build' }).click(); // the tight case is left out
  const listed = new URL(page.url());
  expect(listed.searchParams.has('fits')).toBe(false);
  await page.goBack();
  await page.goBack();
  const tight = await readRow(shop, 'parts', { name: 'Testco Tight' });
  await page.goto(page.url().replace('#', `,${tight.id}#`));
  const findings = page.getByRole('region', { name: 'Does it fit?' });
  expect(await findings.textContent()).toMatch(/300 mm long.*260 mm/);
  await page.getByRole('link', { name: 'Replace the Testco Tight by the Testco Roomy for $8.00' }).click();
  expect(await page.getByText('Does not fit').count()).toBe(0);
  await page.getByLabel('Budget in dollars').fill('1000');
  await page.getByRole('button', { name: 'Set the budget' }).click();
  expect(await page.getByText('$102.00 of $1,000 is left.').count()).toBe(1);
  await page.getByRole('button', { name: 'Put it into the basket' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Basket');
  expect(await page.getByRole('heading', { level: 2, name: 'Testco Roomy' }).count()).toBe(1);
  expect(await page.getByText('Do these parts fit together?').count()).toBe(1);
  await page.context().close();
});

test('after a build was shown, part pages and comparisons say what fits it', async () => {
  const page = await chromium.open(phone);
  const { rows } = await sql<{ id: string }>`select id from parts
    where name in ('Testco B650 ATX', 'AMD Ryzen 5 7600 Testco', 'Testco RTX 4070')`.execute(shop.db);
  await page.goto(`${shop.url}/build?parts=${rows.map(({ id }) => id)}`);
  await page.goto(`${shop.url}/parts/case/testco-tight`);
  const conflict = 'Does not fit: The Testco RTX 4070 is 300 mm long; the Testco Tight takes 260 mm.';
  await page.getByText(conflict).waitFor();
  await page.goto(`${shop.url}/compare/case?part=testco-tight&part=testco-roomy`);
  const row = page.getByRole('row', { name: /^With what you chose/ });
  await row.getByText(/^Does not fit: /).waitFor();
  await row.getByText(/^Fits: /).waitFor();
  await page.getByRole('link', { name: 'See it with what you chose' }).last().click();
  expect(await page.getByRole('link', { name: 'Testco Roomy' }).count()).toBeGreaterThan(0);

  // the bar counts and leads to the visitor's own build, which one that others have sent does not replace
  const bar = page.getByRole('banner').getByRole('link', { name: /^Build/ });
  await expect.poll(() => bar.textContent()).toBe('Build4');
  await page.goto(`${shop.url}/build?parts=${rows[0]?.id}`);
  await expect.poll(() => bar.textContent()).toBe('Build4');
  await bar.click();
  const address = page.getByRole('textbox', { name: 'Address' });
  expect(await address.inputValue()).toBe(page.url());
  await page.getByRole('button', { name: 'Copy Text' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  for (let left = 4; left > 0; left -= 1) await page.getByRole('link', { name: 'Remove' }).first().click();
  await expect.poll(() => bar.textContent()).toBe('Build');
  await page.context().close();
});
