/** Reads orders, their histories and their mails, and disputes them. */
import { randomUUIDv7 } from 'node:crypto';
import { gatherAlerts } from '#administration/use-cases/gather-alerts.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import type { Order } from '#orders/contract/orders.ts';
import { mailOrder } from '#orders/jobs/mail-order.ts';
import type { Mail } from '#platform/mail/mailbox.ts';
import { insertRows, type Person, readRow } from './given.ts';
import { type TestShop, untilJobsAreDone } from './shop.ts';

type OrderId = Pick<Order, '_id'>;

/** The order as this person sees it. */
export async function readOrder(person: Person, { _id }: OrderId): Promise<Order> {
  return (await person.ask('GET', `/api/my_order/${_id}`)).body;
}

/** Its history, and the amount that can be refunded. */
export async function readHistory(person: Person, { _id }: OrderId) {
  return (await person.ask('GET', `/api/my_order/${_id}/history`)).body;
}

/** The kinds of its history's entries. */
export async function readKinds(person: Person, order: OrderId): Promise<string[]> {
  return (await readHistory(person, order)).history.map(({ kind }) => kind);
}

/** The mails about it, optionally with one subject. */
export function findMailsAbout(shop: TestShop, { _id }: OrderId, subject?: string): Mail[] {
  return shop.mails.filter(
    (mail) =>
      mail.text.includes(formatOrderNumber(_id)) && (subject === undefined || mail.subject === subject),
  );
}

/** The lines about it in mails to the owner under this heading, after all waiting alerts were mailed. */
export async function mailAlertsAbout(shop: TestShop, heading: RegExp, { _id }: OrderId): Promise<string[]> {
  await gatherAlerts(shop.dependencies, { at: new Date(Date.now() + alertMails * 10 * 60_000) });
  alertMails += 1;
  await untilJobsAreDone(shop.db, 'mail-');
  return shop.mails
    .filter(({ id, subject }) => id.startsWith('alerts-') && heading.test(subject))
    .flatMap(({ text }) => (text.split(heading)[1] ?? '').split('\n\n')[0]?.split('\n') ?? [])
    .filter((line) => line.startsWith(formatOrderNumber(_id)));
}

/** At most one goes out in ten minutes. */
let alertMails = 1;

/** A dispute about the payment of an order, open unless said; answers its id. */
export async function givenDispute(
  shop: Pick<TestShop, 'db'>,
  order_id: string,
  opened_at: Date,
  state: { status: string; closed_at: Date | null; amount_cents?: number } = {
    status: 'needs_response',
    closed_at: null,
  },
): Promise<string> {
  const { id: payment_id, amount_cents } = await readRow(shop, 'payments', { order_id });
  const id = randomUUIDv7();
  await insertRows(shop, 'disputes', {
    ...{ id, order_id, payment_id, provider_id: `du_${id}`, amount_cents, reason: 'fraudulent' },
    ...{ is_refundable: false, opened_at, updated_at: opened_at, ...state },
  });
  return id;
}

/** The mail about placed orders, as it would go out now: none, or one. */
export async function mailPlaced(
  shop: TestShop,
  orderIds: string[],
  at = shop.clock.now ?? new Date(),
): Promise<Mail[]> {
  const mails: Mail[] = [];
  const mailbox = { send: async (mail: Mail) => void mails.push(mail), close() {} };
  const dependencies = { ...shop.dependencies, publicUrl: shop.url, mailbox, now: () => at, onFailure() {} };
  await mailOrder(dependencies, { change: 'placed', orderIds });
  return mails;
}
