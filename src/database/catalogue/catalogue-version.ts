/** Tells whether what a process keeps of the catalogue is still what the database holds. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { type Connection, type Database, type DatabaseAddress, poolFields } from '#database/connect.ts';

export type CatalogueVersion = {
  /** A value that changes with the catalogue; undefined while changes cannot be heard, when nothing may be cached. */
  current(): string | undefined;
  /**
   * Changes whenever a connection to the database was lost, or another server was reached. Transaction ids that were
   * seen before may then have been given out again (a crash, a failover or a restore forgets the last ones).
   */
  epoch(): string;
  close(): Promise<void>;
};

/**
 * Says that parts or reviews have changed. Use cases call it after their commit: inside the transaction, PostgreSQL
 * would make all commits wait for one another. It never fails, because everybody looks for changes every second anyway.
 */
export async function announceCatalogueChange(db: Database): Promise<void> {
  await sql`select pg_notify(${changeChannel}, '')`.execute(db).catch(() => {});
}

/**
 * Listens for changes on a connection of its own. Every second it sends a heartbeat through the database to itself and
 * asks for changes that nobody has announced; when the heartbeat is late, the connections of this process count as dead.
 */
export async function followCatalogue(
  address: DatabaseAddress,
  { startedAt, connections }: { startedAt: Date; connections: Connection[] },
): Promise<CatalogueVersion> {
  let changes = 0;
  let interruptions = 0;
  let listening: Listener | undefined;
  const timer = makeTimer();

  async function listen(): Promise<void> {
    const opened = await openListener(address, () => {
      changes += 1;
    });
    if (timer.isClosed() || !opened) {
      opened?.end();
      return listenLater();
    }
    listening = opened;
    changes += 1;
    opened.client.on('end', () => {
      if (listening !== opened) return;
      interruptions += 1;
      listenLater();
    });
    timer.set(beat, heartbeatMs);
  }

  function listenLater(): void {
    listening = undefined;
    timer.set(listen, retryMs);
  }

  async function beat(): Promise<void> {
    const beating = listening;
    if (!beating) return;
    const answer = await beating.beat();
    if (beating !== listening) return;
    if (answer === 'late') {
      beating.end();
      for (const connection of connections) connection.breakAll();
      interruptions += 1;
      return listenLater();
    }
    if (answer === 'changed') changes += 1;
    timer.set(beat, heartbeatMs);
  }

  await listen();
  return {
    current: () =>
      listening?.isFresh() ? `${startedAt.getTime().toString(36)}-${changes.toString(36)}` : undefined,
    epoch: () => [interruptions, ...connections.map(({ lossCount }) => lossCount())].join(' '),
    async close() {
      timer.close();
      listening?.end();
    },
  };
}

/** Runs one piece of work later, the last that was set; none once it is closed. */
function makeTimer() {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  return {
    isClosed: () => isClosed,
    set(work: () => void, delayMs: number) {
      clearTimeout(timer);
      if (!isClosed) timer = setTimeout(work, delayMs);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

const changeChannel = 'compact_catalogue';
const heartbeatChannel = 'compact_heartbeat';

const heartbeatMs = 1000;
const heartbeatTimeoutMs = 2500;
/** So old the last heartbeat may be: a process that was stopped for a while knows nothing when it goes on. */
const freshnessMs = 4500;
const retryMs = 250;

type Listener = {
  client: pg.Client;
  /** Sends a heartbeat, and waits until it has come back. */
  beat(): Promise<'unchanged' | 'changed' | 'late'>;
  isFresh(): boolean;
  end(): void;
};

/** Undefined when the database cannot be reached. */
async function openListener(address: DatabaseAddress, onChange: () => void): Promise<Listener | undefined> {
  const client = new pg.Client({
    ...poolFields(address),
    connectionTimeoutMillis: 1500,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'compact-listener',
  });
  const end = () => {
    // an orderly end would wait for an answer that may never come
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };
  const own = randomUUID();
  let heard = 0;
  let heardAt = 0;
  let beats = 0;
  let snapshot: string | undefined;
  client.on('error', () => {});
  client.on('notification', ({ channel, payload }) => {
    if (channel === changeChannel) onChange();
    else if (payload?.startsWith(own)) heard = Number(payload.slice(own.length)); // others send theirs, too
  });

  async function beat(): Promise<'unchanged' | 'changed' | 'late'> {
    beats += 1;
    const sent = client.query<Heartbeat>(heartbeatQuery, [
      heartbeatChannel,
      `${own} ${beats}`,
      snapshot ?? null,
    ]);
    const [row] = (await withinMs(sent))?.rows ?? [];
    if (!row || heard !== beats) return 'late';
    heardAt = performance.now();
    snapshot = row.snapshot;
    return row.has_changed ? 'changed' : 'unchanged';
  }

  try {
    await client.connect();
    // a heartbeat writes nothing that must survive
    await client.query(`set synchronous_commit = off; listen ${changeChannel}; listen ${heartbeatChannel}`);
    if ((await beat()) === 'late') throw new Error('The heartbeat has not come back.');
  } catch {
    end();
    return undefined;
  }
  return { client, beat, isFresh: () => performance.now() - heardAt < freshnessMs, end };
}

type Heartbeat = { snapshot: string; has_changed: boolean };

/** `$3`: the snapshot of the last heartbeat, since when a stamp of another transaction is a change. */
const heartbeatQuery = `
  select pg_notify($1, $2), pg_current_snapshot()::text as snapshot, ${['parts', 'reviews']
    .map(
      (table) => `exists (
        select from ${table} where changed_in >= pg_snapshot_xmin($3::pg_snapshot)
        and changed_in < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(changed_in, $3::pg_snapshot))`,
    )
    .join(' or ')} as has_changed`;

/** The answer, or undefined when it does not come in time or the connection is lost. */
async function withinMs<Answer>(work: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    // an answer that has arrived while this process was busy is not late
    timer = setTimeout(() => setImmediate(resolve, undefined), heartbeatTimeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
