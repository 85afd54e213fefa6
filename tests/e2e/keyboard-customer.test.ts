/** A new customer without a mouse: from signing up to the reset password, by the keyboard alone, on a phone's width. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { listOutbox, makeOutboxMailbox } from '#platform/mail/mailbox.ts';
import { ask, givenPart } from '../support/given.ts';
import {
  follow,
  followInDashboard,
  heading,
  type Keyboard,
  makeKeyboard,
  toast,
} from '../support/keyboard.ts';
import { payButton } from '../support/pages.ts';
import { givenFolder } from '../support/shop-folders.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const outbox = join(givenFolder(), 'outbox');
const mailbox = makeOutboxMailbox(outbox, { address: 'shop@compact.test', host: 'compact.test' });
const { shop, chromium } = await givenVisitedShop({ runsJobs: true, outbox, mailbox });

const { navigation, dashboard, toasts, messages } = wording;

const parts = ['Testco First 8 GB', 'Testco Regret 8 GB'] as const;
const basket = ['Testco Third 8 GB', 'Testco Fourth 8 GB'] as const;
for (const name of [...parts, ...basket]) await givenPart(shop, { name, price: 4_999, stock: 90 });

/** Axe sees here only what `pages-layout` does not give it. */
test('a new customer does everything with the keyboard alone', { timeout: 480_000 }, async () => {
  const page = await chromium.open({ viewport: { width: 375, height: 800 }, expected: /40[0129]/ });
  const keys = await makeKeyboard(page);
  // a second try signs up again
  const person = { name: 'Kay New', email: `kay-${randomUUID()}@example.com`, password: 'by keyboard' };

  await signsUp(keys, person);
  await confirmsTheAddress(keys, person);
  for (const name of parts) await orders(keys, name);
  await pays(keys, parts[0]);
  await cancels(keys, parts[1]);
  await checksOut(keys);
  await reviews(keys, parts[0]);
  await editsTheProfile(keys);
  await resetsThePassword(keys, { ...person, password: 'quite another' });

  const { body: reviewed } = await ask(shop, 'GET', '/api/ratings');
  const review = { name: person.name, review: 'They came on time.', rating: 4.5 };
  expect(reviewed).toContainEqual(expect.objectContaining(review));
});

type NewPerson = { name: string; email: string; password: string };

async function signsUp({ page, ...keys }: Keyboard, { name, email, password }: NewPerson): Promise<void> {
  await keys.open(shop.url);
  await keys.glance('home, for a visitor');
  await keys.to('link', 'Skip to the content');
  await keys.to('link', navigation.logIn);
  await keys.press('Enter', heading(page, wording.logIn.heading));
  await keys.glance('log in');
  await keys.to('link', wording.logIn.toSignUp);
  await keys.press('Enter', heading(page, wording.signUp.heading));
  await keys.isAt('heading', wording.signUp.heading);
  await keys.to('button', 'Sign up');
  await keys.press('Enter', page.getByText(messages.name));
  await keys.glance('sign up, with what is missing');
  await keys.write('Name', name);
  await keys.write('E-mail', email);
  await keys.write('Password', password);
  await keys.write('Confirm password', 'something else');
  await keys.press('Enter', page.getByText(messages.passwordsDiffer));
  await keys.write('Confirm password', password);
  await keys.press('Enter', toast(page, toasts.userCreated));
  await heading(page, wording.productsHeading).waitFor(); // the address is that of home before home is shown
  await keys.glance('home, after signing up');
}

async function confirmsTheAddress({ page, ...keys }: Keyboard, { email }: NewPerson): Promise<void> {
  await follow({ page, ...keys }, navigation.dashboard, heading(page, wording.myOrders.empty));
  await keys.glance('My Orders, empty and unconfirmed');
  await keys.backTo('button', 'Send again'); // it stands above the page’s heading, where the focus is
  await keys.press('Enter', page.getByText('The link is in a new mail.'));
  await keys.open(await linkMailedTo(email, 'verification', 2));
  await page.getByText('Your e-mail address is confirmed').waitFor();
  await keys.look('the confirmed address');
  await keys.to('link', 'To your dashboard');
  await keys.press('Enter', heading(page, wording.myOrders.empty));
  expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
}

