/** The demo's past: made once, whatever kills the shop meanwhile, so that all its books agree. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { demoAccounts, readCatalogue } from '#app/demo.ts';
import { runCommand } from '../support/command-line.ts';
import {
  endShop,
  isLinux,
  killAll,
  onlyOnLinux,
  type Shop,
  startShop,
  startTimeoutMs,
  until,
} from '../support/processes.ts';
import { onShopDatabase } from '../support/running-database.ts';
import { givenFolder } from '../support/shop-folders.ts';
import { logInVisitor } from '../support/visitor.ts';

const folder = givenFolder();
const dataDir = path.join(folder, 'data');
let shop: Shop;

afterAll(() => endShop(shop, dataDir));

test.skipIf(!isLinux)(
  `the demo has sixty days of trade, made once although it was killed in the middle${onlyOnLinux}`,
  async () => {
    shop = await startShop({ dataDir, through: 'main', env: { DEMO_TRADE: 'on' } });
    await untilPrinted('Demo: 50 of 150 purchases');
    await killAll(dataDir);
    shop = await startShop({ dataDir, through: 'main', env: { DEMO_TRADE: 'on' } });
    await untilPrinted('with 150 purchases of 25 people');

    const states = await count('select state, count(distinct purchase_id) from orders group by state');
    expect(states).toMatchObject({ paid: 12, unpaid: 3, cancelled: 6, expired: 5, refunded: 3 });
    expect(states.shipped).toBeGreaterThan(0);
    expect(states.delivered).toBeGreaterThan(90);
    expect(await count('select kind, count(*) from invoices group by kind')).toEqual({
      invoice: 136,
      'credit-note': 11,
      reversal: 1,
    });
    expect(
      await count(`select 'purchases' as what, count(*) from purchases
        union all select 'buyers', count(distinct buyer_id) from purchases
        union all select 'late', count(*) from orders where state in ('paid', 'shipped') and promised_by < current_date::text
        union all select 'express', count(*) from orders join purchases on purchases.id = purchase_id
          where state = 'paid' and delivery->>'name' = 'Express'
        union all select 'disputes', count(*) from disputes
        union all select 'failed refunds', count(*) from refunds where status = 'failed'
        union all select 'partly refunded', count(*) from orders where refunded_cents > 0 and state = 'delivered'
        union all select 'rules that an administrator saved', count(*) from delivery_rules where saved_by is not null
        union all select 'addresses', count(*) from saved_addresses
        union all select 'alerts', count(*) from alerts
        union all select 'mails', count(*) from pgboss.job where starts_with(name, 'mail')`),
    ).toEqual({
      ...{ purchases: 150, buyers: 25, late: 1, express: 2, disputes: 1, 'failed refunds': 1 },
      ...{ 'rules that an administrator saved': 0, 'partly refunded': 7, addresses: 2, alerts: 0, mails: 0 },
    });
    const outbox = path.join(dataDir, 'outbox');
    expect(existsSync(outbox) ? readdirSync(outbox) : []).toEqual([]);

    const { parts } = await readCatalogue();
    const stock = Object.fromEntries(parts.map((part) => [part.sku, part.available_quantity]));
    expect(await count('select sku, stock from parts')).toEqual(stock);

    const customer = await logInVisitor(shop.url, demoAccounts[1]);
    const orders = await customer.call('GET', `/api/my_orders?email=${customer.email}`);
    expect(new Set(orders.map(({ purchaseId }) => purchaseId)).size).toBe(6);
    expect(new Set(orders.map(({ status, refunded }) => `${status} ${refunded > 0}`)).size).toBe(6);

    const readServerFile = () => readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8');
    const running = readServerFile();
    const audit = await runCommand(['audit'], { DATA_DIR: dataDir });
    expect(audit.errors + audit.output).toContain('All is well');
    expect(readServerFile()).toBe(running); // the command leaves the database running

    const words = ['begin', path.join(folder, 'tried.tar.gz'), '--name', 'COMPACT', '--catalogue', 'keep'];
    const begun = await runCommand(words, { DATA_DIR: dataDir });
    expect(begun.errors).toContain('“COMPACT” loses 150 purchases');
    expect(begun.output).toContain('The shop begins now');
    expect(existsSync(path.join(folder, 'tried.tar.gz'))).toBe(true);
    const empty = await runCommand(['audit'], { DATA_DIR: dataDir });
    expect(empty.output).toContain('All is well: 0 orders');
    expect(await count('select sku, stock from parts')).toEqual(stock);
  },
  2 * startTimeoutMs,
);

async function untilPrinted(words: string): Promise<void> {
  await until(`it says “${words}”`, async () => shop.output().includes(words));
}

/** Numbers by what is counted: the two columns of the query. */
async function count(query: string): Promise<Record<string, number>> {
  const { rows } = await onShopDatabase(dataDir, (client) => client.query({ text: query, rowMode: 'array' }));
  return Object.fromEntries(rows.map(([what, number]) => [what, Number(number)]));
}
