/** Orders that were shipped, and what is known after they were paid. */
import { exampleAddress } from '#contract/delivery/addresses.ts';
import type { Invoice } from '#contract/invoices/invoices.ts';
import { confirmCard, givenOrder, givenPaidOrder, givenPerson, type Person } from './given.ts';
import type { TestShop } from './shop.ts';

/** Its id. */
export async function givenSavedAddress(person: Person): Promise<string> {
  const { body } = await person.ask('POST', '/api/addresses', { address: exampleAddress });
  return body[0]?._id ?? '';
}

export async function givenShippedOrder(shop: TestShop, owner: Person, partId?: string): Promise<string> {
  const { _id } = await givenPaidOrder(shop, owner, partId);
  const admin = await givenPerson(shop, { role: 'admin' });
  await admin.ask('PATCH', `/api/manage_order/${_id}`, { status: 'shipped' });
  return _id;
}

/** Of an order that its buyer has paid. */
export async function givenInvoice(shop: TestShop, owner: Person): Promise<Invoice> {
  const { purchaseId } = await givenPaidOrder(shop, owner);
  const { body } = await owner.ask('GET', `/api/purchases/${purchaseId}`);
  const [invoice] = body.invoices;
  if (!invoice) throw new Error('A paid purchase has no invoice');
  return invoice;
}

/** What a browser sends after the card was confirmed. */
export async function givenConfirmedPayment(shop: TestShop, owner: Person) {
  const { _id: orderId } = await givenOrder(shop, owner);
  const { body: secret } = await owner.ask('POST', '/api/create-payment-intent', { orderId });
  const { body: payment } = await confirmCard(shop, secret);
  return { orderId, transactionId: payment.id };
}