async function orders({ page, ...keys }: Keyboard, part: string): Promise<void> {
  await follow({ page, ...keys }, navigation.home, heading(page, wording.productsHeading));
  await keys.to('link', new RegExp(`^${wording.product.purchase}.* ${part}$`));
  await keys.press('Enter', heading(page, wording.productDetails.heading));
  await keys.glance('the order form');
  await keys.write('Quantity', '999');
  await keys.press('Enter', page.getByText(/^At most \d+ is possible$/));
  await keys.look('the order form, with what is wrong');
  await keys.write('Location', '1 Farm Lane');
  await keys.write('Town', 'Little Village');
  await keys.write('Postcode', '3100');
  await keys.write('Phone', '+1 555 010 9999');
  await keys.write('Quantity', '2');
  await page.getByText('Total: $99.98').waitFor();
  await keys.to('button', 'Place the order');
  await keys.press('Enter', toast(page, toasts.ordered));
  await heading(page, wording.productsHeading).waitFor();
  await keys.look('home, after an order');
}

/** Of three parts in the basket one becomes rare meanwhile. */
async function checksOut({ page, ...keys }: Keyboard): Promise<void> {
  await follow({ page, ...keys }, navigation.home, heading(page, wording.productsHeading));
  for (const name of basket) {
    await keys.to('button', new RegExp(`^${wording.basket.add}.* ${name}$`));
    await keys.press('Enter', page.getByRole('listitem').filter({ hasText: name }).getByText('1 in basket'));
  }
  const rare = await givenPart(shop, { name: 'Testco Rare 8 GB', price: 4_999, stock: 9 });
  await page.request.post(`${shop.url}/basket`, { form: { add: rare, quantity: '3' } });
  await keys.backTo('link', new RegExp(`^${navigation.basket}`));
  await keys.press('Enter', heading(page, navigation.basket));
  await keys.glance('the basket');
  await keys.to('link', 'Check out');
  await keys.press('Enter', heading(page, 'Checkout'));
  await keys.glance('the checkout');
  await keys.write('Location', '');
  await keys.to('button', 'Place the order');
  await keys.press('Enter', page.getByText('Location is required'));
  await keys.isAt('field', 'Location');
  await keys.look('the checkout, with what is missing');
  await keys.write('Location', '2 Farm Lane');
  await shop.db.updateTable('parts').set({ stock: 2 }).where('id', '=', rare).execute();
  await keys.to('button', 'Place the order');
  await keys.press('Enter', page.getByText('Only 2 of this part are left.').last());
  await keys.look('the checkout, with a part that is rare');
  await keys.backTo('button', 'Take 2 of Testco Rare 8 GB');
  await keys.press('Enter', heading(page, 'Total $199.96'));
  await keys.to('button', 'Place the order');
  await keys.press('Enter', page.getByText(wording.payment.pay));
  await page.getByRole('button', { ...payButton, disabled: false }).waitFor();
  await keys.look('the payment of three parts');
  await paysByCard({ page, ...keys }, '4242 4242 4242 4242', page.getByText(wording.payment.complete));
  await keys.to('link', dashboard.myOrders);
  await keys.press('Enter', heading(page, wording.myOrders.heading));
}

async function pays({ page, ...keys }: Keyboard, part: string): Promise<void> {
  await follow({ page, ...keys }, navigation.dashboard, heading(page, wording.myOrders.heading));
  await keys.glance('My Orders');
  await keys.to('link', new RegExp(`^${wording.myOrders.pay} .*${part}`));
  await keys.press('Enter', page.getByText(wording.payment.pay));
  await page.getByRole('button', { ...payButton, disabled: false }).waitFor();
  await keys.glance('the payment');
  await paysByCard({ page, ...keys }, '4000 0000 0000 0002', page.getByText('Your card was declined.'));
  await keys.look('a declined card');
  await paysByCard({ page, ...keys }, '4242 4242 4242 4242', page.getByText(wording.payment.complete));
  await keys.isAt('status', '');
  await keys.look('the paid order');
  await keys.to('link', dashboard.myOrders);
  await keys.press('Enter', heading(page, wording.myOrders.heading));
}

async function paysByCard(keys: Keyboard, number: string, seen: Locator): Promise<void> {
  await keys.write('Card number', number);
  await keys.write('Expires (MM / YY)', '12 / 34');
  await keys.write('CVC', '123');
  await keys.to('button', payButton.name);
  await keys.press('Enter', seen);
}

async function cancels({ page, ...keys }: Keyboard, part: string): Promise<void> {
  const question = page.getByRole('dialog', { name: wording.cancel.question });
  await keys.to('button', `Cancel ${part}`);
  await keys.press('Enter', question);
  await keys.look('the question before cancelling');
  await keys.press('Escape', heading(page, wording.myOrders.heading));
  await keys.isAt('button', `Cancel ${part}`);
  await keys.press('Space', question);
  await keys.to('button', wording.cancel.yes);
  await keys.press('Enter', toast(page, toasts.orderRemoved));
  await page.getByRole('button', { name: `Cancel ${part}` }).waitFor({ state: 'detached' });
  await keys.isAt('rowheader', /^Testco/);
  await keys.glance('My Orders, after cancelling');
}

