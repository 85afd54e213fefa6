/** The statement of a list of orders. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { findOrders } from '#orders/database/order-lists.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

test('My Orders has no parameter but its buyer: with more, PostgreSQL plans it for each execution', async () => {
  const statements: { text: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<DatabaseSchema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query: { sql: text, parameters } }) {
      statements.push({ text, parameters });
    },
  });
  const email = 'customer@compact.test';
  await findOrders(db, { email, limit: 10, today: '2026-11-28', timeZone: 'UTC' });
  expect(statements).toEqual([
    { text: expect.stringMatching(/^select \/\* prepared \*\//), parameters: [email] },
  ]);
});
