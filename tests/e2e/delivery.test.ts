/** What a buyer sees of delivery and tax before and after ordering: addresses, methods, prices, days, corrections. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeArrival, formatDays } from '#delivery/rules/promise-wording.ts';
import { type DeliveryRules, defaultDeliveryRules } from '#delivery/rules/rules.ts';
import { wording } from '#kernel/wording.ts';
import { givenPart, givenPerson, type Person } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { saveDeliveryRules } from '../support/given-rules.ts';
import {
  delayRequests,
  expectTyped,
  fill,
  findEdges,
  payWith,
  placeOrder,
  readMessage,
  sendLogIn,
  signIn,
  toast,
} from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visitAs } = await givenVisitedShop();
const { admin } = await givenPeople(shop, { admin: { role: 'admin' } });
const partId = await givenPart(shop, { name: 'Testco Delivered 8 GB', price: 2_300, stock: 1000 });

function makeMethod(id: string, name: string, priceCents: number) {
  return {
    ...{ id, name, pricedBy: 'value' as const, prices: [{ from: 0, priceCents }] },
    ...{ freeFromCents: null, maxGrams: null, days: { from: 1, to: 2 } },
  };
}
const home = makeMethod('home', 'Home delivery', 200);
const express = makeMethod('express', 'Express', 650);
type Zone = DeliveryRules['zones'][0];
const [town, country] = defaultDeliveryRules.zones as [Zone, Zone];
const far = { ...makeMethod('post', 'Post', 450), days: { from: 3, to: 5 } };
const rules: DeliveryRules = {
  ...defaultDeliveryRules,
  carriers: [{ name: 'Farm Post', template: 'https://post.example/{number}', numbers: '' }],
  // half a day from now, so that no days change while a test runs
  calendar: {
    ...{ timeZone: 'UTC', holidays: [], workingWeekdays: [1, 2, 3, 4, 5, 6, 7] },
    cutOffHour: (new Date().getUTCHours() + 12) % 24 || 24,
  },
  zones: [
    { ...town, tax: { name: 'VAT', rate: 1500 }, methods: [home, express] },
    { ...country, areas: [{ country: 'BD' }], tax: { name: 'VAT', rate: 725 }, methods: [far] },
    {
      ...{
        ...country,
        id: 'abroad',
        name: 'Abroad',
        tax: null,
        methods: [makeMethod('air', 'Air mail', 3000)],
      },
      areas: ['DE', 'US', 'GB', 'JP'].map((code) => ({ country: code })),
    },
    {
      ...{ id: 'shop', name: 'Our shop', pickUpAt: '12 Elephant Road, Dhaka', areas: [] },
      ...{ tax: { name: 'Sales tax', rate: 500 }, methods: [makeMethod('counter', 'At the counter', 0)] },
    },
  ],
};

await saveDeliveryRules(admin, rules);

type TypedAddress = {
  country: string;
  /** By the labels of choices. */
  choice?: Record<string, string>;
  /** No postcode of the country. */
  wrong: string;
  fields: Record<string, string>;
  lines: string[];
};

const small = { width: 375, height: 760 };
const desk = { width: 1280, height: 800 };
const dhaka = { Location: '1 Farm Lane', Town: 'Dhaka', Postcode: '1205', Phone: '+880 1711 000000' };

/** The checkout of two units, for $46.00. */
async function openCheckout(page: Page, buyer: Person): Promise<void> {
  expect((await buyer.ask('PUT', `/api/basket/lines/${partId}`, { quantity: 2 })).status).toBe(200);
  await page.goto(`${shop.url}/checkout`);
  await page.getByText(`You order as ${buyer.name}`).waitFor();
}

async function pressPlace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Place the order' }).click();
}

async function expectAmounts(page: Page, { total, tax }: { total: string; tax?: string }): Promise<void> {
  await page.locator('.methods[aria-busy="false"]').waitFor();
  await page.getByRole('heading', { name: `Total ${total}` }).waitFor();
  const included = page.locator('.basket-summary').getByText('included:');
  await expect.poll(() => included.allTextContents()).toEqual(tax ? [tax] : []);
}

/** The newest purchase of a person, as it is stored. */
async function readNewestPurchase(buyer: Person) {
  const { body: orders } = await buyer.ask('GET', `/api/my_orders?email=${buyer.email}`);
  return (await buyer.ask('GET', `/api/purchases/${orders[0]?.purchaseId ?? ''}`)).body;
}

