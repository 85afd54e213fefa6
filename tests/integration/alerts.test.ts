/** Mails to the owner: each thing that happened is mailed once, few mails at once or one a day, to the right people. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { mailAlerts } from '#administration/jobs/mail-alerts.ts';
import { gatherAlerts } from '#administration/use-cases/gather-alerts.ts';
import { importDefaults } from '#catalogue/rules/import/part-import.ts';
import { writeParts } from '#catalogue/use-cases/write-parts.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import { makeSmtpMailbox } from '#platform/mail/mailbox.ts';
import {
  givenOrder,
  givenPart,
  keepSessions,
  orderBody,
  purgeAt,
  readRow,
  readRows,
} from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { saveSettings } from '../support/given-rules.ts';
import { givenShop, untilJobsAreDone } from '../support/shop.ts';
import { startSmtpServer } from '../support/smtp-server.ts';

const server = await startSmtpServer();
const mailbox = makeSmtpMailbox(server.url, { address: 'shop@compact.test', host: 'compact.test' });
const shop = await givenShop({ runsJobs: true, mailbox });
const { buyer, admin } = await givenPeople(shop, {
  buyer: { name: 'Mara' },
  admin: { role: 'admin', name: 'Ada Admin' },
  unconfirmed: { role: 'admin', isConfirmed: false },
});

afterEach(async () => {
  await untilJobsAreDone(shop.db, 'mail-');
  await shop.db.deleteFrom('alerts').execute();
  await shop.db.deleteFrom('alert_mails').execute();
  await saveSettings(admin, { alertEmail: '', alertOrders: 'at once', alertStock: 'at once' });
  server.mails.length = 0;
});
afterAll(async () => {
  mailbox.close();
  await server.close();
});

describe('at once', () => {
  test('what happened is mailed to the administrators who confirmed their address, with links, in one mail', async () => {
    const part = await givenPart(shop, { name: 'Testco <Fan>', price: 1_050, stock: 2 });
    const order = await givenOrder(shop, buyer, part, 2);
    await shop.dependencies.enqueue(shop.db, { name: 'gather-alerts' });
    const mail = await vi.waitFor(() => readOnlyMail(), { timeout: 50_000, interval: 50 });
    expect(mail.to).toBe(admin.email);
    expect(mail.subject).toBe('1 part ran out, 1 new order');
    expect(mail.id).toMatch(/^<alerts-\d{4}-\d\d-\d\dT\d\d-\d0-[0-9a-f]{8}@compact\.test>$/);
    expect(mail.message).toContain('Dear Ada Admin,');
    expect(mail.message).toContain('Testco <Fan>: 0 left');
    expect(mail.message).toContain(`${shop.url}/dashboard/edit_product/${part}`);
    expect(mail.message).toMatch(
      /2 × Testco <Fan>, \$21\.00, Mara, \d+ \w+ \d{4} at \d\d:\d\d GMT\+6, unpaid/,
    );
    expect(mail.message).toContain(`${shop.url}/dashboard/order/${order._id}`);
    expect(mail.message).toContain('Testco &#60;Fan&#62;');
  });

  test('a flood is one mail, and what comes in the next ten minutes is one more', async () => {
    const part = await givenPart(shop, { stock: 100 });
    await Promise.all(Array.from({ length: 24 }, () => givenOrder(shop, buyer, part)));
    await gather(1);
    expect(readOnlyMail()).toMatchObject({ subject: '24 new orders', message: /4 more: / });
    await givenOrder(shop, buyer, part);
    await givenOrder(shop, buyer, part);
    await gather(1);
    expect(readMails()).toHaveLength(1);
    await gather(11);
    expect(readMails().map(({ subject }) => subject)).toEqual(['24 new orders', '2 new orders']);
    await gather(21);
    expect(readMails()).toHaveLength(2);
  });

  test('goes to the address under Settings; what happens while it is off is never mailed', async () => {
    await saveSettings(admin, { alertEmail: ' Desk@Bits.Example ', alertOrders: 'off' });
    const part = await givenPart(shop, { stock: 1 });
    await givenOrder(shop, buyer, part);
    await gather(1);
    expect(readOnlyMail()).toMatchObject({ to: 'desk@bits.example', subject: '1 part ran out' });
    await saveSettings(admin, { alertOrders: 'at once' });
    await gather(11);
    expect(readMails()).toHaveLength(1);
  });
});

test('a mail that has waited for a server goes to no administrator who was dismissed meanwhile', async () => {
  await givenOrder(shop, buyer);
  await gather(1);
  const [mail] = await readRows(shop, 'alert_mails');
  for (const to of [buyer.email, admin.email])
    await mailAlerts(
      { db: shop.db, mailbox, publicUrl: shop.url },
      { period: mail?.period ?? '', to, personName: 'Ada' },
    );
  expect(readMails().map(({ to }) => to)).toEqual([admin.email, admin.email]);
});

test('one of several connections to the database mails the day, once; an empty day mails nothing', async () => {
  await saveSettings(admin, { alertOrders: 'daily' });
  await givenOrder(shop, buyer);
  const dayMinutes = 24 * 60;
  await gatherAlerts(shop.dependencies, { at: new Date() });
  expect(readMails()).toEqual([]);
  await Promise.all(Array.from({ length: 6 }, () => gather(dayMinutes)));
  const { id, subject, message } = readOnlyMail();
  expect(id).toMatch(/^<alerts-\d{4}-\d\d-\d\d-[0-9a-f]{8}@compact\.test>$/);
  expect(subject).toBe('1 new order');
  expect(message).toMatch(/since the last daily mail, until \d+ \w+ \d{4} at 12:00 GMT\+6\./);
  await gather(2 * dayMinutes);
  expect(readMails()).toHaveLength(1);
});

describe('an alert', () => {
  test('is recorded once with its order: not when the order is refused, once when it is sent five times', async () => {
    const part = await givenPart(shop, { stock: 10 });
    const send = (quantity: number) =>
      buyer.ask('POST', '/api/order', orderBody(part, quantity), { 'idempotency-key': part });
    expect((await send(11)).status).toBe(409);
    expect(await readKinds()).toEqual([]);
    await Promise.all([2, 2, 2, 2, 2].map(send));
    expect(await readKinds()).toEqual(['order']);
  });

  test('of low stock comes once for each time that it falls to the part’s own number', async () => {
    const part = await givenPart(shop, { stock: 20, minimumOrder: 2 });
    const edit = (body: object) => admin.ask('PATCH', `/api/parts/${part}`, body);
    const ofPart = async () => (await readKinds(part)).join();
    expect((await edit({ low_stock: 10 })).body).toMatchObject({ low_stock: 10 });
    await givenOrder(shop, buyer, part, 9);
    expect(await ofPart()).toBe('');
    await givenOrder(shop, buyer, part, 2);
    await givenOrder(shop, buyer, part, 2);
    expect(await ofPart()).toBe('low-stock');
    await edit({ available_quantity: 30, seen_quantity: 7 });
    await edit({ available_quantity: 10, seen_quantity: 30 });
    expect(await ofPart()).toBe('low-stock,low-stock');
    await edit({ minimum_order: 11 });
    await edit({ off_sale: true, available_quantity: 0, seen_quantity: 10 });
    expect(await ofPart()).toBe('low-stock,low-stock,out-of-stock');
  });

  test('comes of an import, too', async () => {
    const part = await givenPart(shop, { stock: 20 });
    const { sku } = await readRow(shop, 'parts', { id: part });
    const partImport = {
      id: randomUUID(),
      files: ['a'],
      defaults: importDefaults,
      prices: { jumps: true, removals: true, maxFactor: 2 },
      at: new Date(),
    };
    const parts = [{ sku, identity: sku, stock: 0 }];
    await runTransaction(shop.db, (db) => writeParts({ db }, { parts, partImport }));
    expect(await readKinds(part)).toEqual(['out-of-stock']);
  });

  test('is forgotten after 30 days with its mail, also when nobody could be mailed to', async () => {
    await givenOrder(shop, buyer);
    await gather(1);
    await givenOrder(shop, buyer);
    await keepSessions(shop);
    await purgeAt(shop, later(29 * 24 * 60));
    expect(await readKinds()).toHaveLength(2);
    await purgeAt(shop, later(31 * 24 * 60));
    expect(await readKinds()).toEqual([]);
    expect(await readRows(shop, 'alert_mails')).toEqual([]);
  });
});

/** After all that happens here, and where ten minutes of the clock begin, so that these end during no test. */
const start = Math.ceil((Date.now() + 120_000) / 600_000) * 600_000;

