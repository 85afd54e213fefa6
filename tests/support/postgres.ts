/** A temporary PostgreSQL for the tests, and copies of its template database. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type EmbeddedConnection, startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';

export type TestPostgres = Awaited<ReturnType<typeof startTestPostgres>>;

const template = 'template_of_tests';

/**
 * Starts the embedded PostgreSQL in a temporary folder; `prepare` migrates the template database. It does not survive a
 * crash: tests of crashes start real shops with separate clusters.
 */
export async function startTestPostgres(prepare: (connection: EmbeddedConnection) => Promise<void>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'compact-test-'));
  const embedded = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'data'),
    log: () => {},
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' },
  });
  const stop = async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await onCluster(embedded.connection, (client) => client.query(`create database ${template}`));
    await prepare({ ...embedded.connection, database: template });
  } catch (error) {
    await stop();
    throw error;
  }
  /** `connection`: the cluster's own database; serializable, so that vitest's globalSetup can `provide` it. */
  return { connection: embedded.connection, stop };
}

/** A copy of the template; drop it with `dropDatabase`. To copy its files takes a third of the CPU time of logging each page. */
export async function cloneDatabase(
  connection: EmbeddedConnection,
  name: string,
  source = template,
): Promise<EmbeddedConnection> {
  await onCluster(connection, async (client) => {
    // One copy at a time: PostgreSQL refuses to copy a template that another session uses.
    await client.query('select pg_advisory_lock(1)');
    await client.query(`create database ${pg.escapeIdentifier(name)} template ${source} strategy file_copy`);
  });
  return { ...connection, database: name };
}

/** An empty database; drop it with `dropDatabase`. */
export async function createDatabase(
  connection: EmbeddedConnection,
  name: string,
): Promise<EmbeddedConnection> {
  await onCluster(connection, (client) => client.query(`create database ${pg.escapeIdentifier(name)}`));
  return { ...connection, database: name };
}

/** Makes databases of a test file, which are dropped after its tests. */
export function givenDatabases(): (make?: typeof cloneDatabase) => Promise<EmbeddedConnection> {
  const made: string[] = [];
  afterAll(async () => {
    for (const name of made) await dropDatabase(inject('postgres'), name);
  });
  return (make = cloneDatabase) => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    made.push(name);
    return make(inject('postgres'), name);
  };
}

/** Drops a copy and closes its connections. */
export async function dropDatabase(connection: EmbeddedConnection, name: string): Promise<void> {
  await onCluster(connection, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  );
}

/** With a connection to the database `postgres`. */
export async function onCluster(
  connection: EmbeddedConnection,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