test('the checkout shows price, days and included tax of town, country and pick-up, and orders at them', async () => {
  const buyer = await givenPerson(shop);
  const page = await signIn({ shop, chromium }, buyer);
  await page.setViewportSize(small);
  // of the default zone: nobody knows yet where to
  await page.goto(`${shop.url}/parts/memory/testco-delivered-8-gb`);
  await page.getByText('per unit, incl. 7.25% VAT').waitFor();
  await openCheckout(page, buyer);
  for (const viewport of [desk, small]) {
    await page.setViewportSize(viewport);
    const { bottom } = await findEdges(page.getByRole('button', { name: 'Place the order' }));
    expect(bottom, `the button that orders, of ${viewport.width} px`).toBeLessThanOrEqual(760);
  }
  await page.getByRole('link', { name: 'Change the basket' }).click();
  await page.locator('.basket-summary').getByText('incl. 7.25% VAT').waitFor();
  await page.goto(`${shop.url}/checkout`);
  await expectAmounts(page, { total: '$50.50', tax: 'VAT 7.25% included: $3.41' });
  await fill(page, { ...dhaka, Town: 'Mirpur', Postcode: '' });
  await pressPlace(page);
  const sentence = 'Postcode is required Such as 1340; the price and the days of delivery depend on it';
  await expect.poll(() => readMessage(page, 'Postcode')).toBe(sentence);
  const answer = await delayRequests(page, /\/api\/delivery-quotes/);
  await fill(page, { Town: 'DHAKA' });
  await pressPlace(page); // before anybody knows that this town needs none
  await expect.poll(() => readMessage(page, 'Postcode')).not.toContain('is required');
  answer();
  await page.getByText('look at the total, and press again to order.').waitFor();
  await page.getByLabel('Postcode (optional)').waitFor();
  await expect.poll(() => readMessage(page, 'Postcode (optional)')).not.toContain('is required');
  await expectAmounts(page, { total: '$48.00', tax: 'VAT 15% included: $6.26' });
  await fill(page, dhaka);
  await expectAmounts(page, { total: '$48.00', tax: 'VAT 15% included: $6.26' });
  await page.getByRole('radio', { name: /^Express/ }).check();
  await expectAmounts(page, { total: '$52.50', tax: 'VAT 15% included: $6.85' });
  await page.getByRole('radio', { name: 'I will collect' }).check();
  await page.getByText('12 Elephant Road, Dhaka').waitFor();
  await expectAmounts(page, { total: '$46.00', tax: 'Sales tax 5% included: $2.19' });
  expect(await page.getByLabel('Location', { exact: true }).count()).toBe(0);
  await page.getByRole('radio', { name: 'Deliver to me' }).check();
  await expectAmounts(page, { total: '$52.50', tax: 'VAT 15% included: $6.85' });
  expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe(dhaka.Location);
  await page
    .locator('.amounts')
    .getByText(/^Arrives .+, if you order and pay in the next 1\d\sh/)
    .waitFor();
  const days = await page.locator('.amounts').textContent();
  await pressPlace(page);
  await expectPaymentPage(page, 'VAT 15% included: $6.85');
  await page.getByText('Pay : $23.00 × 2 + $6.50 = $52.50').waitFor();
  await page.getByText(/^Arrives .+, if paid by .+, \d\d:\d\d\s/).waitFor();
  await payWith(page, '4242 4242 4242 4242');
  const outcome = page.getByRole('status').filter({ hasText: wording.payment.complete });
  await outcome.getByText(/^Arrives [^,]+$/).waitFor();
  const inTown = await readNewestPurchase(buyer);
  expect(inTown).toMatchObject({
    total: 52.5,
    address: { country: 'BD', line1: '1 Farm Lane', town: 'Dhaka', postcode: '1205' },
    delivery: { name: 'Express', zone: 'town', price: 6.5, pickUpAt: null },
    tax: { name: 'VAT', rate: 15, ofTotal: 6.85, ofToPay: 0 },
  });
  expect(days).toContain(inTown.delivery && describeArrival(inTown.delivery));
  await page.goto(`${shop.url}/dashboard/order/${inTown.orders[0]?._id}`);
  await page
    .getByText(formatDays(inTown.delivery?.from ?? '', inTown.delivery?.to ?? ''))
    .first()
    .waitFor();
  await page.getByText('VAT 15%, included').waitFor();
  await page.getByText('Delivery method Express').waitFor();
  const sent = { status: 'shipped', carrier: 'Farm Post', tracking: 'FP1234' } as const;
  await admin.ask('PATCH', `/api/manage_order/${inTown.orders[0]?._id}`, sent);
  await page.reload();
  const track = page.getByRole('link', { name: /^Track/ });
  expect(await track.getAttribute('href')).toBe('https://post.example/FP1234');
  expect((await findEdges(track)).bottom).toBeLessThan(
    (await findEdges(page.locator('main img').first())).top,
  );
  await page.getByRole('link', { name: wording.dashboard.myOrders }).first().click();
  await page.getByText('$52.50with delivery').waitFor();

  await openCheckout(page, buyer); // knows the address of the last order
  await expectAmounts(page, { total: '$48.00', tax: 'VAT 15% included: $6.26' });
  await fill(page, { Town: 'Sylhet', Postcode: '3100' });
  await expectAmounts(page, { total: '$50.50', tax: 'VAT 7.25% included: $3.41' });
  await pressPlace(page);
  await expectPaymentPage(page, 'VAT 7.25% included: $3.41');
  expect(await readNewestPurchase(buyer)).toMatchObject({
    total: 50.5,
    address: { line1: '1 Farm Lane', town: 'Sylhet', postcode: '3100' },
    delivery: { name: 'Post', zone: 'the country', price: 4.5 },
  });

  await openCheckout(page, buyer);
  await page.getByRole('radio', { name: 'I will collect' }).check();
  expect(await page.getByLabel('Phone').inputValue()).toBe(dhaka.Phone);
  await expectAmounts(page, { total: '$46.00', tax: 'Sales tax 5% included: $2.19' });
  await pressPlace(page);
  await expectPaymentPage(page, 'Sales tax 5% included: $2.19');
  await page.getByText('Pay : $23.00 × 2 = $46.00').waitFor();
  expect(await readNewestPurchase(buyer)).toMatchObject({
    ...{ total: 46, address: null, tax: { rate: 5, ofToPay: 2.19 } },
    delivery: { zone: 'Our shop', price: 0, pickUpAt: '12 Elephant Road, Dhaka' },
  });
});