function later(minutes: number): Date {
  return new Date(start + minutes * 60_000);
}

async function gather(afterMinutes: number): Promise<void> {
  await gatherAlerts(shop.dependencies, { at: later(afterMinutes) });
  await untilJobsAreDone(shop.db, 'mail-');
}

async function readKinds(subjectId?: string): Promise<string[]> {
  const alerts = await readRows(shop, 'alerts', subjectId ? { subject_id: subjectId } : {});
  return alerts.map(({ kind }) => kind);
}

function readMails() {
  return server.mails
    .map(({ to, message }) => ({
      to,
      message: decode(message),
      id: /^Message-ID: (.+)\r$/m.exec(message)?.[1] ?? '',
      subject: /^Subject: (.+)\r$/m.exec(message)?.[1],
    }))
    .filter(({ id }) => id.startsWith('<alerts-'));
}

function readOnlyMail() {
  const [mail, ...more] = readMails();
  if (!mail || more.length > 0) throw new Error(`${readMails().length} mails were sent`);
  return mail;
}

/** Quoted-printable. */
function decode(message: string): string {
  const bytes = message
    .replaceAll('=\r\n', '')
    .replace(/(?:=[0-9A-F]{2})+/g, (encoded) =>
      Buffer.from(encoded.replaceAll('=', ''), 'hex').toString('utf8'),
    );
  return bytes;
}
