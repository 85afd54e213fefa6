/** Measures kept pages on a quiet shop, and the same while ten orders a second are placed. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { demoAccounts } from '#app/demo.ts';
import { poolFields } from '#platform/database/connect.ts';
import { logInVisitor } from '../tests/support/visitor.ts';
import type { Orders, Purchasing } from './buyers.ts';
import { runVisits } from './clients.ts';
import { computeMedian, type Measurement, readCpuMs } from './measure.ts';
import type { ThrowAwayShop } from './throw-away-shop.ts';

const readerCounts = [16, 50];
const ordersPerSecond = 10;
const phaseSeconds = 3;
const rounds = 3;

/** With the milliseconds of CPU that the shop's thread, which is this one, has taken. */
type Reading = Measurement & { cpuMs: number };
type Round = { baseline: Reading; ordered: Reading; orders: Orders };
type Shop = Pick<ThrowAwayShop, 'address' | 'database'>;
type SoldPart = { id: string; category: string; slug: string };

/** Returns a table: each figure is the median of the rounds. */
export async function comparePageRates({ address, database }: Shop): Promise<string> {
  const parts = await stockUp(database);
  const [first] = parts;
  if (!first) throw new Error('The shop sells nothing.');
  const { token } = await logInVisitor(address, demoAccounts[0]);
  const purchasing: Purchasing = { address, token, parts: parts.map(({ id }) => id), ordersPerSecond };
  const rows: string[] = [];
  for (const page of ['/', `/parts/${first.category}`, `/parts/${first.category}/${first.slug}`])
    for (const readers of readerCounts) rows.push(await compare(page, readers, purchasing));
  return [
    `Readers without a pause, while nobody orders and while ${ordersPerSecond} orders a second are placed, of all parts in turn;`,
    `${rounds} rounds of ${phaseSeconds} s each, the median of each figure, and of the ratios of the rounds. "By CPU" is the ratio that the`,
    'processor time of the shop’s thread leaves for pages: other work on the machine hardly changes it.',
    '',
    '| page | readers | quiet, a second | p99 | with orders | p99 | ratio | by CPU | orders placed, refused |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** So that no order is refused. The first of the home page comes first. */
async function stockUp(database: ThrowAwayShop['database']): Promise<SoldPart[]> {
  const client = new pg.Client(poolFields(database));
  await client.connect();
  const { rows } = await client.query<SoldPart>(
    `with stocked as (
      update parts set stock = 1000000 where off_sale_at is null and price_cents > 100 and minimum_order = 1
      returning id, category, slug, featured_rank)
    select id, category, slug from stocked order by featured_rank nulls last limit 50`,
  );
  await client.end();
  await delay(2000); // until a heartbeat has found it
  return rows;
}

async function compare(page: string, readers: number, purchasing: Purchasing): Promise<string> {
  await read(purchasing.address, page, readers, 1); // not counted: the page is kept from now on
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const baseline = await read(purchasing.address, page, readers);
    const stop = startOrders(purchasing);
    const ordered = await read(purchasing.address, page, readers);
    measured.push({ baseline, ordered, orders: await stop() });
  }
  const median = (figure: (round: Round) => number) => computeMedian(measured.map(figure));
  const sum = (figure: (orders: Orders) => number) =>
    measured.reduce((total, { orders }) => total + figure(orders), 0);
  const cells = [
    page,
    readers,
    median(({ baseline }) => baseline.perSecond).toFixed(0),
    `${median(({ baseline }) => baseline.p99).toFixed(1)} ms`,
    median(({ ordered }) => ordered.perSecond).toFixed(0),
    `${median(({ ordered }) => ordered.p99).toFixed(1)} ms`,
    median(({ baseline, ordered }) => ordered.perSecond / baseline.perSecond).toFixed(2),
    median(computeCpuRatio).toFixed(2),
    `${sum(({ placed }) => placed)}, ${sum(({ refused }) => refused)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What orders leave of a second of the shop's thread: the ratio on a machine where nothing else takes the processor. */
function computeCpuRatio({ baseline, ordered }: Round): number {
  const readMs = baseline.cpuMs / baseline.perSecond;
  return 1 - (ordered.cpuMs - ordered.perSecond * readMs) / (phaseSeconds * 1000);
}

function startOrders(purchasing: Purchasing): () => Promise<Orders> {
  const buyers = new Worker(new URL('buyers.ts', import.meta.url), { workerData: purchasing });
  return async () => {
    buyers.postMessage('stop');
    const [orders] = await once(buyers, 'message');
    return orders as Orders;
  };
}

async function read(
  address: string,
  page: string,
  readers: number,
  duration = phaseSeconds,
): Promise<Reading> {
  const before = readCpuMs();
  const visits = [[page]];
  const measured = await runVisits({
    address,
    visits,
    connections: readers,
    readers,
    duration,
    encoding: 'br',
  });
  return { ...measured, cpuMs: readCpuMs() - before };
}
