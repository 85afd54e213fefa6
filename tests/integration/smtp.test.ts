/** Mail through an SMTP server: it arrives there, also when the server was away at first. */
import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { type Mail, makeSmtpMailbox } from '#platform/mail/mailbox.ts';
import { givenOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';
import { startSmtpServer } from '../support/smtp-server.ts';

const server = await startSmtpServer();
const mailbox = makeSmtpMailbox(server.url, { address: 'shop@compact.test', host: 'bits.example' });
const failures: string[] = [];
const shop = await givenShop({
  runsJobs: true,
  mailbox,
  onJobFailure: ({ job, error }) => failures.push(`${job}: ${error}`),
});

const greeting: Mail = {
  id: 'greeting',
  shop: { name: 'Bits', email: 'us@example.com' },
  to: 'mara@example.com',
  subject: 'Hello',
  text: 'text',
  html: '<p>text</p>',
};

afterAll(async () => {
  mailbox.close();
  await server.close();
});

/** How long a mail may take on a loaded machine, in milliseconds. */
const mailWait = { timeout: 50_000, interval: 50 };

test('a mail waits while the server is away, fails nothing, is spoken of in the log, and arrives once when it is back', async () => {
  server.isAway = true;
  const buyer = await givenPerson(shop, { name: 'Mara' });
  const order = await givenOrder(shop, buyer, await givenPart(shop, { name: 'Testco Fän' }));
  await untilRepeated();
  // nobody mends a server on a Sunday, and what is given up is lost
  const { rows } = await sql<{ hours: number; first: number; last: number }>`
    select min(retry_limit * retry_delay_max / 3600) as hours, max(retry_delay) as first, max(retry_delay_max) as last
    from pgboss.job where state = 'retry' and name = 'mail-order'`.execute(shop.db);
  const [{ hours = 0, ...pauses } = {}] = rows;
  expect(hours).toBeGreaterThan(4 * 24);
  expect(pauses).toEqual({ first: 5, last: 3600 });
  const admin = await givenPerson(shop, { role: 'admin' });
  const failed = (await admin.ask('GET', '/api/notices')).body;
  expect(failed).toEqual([
    expect.stringMatching(
      /^\d mails? could not be sent and (is|are) tried again: “.{5,}”\. SMTP_URL and MAIL_FROM /,
    ),
  ]);

  expect(server.mails).toEqual([]);
  expect(failures).toContainEqual(expect.stringMatching(/^mail-order: Error: .{5,}/));
  server.isAway = false;
  await repeatNow();
  const about = () => server.mails.filter(({ message }) => message.includes(`<${order._id}-placed@`));
  await vi.waitFor(() => expect(about()).toHaveLength(1), mailWait);
  await vi.waitFor(async () => expect(await waiting('created', 'active', 'retry')).toBe(0), mailWait);

  expect((await admin.ask('GET', '/api/notices')).body).toEqual([]);
  expect(about()).toHaveLength(1);
  const [mail] = about();
  expect(mail).toMatchObject({ from: 'shop@compact.test', to: buyer.email });
  expect(mail?.message).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(mail?.message).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
  expect(mail?.message).toMatch(/^Content-Type: text\/html; charset=utf-8/m);
  expect(mail?.message).toContain('Dear Mara,');
  expect(mail?.message).toMatch(/^From: COMPACT <shop@compact\.test>\r$/m);
  expect(mail?.message).toMatch(/^Reply-To: hello@compact\.test\r$/m);
});

test('a mail that was taken without the shop hearing of it is sent again under the same Message-ID', async () => {
  server.dropsResponses = true; // to the shop it is the same as being killed before it can write down that the mail went
  const buyer = await givenPerson(shop);
  const order = await givenOrder(shop, buyer);
  const about = () =>
    server.mails.map(({ message }) => message).filter((message) => message.includes(`<${order._id}-placed@`));
  await untilRepeated();
  server.dropsResponses = false;
  await repeatNow();
  await vi.waitFor(async () => expect(await waiting('created', 'active', 'retry')).toBe(0), mailWait);

  expect(about().length).toBeGreaterThan(1);
  const names = about().map((message) => /^Message-ID: (.+)\r$/m.exec(message)?.[1]);
  expect(new Set(names)).toEqual(new Set([`<${order._id}-placed@bits.example>`]));
});

test('a name or a part with line breaks adds no header to a mail', async () => {
  const before = server.mails.length;
  const lines = '\r\nBcc: everybody@example.com';
  const from = { ...greeting.shop, name: `Bits${lines}` };
  await mailbox.send({ ...greeting, shop: from, subject: `Your order of X${lines}` });
  const [sent] = server.mails.slice(before);
  expect(sent?.message).toContain('Your order of X Bcc');
  expect(sent?.message).not.toMatch(/^Bcc:/m);
});

// Exchange takes half a minute by default (MaxAcknowledgementDelay); proxies give the checklist, which tries a mail, a minute
test('a server that is slow to say that it took a mail gets it once', async () => {
  const waits = vi.spyOn(Socket.prototype, 'setTimeout');
  await mailbox.send(greeting);
  const longestMs = Math.max(...waits.mock.calls.map(([ms]) => ms));
  waits.mockRestore();
  expect(longestMs).toBeGreaterThan(30_000);
  expect(longestMs).toBeLessThan(60_000);
});

/** Every mail has failed once. */
async function untilRepeated(): Promise<void> {
  await vi.waitFor(async () => {
    expect(await waiting('retry')).toBeGreaterThan(0);
    expect(await waiting('created', 'active')).toBe(0);
  }, mailWait);
}

async function repeatNow(): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(shop.db);
}

/** How many jobs are in one of these states. */
async function waiting(...states: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name like 'mail-%' and state::text in (${sql.join(states)})`.execute(shop.db);
  return rows[0]?.count ?? 0;
}
