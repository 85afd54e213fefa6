/** Common steps of browser tests: fill fields by their labels, log in, wait for toasts. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { wording } from '#kernel/wording.ts';
import type { TestBrowser } from './browser.ts';
import type { Person } from './given.ts';
import type { TestShop } from './shop.ts';
import { addSession } from './visitor.ts';

/** An empty page of somebody who is logged in already; logged errors that match `expected` are allowed. */
export async function signIn(
  { shop, chromium }: { shop: TestShop; chromium: TestBrowser },
  person: Person,
  expected?: RegExp,
): Promise<Page> {
  const page = await chromium.open(expected ? { expected } : {});
  await addSession(page.context(), shop.url, { ...person, cookies: person.cookie.split('; ') });
  return page;
}

export async function sendLogIn(page: Page, { email, password }: { email: string; password: string }) {
  await fill(page, { 'E-mail': email, Password: password });
  await page.getByRole('main').getByRole('button', { name: wording.logIn.button }).click();
}

/** A hydrated page, and the documents that it loads from then on. */
export async function enterApplication(
  { shop, chromium }: { shop: TestShop; chromium: TestBrowser },
  options?: BrowserContextOptions,
) {
  const page = await chromium.open(options);
  await page.goto(`${shop.url}/login`);
  await page.getByLabel('Password').waitFor();
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url());
  });
  return { page, documents };
}

/** The first script of the hydrated application. */
export const applicationScript = /\/assets\/entry\.client-/;

/** Delays requests to such addresses until the returned function is called. */
export async function delayRequests(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The shop handles these requests, but their responses are lost. */
export async function dropResponses(page: Page, call: string, work: () => Promise<void>): Promise<void> {
  await page.route(call, async (route) => {
    if (route.request().method() === 'GET') return await route.continue();
    await route.fetch();
    await route.abort();
  });
  await work();
  await page.unroute(call);
}

/** Presses it while the responses of the call are lost, until this part of the page says so. */
export async function pressUnheard(button: Locator, call: string, within: Page | Locator): Promise<void> {
  await dropResponses(button.page(), call, async () => {
    await button.click();
    await within.getByText('The shop cannot be reached.').waitFor();
  });
}

/** Fills fields of a page, or a part of it, by their exact labels. */
export async function fill(within: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await getField(within, label).fill(value);
}

export function fillSignUp(page: Page, Name: string, email: string, Password = 'secret'): Promise<void> {
  return fill(page, { Name, 'E-mail': email, Password, 'Confirm password': Password });
}

/** An address that the shop delivers to, by the labels of its fields. */
export const typedAddress = {
  ...{ Location: '1 Farm Lane', Town: 'Little Village', Postcode: '3100', Phone: '+1 555 010 9999' },
};

/** Expects fields to hold these texts, by their labels. */
export async function expectTyped(within: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    expect(await getField(within, label).inputValue(), label).toBe(value);
}

/** Also where its label says that it is optional. */
function getField(within: Page | Locator, label: string): Locator {
  const optional = within.getByLabel(`${label} (optional)`, { exact: true });
  return within.getByLabel(label, { exact: true }).or(optional);
}

/** From the next document on: focuses and selects a field as soon as a page has it, and types into it. */
export async function typeAtOnce(page: Page, name: string, text: string): Promise<void> {
  await page.addInitScript(
    ([name, text]) => {
      const typing = new MutationObserver(() => {
        const field = document.querySelector<HTMLInputElement>(`main [name="${name}"]`);
        if (!field) return;
        typing.disconnect();
        field.focus();
        field.select();
        document.execCommand('insertText', false, text);
      });
      typing.observe(document, { childList: true, subtree: true });
    },
    [name, text] as const,
  );
}

/** The button of the card form: it says the amount, too. */
export const payButton = { name: new RegExp(`^${wording.payment.button} \\$[\\d.,]+$`) };

/** Fills the card form and pays. */
export async function payWith(page: Page, number: string): Promise<void> {
  await fill(page, { 'Card number': number, 'Expires (MM / YY)': '12 / 34', CVC: '123' });
  await page.getByRole('button', payButton).click();
}

/** Presses the button of the order form, and waits until it has ordered. */
export async function placeOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Place the order' }).click();
  await toast(page, wording.toasts.ordered);
}

/** The access token that the browser has. */
export function readToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'));
}

/** Waits for a toast with this text. */
export async function toast(page: Page, text: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: text }).first().waitFor();
}

/** The message of a field by `aria-describedby`; poll it, because it appears with the next render. */
export async function readMessage(within: Page | Locator, label: string): Promise<string> {
  const field = getField(within, label);
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(ids.map((id) => within.locator(`[id="${id}"]`).textContent()));
  return texts.join(' ').trim();
}

/** Expects a text to be red in the light theme. */
export async function expectRed(text: Locator): Promise<void> {
  await text.waitFor();
  const [red = 0, green = 0, blue = 0] = await text.evaluate((element) => {
    const brush = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    brush.fillStyle = getComputedStyle(element).color; // the notation varies, so a pixel is painted and read
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  });
  expect(red, `red of ${red}, ${green}, ${blue}`).toBeGreaterThan(2 * Math.max(green, blue));
}

/** Expects a picture to come. */
export async function expectPicture(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

/** Expects one element to be below another. */
export async function expectBelow(lower: Locator, upper: Locator): Promise<void> {
  expect((await findEdges(lower)).top).toBeGreaterThanOrEqual((await findEdges(upper)).bottom);
}

/** In the window. */
export function findEdges(element: Locator): Promise<Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>> {
  return element.evaluate((each) => {
    const { top, right, bottom, left } = each.getBoundingClientRect();
    return { top, right, bottom, left };
  });
}
