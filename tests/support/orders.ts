/** What is said of an order: by the shop, to one person, and by its mails. */
import type { Order } from '#contract/orders/orders.ts';
import type { Mail } from '#mail/mailbox.ts';
import type { Person } from './given.ts';
import type { TestShop } from './shop.ts';

type Named = Pick<Order, '_id'>;

/** The order as this person is shown it. */
export async function readOrder(person: Person, { _id }: Named): Promise<Order> {
  return (await person.ask('GET', `/api/my_order/${_id}`)).body;
}

/** What has happened to it, and what is left of it to be refunded. */
export async function readHistory(person: Person, { _id }: Named) {
  return (await person.ask('GET', `/api/my_order/${_id}/history`)).body;
}

/** What has happened to it, a word each. */
export async function readKinds(person: Person, order: Named): Promise<string[]> {
  return (await readHistory(person, order)).history.map(({ kind }) => kind);
}

/** The mails about it, of one subject if one is named. */
export function mailsAbout(shop: TestShop, { _id }: Named, subject?: string): Mail[] {
  return shop.mails.filter(
    (mail) => mail.text.includes(_id) && (subject === undefined || mail.subject === subject),
  );
}