test('addresses of three countries are saved, wrong postcodes refused at their field, and the checkout begins with them', async () => {
  const buyer = await givenPerson(shop, { name: 'Jürgen Groß' });
  const page = await visitAs(buyer, '/dashboard/my_profile', /400/);
  const dialog = page.getByRole('dialog');
  for (const { country, choice = {}, wrong, fields, lines } of addresses) {
    await page.getByRole('button', { name: 'Add an address' }).click();
    await dialog.getByLabel('Country').selectOption({ label: country });
    for (const [label, value] of Object.entries(choice)) await dialog.getByLabel(label).selectOption(value);
    const typed = { ...fields, Postcode: wrong, Phone: '+49 30 1234567' };
    await fill(dialog, typed);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const sentence = `This is not a postcode of ${country}, which looks like`;
    await expect.poll(() => readMessage(dialog, 'Postcode')).toContain(sentence);
    await expectTyped(dialog, typed);
    await fill(dialog, fields);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.address-book').getByText(lines.join('\n')).waitFor();
  }
  const { body: form } = await buyer.ask('GET', '/api/address-form');
  expect(form.saved.map(({ lines }) => lines)).toEqual(addresses.map(({ lines }) => [buyer.name, ...lines]));

  // chosen before its script has come
  const script = Promise.withResolvers<void>();
  await page.route('**/saved-address-choice-*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await openCheckout(page, buyer);
  expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe('Seestraße 1');
  await expectAmounts(page, { total: '$76.00' });
  await page
    .getByLabel('Saved address')
    .selectOption({ label: `${buyer.name}, 9 Mill Road, Dhaka - 1205, Bangladesh` });
  script.resolve();
  await expect.poll(() => page.getByLabel('Town').inputValue()).toBe('Dhaka');
  await expectAmounts(page, { total: '$48.00', tax: 'VAT 15% included: $6.26' });

  // half of a typed address and half of a saved one are none
  const logInFrom = async (typed: Record<string, string>, choice?: string) => {
    const visitor = await openAsVisitor();
    await fill(visitor, typed);
    if (choice) await visitor.getByRole('radio', { name: choice }).check();
    await visitor.getByRole('link', { name: 'Log in' }).last().press('Enter');
    await sendLogIn(visitor, buyer);
    await visitor.getByText(`You order as ${buyer.name}`).waitFor();
    return visitor;
  };
  const street = { Location: '5 Hill Road' };
  const typed = { ...street, Country: 'BD', Postcode: '', Town: '', Phone: '+49 30 1234567' };
  await expectTyped(await logInFrom(street), typed);
  const phone = { Phone: '+49 30 7654321' };
  await expectTyped(await logInFrom(phone), {
    ...phone,
    Country: 'DE',
    Location: 'Seestraße 1',
    Town: 'Berlin',
  });
  // what was chosen stays chosen
  for (const choice of ['Express', 'I will collect']) {
    const page = await logInFrom(dhaka, choice);
    await page.getByRole('radio', { name: choice, checked: true }).waitFor();
  }
});

test('a postcode that its country does not have is told to a visitor who leaves its field', async () => {
  const page = await openAsVisitor();
  await fill(page, { Postcode: '120' });
  await page.getByLabel('Phone').focus();
  const sentence = 'This is not a postcode of Bangladesh, which looks like 1340';
  await expect.poll(() => readMessage(page, 'Postcode')).toContain(sentence);
  await fill(page, { Postcode: '1205' });
  await expect.poll(() => readMessage(page, 'Postcode')).not.toContain(sentence);
});

/** The checkout of a visitor, with a part in the basket. */
async function openAsVisitor(): Promise<Page> {
  const visitor = await chromium.open();
  await visitor.goto(`${shop.url}/parts`);
  await visitor
    .getByRole('button', { name: /^Add to basket/ })
    .first()
    .press('Enter');
  await visitor.getByRole('link', { name: /in basket$/ }).waitFor();
  await visitor.goto(`${shop.url}/checkout`);
  return visitor;
}

/** As they are typed, and as they stand on a parcel; the first becomes the default. */
const addresses: readonly TypedAddress[] = [
  {
    country: 'Germany',
    wrong: '1062',
    fields: { Location: 'Seestraße 1', Postcode: '10623', Town: 'Berlin' },
    lines: ['Seestraße 1', '10623 Berlin', 'Germany'],
  },
  {
    country: 'United States',
    choice: { State: 'IL' },
    wrong: '6270',
    fields: { Location: '1 Main St', Town: 'Springfield', Postcode: '62701' },
    lines: ['1 Main St', 'SPRINGFIELD, IL 62701', 'United States'],
  },
  {
    country: 'Bangladesh',
    wrong: 'SW1A 1AA',
    fields: { Location: '9 Mill Road', Town: 'Dhaka', Postcode: '1205' },
    lines: ['9 Mill Road', 'Dhaka - 1205', 'Bangladesh'],
  },
];

test('what is refused at the checkout says why, loses nothing, and can be put right', async () => {
  const buyer = await givenPerson(shop);
  const page = await signIn({ shop, chromium }, buyer, /40[09]|422/);
  await page.setViewportSize(small);
  const [inTown, inCountry, abroad, atShop] = rules.zones as [Zone, Zone, Zone, Zone];
  const given = [...abroad.areas, { country: 'NP' }, { country: 'BT' }]; // given up while the form is open
  await saveDeliveryRules(admin, {
    ...rules,
    zones: [inTown, inCountry, { ...abroad, areas: given }, atShop],
  });
  await openCheckout(page, buyer);
  const summary = page.locator('.basket-summary');
  await page.context().setOffline(true); // before what checks the form has come
  await pressPlace(page);
  await summary.getByText('A part of this page could not be loaded.').waitFor();
  await page.context().setOffline(false);
  await fill(page, dhaka);

  const countryField = page.getByLabel('Country');
  await saveDeliveryRules(admin, { ...rules, zones: rules.zones.slice(0, -1) }); // nothing can be collected
  await countryField.selectOption({ label: 'Nepal' });
  await page.locator('.methods').getByText('We do not deliver to Nepal yet.').waitFor();
  await saveDeliveryRules(admin, rules);
  await countryField.selectOption({ label: 'Bhutan' });
  await page.locator('.methods').getByText('We do not deliver there yet.').waitFor();
  await expectAmounts(page, { total: '$46.00' });
  await fill(page, { Postcode: '11001' }); // of Bhutan
  await pressPlace(page);
  await summary.getByText('We do not deliver there yet. You can collect the parts yourself.').waitFor();
  await countryField.selectOption({ label: 'Bangladesh' });
  await expectAmounts(page, { total: '$48.00', tax: 'VAT 15% included: $6.26' });

  await fill(page, { Postcode: '12' });
  await pressPlace(page);
  await expect.poll(() => readMessage(page, 'Postcode')).toContain('This is not a postcode of Bangladesh');
  await fill(page, { Postcode: dhaka.Postcode });
  await expectTyped(page, dhaka);

  await page.getByRole('radio', { name: /^Express/ }).check();
  await expectAmounts(page, { total: '$52.50', tax: 'VAT 15% included: $6.85' });
  const others = [inCountry, abroad, atShop];
  await saveDeliveryRules(admin, { ...rules, zones: [{ ...inTown, methods: [home] }, ...others] });
  await pressPlace(page);
  await summary.getByText('We no longer offer this delivery method. Nothing was ordered').waitFor();
  await expectAmounts(page, { total: '$48.00', tax: 'VAT 15% included: $6.26' });
  expect(await page.getByRole('radio', { name: /^Express/ }).count()).toBe(0);

  const dearer = makeMethod('home', 'Home delivery', 325);
  await saveDeliveryRules(admin, { ...rules, zones: [{ ...inTown, methods: [dearer] }, ...others] });
  await pressPlace(page);
  await summary.getByText('Delivery now costs $3.25. Nothing was ordered').waitFor();
  await expectAmounts(page, { total: '$49.25', tax: 'VAT 15% included: $6.42' });
  await expectTyped(page, dhaka);

  await page.getByLabel('Bill to another address').check();
  const invoice = page.getByRole('group', { name: 'The invoice is for' });
  await expect.poll(() => invoice.getByLabel('Town', { exact: true }).inputValue()).toBe('Dhaka');
  await invoice.getByLabel('Country').selectOption({ label: 'Germany' });
  await fill(invoice, { Postcode: '10115' });
  const [company, vatNumber] = ['Company (optional)', 'VAT number (optional)'];
  await invoice.getByLabel(company).focus();
  await page.keyboard.insertText('x'.repeat(101)); // as if it was pasted
  await pressPlace(page);
  await expect.poll(() => readMessage(invoice, company)).toContain('At most 100 characters are possible');
  await fill(invoice, { [company]: 'Bea & Sons', [vatNumber]: 'DE1' });
  await pressPlace(page);
  await expect.poll(() => readMessage(invoice, vatNumber)).toContain('This is not a VAT number of Germany');
  await fill(invoice, { [vatNumber]: '123 456 789' });
  await expectTyped(page.locator('.address-fields').first(), dhaka);
  expect((await buyer.ask('GET', `/api/my_orders?email=${buyer.email}`)).body).toEqual([]);
  await pressPlace(page);
  await expectPaymentPage(page, 'VAT 15% included: $6.42');
  expect(await readNewestPurchase(buyer)).toMatchObject({
    total: 49.25,
    delivery: { price: 3.25, zone: 'town' },
    billing: {
      ...{ company: 'Bea & Sons', vatNumber: 'DE123456789' },
      address: { country: 'DE', town: 'Dhaka', postcode: '10115' },
    },
  });
  await saveDeliveryRules(admin, rules);
});

async function expectPaymentPage(page: Page, tax: string): Promise<void> {
  await page.waitForURL('**/dashboard/payment/**');
  await page.getByText(tax).waitFor();
}

test('an address is corrected within its zone, with history, and refused in another one', async () => {
  const buyer = await givenPerson(shop);
  const page = await visitAs(buyer, `/purchase/${partId}`, /409/);
  await fill(page, { ...dhaka, Quantity: '3' });
  await page.getByText('Total: $71.00').waitFor();
  await page.getByText('VAT 15% included: $9.26').waitFor();
  await placeOrder(page);
  const { orders, delivery } = await readNewestPurchase(buyer);
  await page.goto(`${shop.url}/dashboard/order/${orders[0]?._id}`);
  await page.getByRole('button', { name: 'Correct the address' }).click();
  const dialog = page.getByRole('dialog');
  await fill(dialog, { Location: '2 Farm Lane', Town: 'Sylhet', Postcode: '3100' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('those of delivery to town, and this address is elsewhere').waitFor();
  await expectTyped(dialog, { Location: '2 Farm Lane', Town: 'Sylhet' });
  await fill(dialog, { Town: 'Dhaka', Postcode: '1212' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Address saved');
  await page.locator('.facts').getByText('2 Farm Lane').waitFor();
  await page.locator('.order-history').getByText('Address corrected').waitFor();
  expect(await readNewestPurchase(buyer)).toMatchObject({
    address: { line1: '2 Farm Lane', town: 'Dhaka', postcode: '1212' },
    ...{ delivery, total: 71 },
  });
});
