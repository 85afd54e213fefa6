/** Tells every process of the shop that what public pages show has changed, so that none serves an old page. */

import { sql } from 'kysely';
import pg from 'pg';
import { type Address, type Database, poolFields } from '#database/connect.ts';

export type CatalogueVersion = {
  /** A value that changes with the catalogue; undefined while changes cannot be heard, when nothing may be cached. */
  current(): string | undefined;
  close(): Promise<void>;
};

/**
 * Says that parts or reviews have changed. Verbs call it after their commit: inside the transaction, PostgreSQL would
 * make all commits wait for one another.
 */
export async function announceCatalogueChange(db: Database): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(db);
}

/** Listens for changes on a connection of its own, and again whenever that connection was lost. */
export async function followCatalogue(address: Address, startedAt: Date): Promise<CatalogueVersion> {
  let changes = 0;
  let listening: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function listen(): Promise<void> {
    const client = new pg.Client(poolFields(address));
    client.on('notification', () => {
      changes += 1;
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch {
      void client.end().catch(() => {});
      return listenLater();
    }
    changes += 1;
    listening = client;
    client.on('end', listenLater);
  }

  function listenLater(): void {
    listening = undefined;
    if (!closed) retry = setTimeout(listen, 1000);
  }

  await listen();
  return {
    current: () => listening && `${startedAt.getTime().toString(36)}-${changes.toString(36)}`,
    async close() {
      closed = true;
      clearTimeout(retry);
      await listening?.end();
    },
  };
}

const channel = 'compact_catalogue';