async function reviews({ page, ...keys }: Keyboard, part: string): Promise<void> {
  await followInDashboard({ page, ...keys }, dashboard.addReview, wording.addReview.heading);
  await keys.glance('Add Review');
  await keys.to('button', 'Post the review');
  await keys.press('Enter', page.getByText(messages.review, { exact: true }));
  await keys.look('Add Review, with what is missing');
  await keys.write('Review', 'They came on time.');
  await keys.choose('Rating', '4.5 stars');
  await keys.takePhoto(/^Image/);
  await keys.to('button', 'Post the review');
  await keys.press('Enter', toast(page, toasts.reviewed));
  await keys.isAt('choice', 'About');
  await keys.look('Add Review, after posting');
  await keys.choose('About', part); // the form is empty again, for another one
}

async function editsTheProfile({ page, ...keys }: Keyboard): Promise<void> {
  await followInDashboard({ page, ...keys }, dashboard.myProfile, wording.profile.heading);
  await keys.glance('My Profile');
  await keys.write('Name', '');
  await keys.to('button', 'Save');
  await keys.press('Enter', page.getByText(messages.education));
  await keys.look('My Profile, with what is missing');
  await keys.write('Name', 'Kay Keyboard');
  await keys.write('Education', 'Night school');
  await keys.write('Location', 'Little Village');
  await keys.takePhoto(/^Profile link/);
  await keys.to('button', 'Save');
  await keys.press('Enter', toast(page, toasts.profileUpdated));
  await page.getByText('Kay Keyboard').first().waitFor();
  await keys.look('My Profile, after saving');
}

async function resetsThePassword({ page, ...keys }: Keyboard, person: NewPerson): Promise<void> {
  await keys.to('button', navigation.logOut);
  await keys.press('Enter', page.getByRole('link', { name: navigation.logIn }));
  await heading(page, wording.productsHeading).waitFor();
  await follow({ page, ...keys }, navigation.logIn, heading(page, wording.logIn.heading));
  await keys.to('link', 'Forgot your password?');
  await keys.press('Enter', page.getByRole('button', { name: 'Send me a link' }));
  await keys.glance('the forgotten password');
  await keys.to('button', 'Send me a link');
  await keys.press('Enter', page.getByText(messages.email));
  await keys.write('E-mail', person.email);
  await keys.press('Enter', page.getByText('If there is an account with this e-mail address'));
  await keys.look('the forgotten password, after asking');
  const link = await linkMailedTo(person.email, 'password-reset');
  await keys.open(link);
  await page.getByLabel('New password').waitFor();
  await keys.write('New password', '1234');
  await keys.press('Enter', page.getByText(messages.shortPassword));
  await keys.look('the new password, with what is wrong');
  await keys.write('New password', person.password);
  await keys.press('Enter', page.getByText(messages.passwordsDiffer));
  await keys.write('Confirm password', person.password);
  await keys.press('Enter', page.getByText('Your new password counts from now on.'));
  await keys.look('the new password, set');
  await keys.open(link);
  for (const label of ['New password', 'Confirm password']) await keys.write(label, 'once more');
  await keys.press('Enter', page.getByText('This link does not count any more. Please ask for a new one.'));
  await keys.to('link', navigation.logIn);
  await keys.press('Enter', heading(page, wording.logIn.heading));
  await keys.write('E-mail', person.email);
  await keys.write('Password', person.password);
  await keys.press('Enter', page.getByRole('button', { name: navigation.logOut }));
  await heading(page, wording.productsHeading).waitFor();
  await keys.glance('home, with the new password');
}

/** The link of the last mail of this kind, as it lies in the outbox, once there are so many. */
async function linkMailedTo(email: string, kind: string, count = 1): Promise<string> {
  return await vi.waitFor(
    async () => {
      const mails = (await listOutbox(outbox)).filter(({ id, to }) => to === email && id.startsWith(kind));
      const link = /https?:\S+/.exec(mails[count - 1]?.text ?? '')?.[0];
      if (!link) throw new Error(`${mails.length} of ${count} mails of ${kind} went to ${email}`);
      return link;
    },
    { timeout: 50_000, interval: 100 },
  );
}
