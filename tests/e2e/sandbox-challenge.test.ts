/** The card sandbox's challenge in a real browser: accessible, and it leads back to the shop. */
import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { CARDS, confirmInBrowser, givenIntent, givenSandbox } from '#sandbox/testing/sandbox.ts';
import { findViolations } from '../support/axe.ts';
import { givenBrowser } from '../support/browser.ts';
import { listenHere } from '../support/processes.ts';

const [browser, sandbox] = [await givenBrowser(), await givenSandbox()];
const shop = createServer((_request, reply) =>
  reply.writeHead(200, { 'content-type': 'text/html' }).end('<title>Shop</title><h1>Back in the shop</h1>'),
);
const returnUrl = `http://127.0.0.1:${await listenHere(shop)}/dashboard/payment/7`;
afterAll(() => shop.close());

/** The address of a challenge for which an intent waits. */
async function givenChallenge(): Promise<string> {
  const intent = await givenIntent(sandbox, { description: 'Order 7: 2 × Corsair Vengeance 32 GB' });
  await confirmInBrowser(sandbox, intent, CARDS.authenticated, {}, { return_url: returnUrl });
  const { next_action } = await sandbox.stripe.paymentIntents.retrieve(intent.id);
  return next_action?.redirect_to_url?.url ?? '';
}

test.each([
  ['light', 375],
  ['dark', 1280],
] as const)('the challenge is accessible in %s and %i pixels wide', async (colorScheme, width) => {
  const page = await browser.open({ colorScheme, viewport: { width, height: 800 } });
  await page.goto(await givenChallenge());
  expect(await findViolations(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('the challenge leads back to the shop by the keyboard, without a script', async () => {
  const page = await browser.open({ javaScriptEnabled: false });
  await page.goto(await givenChallenge());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Back in the shop' }).waitFor();
  expect(page.url()).toContain('redirect_status=succeeded');
});
