/** What a supervisor asks the shop: is it alive, is it ready, how does it do. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { givenPart } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();
const doomed = givenShop();

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
