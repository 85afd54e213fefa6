/** What administrators, and nobody else, are told on every page about the shop's settings; and what a shop without a mail server says of mails. */
import { expect, test } from 'vitest';
import { changeRows, givenPaidOrder, givenPart, givenPerson, type Person } from '../support/given.ts';
import { sendLogIn } from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const notices = ['No money moves.', 'No mail leaves this shop.'];
const { shop, visit, visitAs } = await givenVisitedShop({ notices, sendsMail: false });

test('an administrator sees the notices on public pages and in the application, a customer and a visitor nowhere', async () => {
  const admin = await givenPerson(shop, { role: 'admin' });
  const buyer = await givenPerson(shop);
  await givenPaidOrder(shop, buyer, await givenPart(shop, { name: 'Testco Tried 8 GB' }));
  const pages = ['/', '/parts/memory', '/dashboard', '/dashboard/manage_orders'];

  const visited = await visit('/');
  expect(await visited.content()).not.toContain('No money moves.');

  for (const [person, isTold] of [
    [buyer, false],
    [admin, true],
  ] as const) {
    const page = await logInByForm(person);
    if (isTold) await page.getByText('No money moves.').waitFor();
    // what was said last is shown at once, long before the shop answers
    if (isTold) await page.route('**/api/notices', () => {});
    for (const path of isTold ? pages : pages.slice(0, 3)) {
      await page.goto(shop.url + path);
      await page.getByRole('heading').first().waitFor();
      for (const notice of notices)
        await expect.poll(() => page.getByText(notice).isVisible(), { message: path }).toBe(isTold);
    }
    if (!isTold) expect(await page.content()).not.toContain('No money moves.');
    if (!isTold) continue;
    await page.getByText('Test payment').first().waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect.poll(() => page.getByText('No money moves.').isVisible()).toBe(false);
  }
});

test('whom the command line makes an administrator is told at the next visit of the dashboard', async () => {
  const person = await givenPerson(shop);
  const page = await logInByForm(person);
  await changeRows(shop, 'people', { id: person.id }, { role: 'admin' });
  await page.goto(`${shop.url}/dashboard`);
  await page.getByText('No money moves.').waitFor();
});

test('a shop without a mail server says of no mail that it was or will be sent', async () => {
  const buyer = await givenPerson(shop, { isConfirmed: false });
  const order = await givenPaidOrder(shop, buyer);
  const page = await visitAs(buyer, `/dashboard/order/${order._id}`);
  await page.getByText('It is paid. This page says when it is on its way.').waitFor();
  await page.getByText('the link for it is in a mail to').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The link is in a new mail.').waitFor();
  await page.goto(`${shop.url}/forgot_password`);
  await page.getByLabel('E-mail').fill(buyer.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByText('a mail to it is in the outbox of this shop').waitFor();
});

/** Logging in is when a browser is told of notices. */
async function logInByForm(person: Person) {
  const page = await visit('/login');
  await sendLogIn(page, person);
  await page.waitForURL(`${shop.url}/`);
  return page;
}
