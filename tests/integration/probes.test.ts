/** What a supervisor asks the shop: is it alive, is it ready, how does it do. */
import { readFile, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#app/endpoints.ts';
import { givenOrder, givenPaidOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const token = 'a token of Prometheus';
const shop = await givenShop({ isLocal: true });
const full = await givenShop({ minFreeBytes: Number.MAX_VALUE, metricsToken: token });
const doomed = await givenShop();

test('the shop is alive and ready', async () => {
  const alive = await shop.app.inject('/healthz');
  expect([alive.statusCode, alive.json()]).toEqual([200, { status: 'alive' }]);
  const ready = await shop.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }]);
});

test('it is not ready, but alive, while a migration is missing', async () => {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from schema_migrations where name = (select max(name) from schema_migrations) returning *`.execute(
    shop.db,
  );
  const ready = await shop.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'the database is being migrated' }]);
  expect((await shop.app.inject('/healthz')).statusCode).toBe(200);
  const [gone] = rows;
  await sql`insert into schema_migrations (name, timestamp) values (${gone?.name}, ${gone?.timestamp})`.execute(
    shop.db,
  );
  expect((await shop.app.inject('/readyz')).statusCode).toBe(200);
});

test('it is not ready, but alive, while the database is gone, and says nothing of why', async () => {
  await doomed.db.destroy();
  const ready = await doomed.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'the database cannot be reached' }]);
  expect((await doomed.app.inject('/healthz')).statusCode).toBe(200);
  const call = await doomed.app.inject('/api/parts');
  expect(call.statusCode).toBe(500);
  expect(call.json().detail).toBe('Something went wrong on our side. Please try again.');
});

test('it counts requests by route and status, not by address', async () => {
  const part = await givenPart(shop);
  await shop.app.inject(`/api/parts/${part}`);
  await shop.app.inject('/api/parts/nothing');
  await shop.app.inject(`/api/nothing/${part}`);
  const metrics = await shop.app.inject('/metrics');
  expect(metrics.statusCode).toBe(200);
  expect(metrics.headers['content-type']).toMatch(/^text\/plain; version=/);
  const line = (status: number) =>
    `http_request_duration_seconds_count{method="GET",route="/api/parts/:id",status="${status}"} 1`;
  expect(metrics.body).toContain(line(200));
  expect(metrics.body).toContain(line(400));
  expect(metrics.body).toContain('process_cpu_seconds_total');
  expect(metrics.body).not.toContain(part);
});

test('it is not ready, but alive, while its disk is full or its folder is gone', async () => {
  const ready = await full.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'the disk is full' }]);
  expect((await full.app.inject('/healthz')).statusCode).toBe(200);
  await rm(full.imageFolder, { recursive: true });
  const gone = await full.app.inject('/readyz');
  expect([gone.statusCode, gone.json()]).toEqual([503, { status: 'the data folder cannot be read' }]);
});

describe('the metrics', () => {
  test('are for those who have the token, wherever they ask from', async () => {
    const readStatus = async (headers: Record<string, string>) =>
      (await full.app.inject({ url: '/metrics', headers })).statusCode;
    expect(await readStatus({})).toBe(404);
    expect(await readStatus({ authorization: 'Bearer another token' })).toBe(404);
    expect(await readStatus({ authorization: `Bearer ${token}` })).toBe(200);
  });

  test('are, without a token, for this machine alone and only where nobody else reaches the shop', async () => {
    expect((await doomed.app.inject('/metrics')).statusCode).toBe(404);
    expect((await shop.app.inject('/metrics')).statusCode).toBe(200);
    expect((await shop.app.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })).statusCode).toBe(404);
  });

  test('count what an operator is woken for', async () => {
    const buyer = await givenPerson(shop);
    const order = await givenOrder(shop, buyer);
    await givenPaidOrder(shop, buyer);
    await sql`update orders set expires_at = now() - interval '1 hour' where id = ${order._id}`.execute(
      shop.db,
    );
    await sql`update pgboss.job set start_after = now() - interval '1 hour', created_on = now() - interval '1 hour'
      where name = 'mail-account'`.execute(shop.db);
    await sql`update pgboss.job set state = 'failed' where name = 'mail-order'
      and data->'orderIds' ? ${order._id}`.execute(shop.db);
    const { body } = await shop.app.inject('/metrics');
    for (const line of [
      'compact_orders{state="unpaid"} 1',
      'compact_orders{state="expired"} 0',
      'compact_refunds{status="failed"} 0',
      'compact_orders{state="paid"} 1',
      'compact_orders_overdue 1',
      'compact_payments{status="succeeded"} 1',
      'compact_refund_oldest_pending_seconds 0',
      'compact_jobs{queue="mail-account",state="waiting"} 1',
      'compact_mails{state="failed"} 1',
      'compact_database_connections{pool="requests",state="waiting"} 0',
    ]) {
      expect(body.split('\n')).toContain(line);
    }
    const [, age] = /^compact_job_oldest_due_seconds\{queue="mail-account"\} ([\d.]+)$/m.exec(body) ?? [];
    expect(Number(age)).toBeGreaterThanOrEqual(3600);
    await buyer.ask('DELETE', `/api/manage_order/${order._id}`);
    const later = (await shop.app.inject('/metrics')).body.split('\n');
    expect(later).toEqual(
      expect.arrayContaining(['compact_orders{state="unpaid"} 0', 'compact_orders{state="cancelled"} 1']),
    );
  });

  test('are those that the example of alert rules looks at', async () => {
    const { body } = await shop.app.inject('/metrics');
    const rules = await readFile(new URL('../../docs/prometheus-alerts.yml', import.meta.url), 'utf8');
    const names = new Set(rules.match(/\b(compact|http|nodejs)_\w+/g));
    expect(names.size).toBeGreaterThan(7);
    for (const name of names) expect(body).toContain(name);
    const routes = [...rules.matchAll(/route="([^"]+)"/g)].map(([, route]) => route);
    const known = Object.values(endpoints).map(({ path }) => path as string);
    for (const route of routes) expect(known).toContain(route);
  });
});
