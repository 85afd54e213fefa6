/** A PostgreSQL of a test's own with a streaming standby, and the wire on which shops reach the standby. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { connect } from '#database/connect.ts';
import { migrate } from '#database/migrate.ts';
import {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#postgres/embedded-postgres.ts';
import { readPostmasterFile } from '#postgres/postmaster.ts';
import { startStandby } from '../../simulation/standby.ts';
import { type DatabaseProxy, readTarget, startDatabaseProxy } from './database-proxy.ts';

export type TestCluster = {
  /** The primary's. */
  address: EmbeddedConnection;
  standby: EmbeddedConnection;
  /** Between shops and the standby. */
  wire: DatabaseProxy;
  /** Sends a statement to the standby itself. */
  onStandby<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  /** It is started again by itself. */
  killStandby(): void;
};

const quick = { fsync: 'off', full_page_writes: 'off' };

export function givenCluster(): TestCluster {
  const folder = mkdtempSync(path.join(tmpdir(), 'compact-replica-'));
  const [primaryDir, standbyDir] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  const cluster = {} as TestCluster;
  const opened: EmbeddedPostgres[] = [];
  let client: pg.Client | undefined;

  async function onStandby<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    if (!client) {
      client = new pg.Client(cluster.standby);
      client.on('error', () => {});
      client.on('end', () => {
        client = undefined;
      });
      await client.connect();
    }
    return (await client.query<Row>(text)).rows;
  }

  beforeAll(async () => {
    const primary = await startEmbeddedPostgres({ dataDir: primaryDir, log: () => {}, settings: quick });
    opened.push(primary);
    const { db, close } = connect(primary.connection, 1);
    await migrate(db);
    await close();
    const options = { isAsynchronous: true };
    const standby = await startStandby({ ...primary, dataDir: primaryDir }, standbyDir, options);
    opened.push(standby);
    Object.assign(cluster, {
      address: primary.connection,
      standby: standby.connection,
      wire: await startDatabaseProxy(readTarget(standby.connection)),
      onStandby,
      killStandby: () =>
        process.kill(readPostmasterFile(path.join(standbyDir, 'postgres'))?.pid ?? 0, 'SIGKILL'),
    });
  });
  afterAll(async () => {
    await client?.end();
    await cluster.wire?.close();
    for (const { stop } of opened.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return cluster;
}

/** The standby as a shop reaches it. */
export function makeReplicaAddress({ standby, wire }: TestCluster): EmbeddedConnection {
  return { ...standby, host: '127.0.0.1', port: wire.port };
}
