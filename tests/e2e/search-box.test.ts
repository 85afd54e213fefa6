/** The one search box in a real Chromium: a form by itself, and a combobox where a script runs. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { givenPerson } from '../support/given.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visitAs } = await givenVisitedShop({ hasDemoCatalogue: true });
const name = 'Search all parts';

test('without JavaScript it leads to the list, and shows what was searched for', async () => {
  const page = await chromium.open({ javaScriptEnabled: false, viewport: { width: 375, height: 700 } });
  for (const [path, width] of [
    ['/parts', 375],
    ['/compare/memory', 375],
    ['/', 375],
    ['/', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(shop.url + path);
    await page.getByRole('searchbox', { name }).fill('corsair vengeance');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${shop.url}/parts?q=corsair+vengeance`);
  }
  expect(await page.getByRole('searchbox', { name }).inputValue()).toBe('corsair vengeance');
  await page.getByRole('row').filter({ hasText: 'Corsair Vengeance' }).first().waitFor();
});

const open = async (path = '/portfolio') => {
  const page = await chromium.open({ viewport: { width: 375, height: 700 } });
  await page.goto(shop.url + path);
  const box = page.getByRole('combobox', { name });
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  const type = async (text: string) => {
    await page.getByLabel(name).fill(''); // the application loads suggestions for who begins to search
    await box.waitFor();
    await box.pressSequentially(text);
  };
  return { page, box, options, type };
};

test('it suggests brands, categories and parts, chosen by the keyboard; nothing jumps, and axe finds nothing', async () => {
  const { page, box, options, type } = await open();
  const height = () => page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().height);
  const before = await height();
  await type('graph'); // a category is called what its many parts are called
  await options.filter({ hasText: 'graph in Graphics cards' }).waitFor();
  await page.keyboard.press('Tab'); // leaving the box closes the list
  await expect.poll(() => options.count()).toBe(0);
  expect(await box.getAttribute('aria-expanded')).toBe('false');
  await type('corsa');
  await options.first().waitFor();
  expect(await box.getAttribute('aria-expanded')).toBe('true');
  expect(await page.getByRole('listbox', { name: 'Suggestions' }).getAttribute('id')).toBe(
    await box.getAttribute('aria-controls'),
  );
  expect(await options.allInnerTexts()).toEqual([
    expect.stringMatching(/^Corsair\s+Brand$/),
    expect.stringMatching(/^corsa in Memory\s+\d+ parts$/),
    expect.stringMatching(/^corsa in SSDs\s+1 part$/),
    expect.stringMatching(/^corsa in Processor coolers\s+\d+ parts$/),
    expect.stringMatching(/^corsa in Cases\s+\d+ parts$/),
    expect.stringMatching(/^corsa in Power supplies\s+\d+ parts$/),
    ...Array.from({ length: 5 }, () =>
      expect.stringMatching(/^Corsair .+\n\$[\d,]+\.\d\d · (?:\d+ available|Sold out)$/),
    ),
  ]);
  expect(await readChosen(page)).toBeUndefined();
  await box.press('ArrowDown');
  expect(await readChosen(page)).toMatch(/^Corsair\s*Brand/);
  expect(await height()).toBe(before);
  expect(await findViolations(page)).toEqual([]);
  await box.press('ArrowUp');
  expect(await readChosen(page)).toBeUndefined();
  await box.press('ArrowUp');
  const part = (await readChosen(page))?.split('$')[0];
  const picture = options.last().getByRole('presentation');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await box.press('Enter');
  await page.getByRole('heading', { level: 1, name: part }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/parts\/\w+\/corsair-/);
});

test.each(['/portfolio', '/login'])(
  'from %s brands and categories lead to lists of theirs, and Escape closes the list and keeps the words, for which Enter searches',
  async (path) => {
    const { page, box, options, type } = await open(path);
    for (const [index, address] of ['/parts?brand=Corsair', '/parts/memory?q=corsa'].entries()) {
      await type('corsa');
      await options.nth(index).click();
      await page.waitForURL(shop.url + address);
      await page.getByRole('rowheader').first().waitFor();
    }
    await type('corsai');
    await options.first().waitFor();
    await box.press('Escape');
    await expect.poll(() => options.count()).toBe(0);
    expect(await box.inputValue()).toBe('corsai');
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    await box.press('ArrowDown'); // opens it again
    await options.first().waitFor();
    await box.press('Enter');
    await page.waitForURL(`${shop.url}/parts?q=corsai`);
  },
);

test('a line that fails leaves a form that works', async () => {
  const { page, box, options, type } = await open();
  const request = page.waitForRequest(/suggestions/);
  await page.route('**/api/parts/suggestions*', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Not what was asked for</p>' }),
  );
  await type('corsa');
  await request;
  await page.waitForLoadState('networkidle');
  expect(await options.count()).toBe(0);
  await box.press('Enter');
  await page.waitForURL(`${shop.url}/parts?q=corsa`);
});

test('fast typing asks once, for what was typed last, and one letter asks nothing', async () => {
  const page = await chromium.open();
  const searches: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/parts/suggestions') searches.push(url.searchParams.get('q'));
  });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000); // however long a busy machine takes from letter to letter
  await page.goto(`${shop.url}/portfolio`);
  const box = page.getByRole('combobox', { name });
  await box.pressSequentially('c');
  await page.clock.runFor(1000);
  await box.pressSequentially('orsair');
  await page.clock.runFor(1000);
  await page.getByRole('option').first().waitFor();
  expect(searches).toEqual(['corsair']);
  await box.fill('c');
  await page.clock.runFor(1000);
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
  expect(searches).toEqual(['corsair']);
});

test('nothing is asked where data are dear', async () => {
  const page = await chromium.open();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  let requestCount = 0;
  page.on('request', (request) => {
    if (request.url().includes('suggestions')) requestCount += 1;
  });
  await page.goto(`${shop.url}/portfolio`);
  await page.getByRole('searchbox', { name }).pressSequentially('corsair');
  await page.waitForTimeout(500);
  expect(requestCount).toBe(0);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shop.url}/parts?q=corsair`);
});

test('the dashboard has it, too, beside the search of its own lists', async () => {
  const admin = await givenPerson(shop, { role: 'admin' });
  const page = await visitAs(admin, '/dashboard/manage_products');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel(name).focus();
  await page.getByRole('combobox', { name }).waitFor();
  await page.getByRole('searchbox').waitFor(); // that of the list, which comes with the application
  for (const width of [832, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await page.getByLabel(name).boundingBox())?.width, `at ${width} px`).toBeGreaterThan(140);
  }
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('combobox', { name }).fill('ddr5');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shop.url}/parts?q=ddr5`);
  await page.getByRole('rowheader').first().waitFor();
});

/** The suggestion that assistive technology is told is the present one. */
async function readChosen(page: Page): Promise<string | undefined> {
  const id = await page.getByRole('combobox', { name }).getAttribute('aria-activedescendant');
  return id ? ((await page.locator(`#${id}[aria-selected="true"]`).textContent()) ?? undefined) : undefined;
}
