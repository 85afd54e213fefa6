/** Follows the catalogue version: whether what a process has cached is still what the database holds. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { type Connection, type Database, type DatabaseAddress, poolFields } from '#database/connect.ts';
import { listenerName, markProcess } from '#database/process-mark.ts';

export type CatalogueVersion = {
  /** Changes with the catalogue; undefined while changes cannot be detected: then nothing may be cached. */
  current(): string | undefined;
  /** Changes with a lost connection or another server: transaction ids may then be reused. */
  epoch(): string;
  /** Calls the listener whenever the catalogue may have changed. */
  onChange(listener: () => void): void;
  /** Makes a new version: what this process has read of the catalogue was incomplete. */
  renew(): void;
  close(): Promise<void>;
};

/** Call it after the commit: a notification in a transaction serializes all commits. Never fails. */
export async function announceCatalogueChange(db: Database): Promise<void> {
  await sql`select pg_notify(${changeChannel}, '')`.execute(db).catch(() => {});
}

/** Sends itself a heartbeat every second; when that is late, all connections of the process count as dead. */
export async function followCatalogue(
  address: DatabaseAddress,
  { startedAt, connections }: { startedAt: Date; connections: Connection[] },
): Promise<CatalogueVersion> {
  const changes = countChanges();
  let interruptions = 0;
  let listener: Listener | undefined;
  const timer = makeTimer();
  async function listen(): Promise<void> {
    const opened = await openListener(address, changes.announce);
    if (timer.isClosed() || !opened) {
      opened?.end();
      return scheduleRetry();
    }
    listener = opened;
    changes.announce();
    opened.client.on('end', () => {
      if (listener !== opened) return;
      interruptions += 1;
      scheduleRetry();
    });
    timer.set(beat, heartbeatMs);
  }

  function scheduleRetry(): void {
    listener = undefined;
    timer.set(listen, retryMs);
  }

  async function beat(): Promise<void> {
    const current = listener;
    if (!current) return;
    const answer = await current.beat();
    if (current !== listener) return;
    if (answer === 'late') {
      current.end();
      for (const connection of connections) connection.destroyAll();
      interruptions += 1;
      return scheduleRetry();
    }
    if (answer === 'changed') changes.announce();
    timer.set(beat, heartbeatMs);
  }

  await listen();
  return {
    current: () =>
      listener?.isFresh() ? `${startedAt.getTime().toString(36)}-${changes.count().toString(36)}` : undefined,
    epoch: () => [interruptions, ...connections.map(({ lossCount }) => lossCount())].join(' '),
    onChange: changes.onChange,
    renew: changes.renew,
    async close() {
      timer.close();
      listener?.end();
    },
  };
}

function countChanges() {
  let count = 0;
  const listeners: (() => void)[] = [];
  return {
    count: () => count,
    announce() {
      count += 1;
      for (const listener of listeners) listener();
    },
    renew() {
      count += 1;
    },
    onChange: (listener: () => void) => void listeners.push(listener),
  };
}

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
const freshnessMs = 4500;
const retryMs = 250;

type Listener = {
  client: pg.Client;
  beat(): Promise<'unchanged' | 'changed' | 'late'>;
  isFresh(): boolean;
  end(): void;
};

async function openListener(address: DatabaseAddress, onChange: () => void): Promise<Listener | undefined> {
  const client = new pg.Client({
    ...poolFields(address),
    connectionTimeoutMillis: 1500,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: listenerName,
  });
  const end = () => {
    // client.end() would wait for an answer that may never come
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };
  const listenerId = randomUUID();
  let lastReceived = 0;
  let receivedAt = 0;
  let sentCount = 0;
  let snapshot: string | undefined;
  client.on('error', () => {});
  client.on('notification', ({ channel, payload }) => {
    if (channel === changeChannel) onChange();
    else if (payload?.startsWith(listenerId)) lastReceived = Number(payload.slice(listenerId.length));
  });

  async function beat(): Promise<'unchanged' | 'changed' | 'late'> {
    sentCount += 1;
    const sent = client.query<{ snapshot: string; has_changed: boolean }>(heartbeatQuery, [
      heartbeatChannel,
      `${listenerId} ${sentCount}`,
      snapshot ?? null,
    ]);
    const [row] = (await waitForAnswer(sent))?.rows ?? [];
    if (!row || lastReceived !== sentCount) return 'late';
    receivedAt = performance.now();
    snapshot = row.snapshot;
    return row.has_changed ? 'changed' : 'unchanged';
  }

  try {
    await client.connect();
    // a heartbeat writes nothing durable
    await client.query(`set synchronous_commit = off; listen ${changeChannel}; listen ${heartbeatChannel}`);
    await markProcess(client);
    if ((await beat()) === 'late') throw new Error('The heartbeat has not come back.');
  } catch {
    end();
    return undefined;
  }
  return { client, beat, isFresh: () => performance.now() - receivedAt < freshnessMs, end };
}

/** `$3`: the snapshot of the last heartbeat; a row written by a later transaction is a change. */
const heartbeatQuery = `
  select pg_notify($1, $2), pg_current_snapshot()::text as snapshot, ${[
    'parts',
    'reviews',
    'settings',
    'delivery_rules',
  ]
    .map(
      (table) => `exists (
        select from ${table} where changed_in >= pg_snapshot_xmin($3::pg_snapshot)
        and changed_in < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(changed_in, $3::pg_snapshot))`,
    )
    .join(' or ')} as has_changed`;

async function waitForAnswer<Answer>(work: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    // setImmediate: an answer that arrived while this process was busy is not late
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
