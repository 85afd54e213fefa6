/** Databases for histories: copies of a migrated one, on a PostgreSQL without care for crashes of the machine. */
import { connect } from '#app/connect.ts';
import { defaultDeliveryRules } from '#delivery/rules/rules.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { EmbeddedConnection } from '#platform/postgres/embedded-postgres.ts';
import { startTestPostgres, type TestPostgres } from '../../tests/support/postgres.ts';
import { closeConnections, openConnections } from './connections.ts';
import { deliveryPrices } from './model.ts';
import type { HistoryDatabase } from './run-seed.ts';
import { prepareDatabase } from './world.ts';

/** Vacuum would take locks at times of its own. */
export async function startHistoryPostgres(): Promise<TestPostgres> {
  return await startTestPostgres(async (connection) => {
    const opened = connect(connection, 1, commandLimits);
    await migrate(opened.db);
    await opened.query('alter system set autovacuum = off');
    await opened.query('select pg_reload_conf()');
    await opened.close();
  });
}

export async function openHistoryDatabase(
  address: EmbeddedConnection,
): Promise<HistoryDatabase & { close(): Promise<void> }> {
  const connections = await openConnections(address);
  const { db, close } = connect(address, 1, commandLimits);
  const rules = structuredClone(defaultDeliveryRules);
  for (const { methods } of rules.zones)
    for (const method of methods) Object.assign(method, { pricedBy: 'value', prices: deliveryPrices });
  await prepareDatabase(connections.observer, rules);
  return {
    connections,
    db,
    async close() {
      await closeConnections(connections);
      await close();
    },
  };
}
