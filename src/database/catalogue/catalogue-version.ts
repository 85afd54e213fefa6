/** Follows the catalogue version: whether what a process has cached is still what the database holds. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { type Connection, type Database, type DatabaseAddress, poolFields } from '#database/connect.ts';
import { currentPosition, type LogPosition, parsePosition } from '#database/log-positions.ts';
import { markProcess } from '#database/process-mark.ts';
import { type Beat, type Progress, trackProgress } from '#database/progress.ts';

export type CatalogueVersion = {
  /** Changes with the catalogue; undefined while changes cannot be detected: then nothing may be cached. */
  current(): string | undefined;
  /** Changes with a lost connection or another server: transaction ids may then be reused. */
  epoch(): string;
  /** Calls the listener whenever the catalogue may have changed. */
  onChange(listener: () => void): void;
  /** Makes a new version: what this process has read of the catalogue was incomplete. */
  renew(): void;
  /** What a replica must have replayed to serve; undefined while this process does not know. */
  requiredProgress(): Progress | undefined;
  /** Whether every change in front of the position is in the current version. */
  hasHeardUntil(position: LogPosition): boolean;
  close(): Promise<void>;
};

/** Call it after the commit: a notification in a transaction serializes all commits. Says where the change is. Never fails. */
export async function announceCatalogueChange(db: Database): Promise<void> {
  const position = sql`${sql.raw(currentPosition)}::text`;
  await sql`select pg_notify(${changeChannel}, ${position})`.execute(db).catch(() => {});
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
    const opened = await openListener(address, changes.hear);
    if (timer.isClosed() || !opened) {
      opened?.end();
      return scheduleRetry();
    }
    listener = opened;
    changes.begin(opened.firstBeat);
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
    if (!answer) {
      current.end();
      for (const connection of connections) connection.destroyAll();
      interruptions += 1;
      return scheduleRetry();
    }
    changes.compare(answer);
    timer.set(beat, heartbeatMs);
  }

  await listen();
  return {
    current: () =>
      listener?.isFresh() ? `${startedAt.getTime().toString(36)}-${changes.count().toString(36)}` : undefined,
    epoch: () => [interruptions, ...connections.map(({ lossCount }) => lossCount())].join(' '),
    onChange: changes.onChange,
    renew: changes.renew,
    requiredProgress: () => (listener?.isFresh() ? changes.progress.required() : undefined),
    hasHeardUntil: changes.progress.hasHeardUntil,
    async close() {
      timer.close();
      listener?.end();
    },
  };
}

function countChanges() {
  let count = 0;
  const listeners: (() => void)[] = [];
  const progress = trackProgress();

  function announce(): void {
    count += 1;
    for (const listener of listeners) listener();
  }

  return {
    progress,
    count: () => count,
    begin(firstBeat: Beat): void {
      progress.reset();
      progress.beat(firstBeat, true);
      announce();
    },
    hear(position: string): void {
      progress.hear(position);
      announce();
    },
    compare({ hasChanged, ...beat }: ComparedBeat): void {
      progress.beat(beat, hasChanged);
      if (hasChanged) announce();
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

/** Whether anything has changed since the heartbeat before. */
type ComparedBeat = Beat & { hasChanged: boolean };

type Listener = {
  client: pg.Client;
  firstBeat: Beat;
  /** Undefined when it is late. */
  beat(): Promise<ComparedBeat | undefined>;
  isFresh(): boolean;
  end(): void;
};

async function openListener(
  address: DatabaseAddress,
  onChange: (position: string) => void,
): Promise<Listener | undefined> {
  const client = new pg.Client({
    ...poolFields(address),
    connectionTimeoutMillis: 1500,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
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
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === changeChannel) onChange(payload);
    else if (payload.startsWith(listenerId)) lastReceived = Number(payload.slice(listenerId.length));
  });

  async function beat(): ReturnType<Listener['beat']> {
    sentCount += 1;
    const sent = client.query<BeatRow>(heartbeatQuery, [
      heartbeatChannel,
      `${listenerId} ${sentCount}`,
      snapshot ?? null,
    ]);
    const [row] = (await waitForAnswer(sent))?.rows ?? [];
    const position = parsePosition(row?.position ?? '');
    if (!row || position === undefined || lastReceived !== sentCount) return undefined;
    receivedAt = performance.now();
    snapshot = row.snapshot;
    return { position, at: row.at, cluster: row.cluster, hasChanged: row.has_changed };
  }

  let firstBeat: Beat | undefined;
  try {
    await client.connect();
    // a heartbeat writes nothing durable
    await client.query(`set synchronous_commit = off; listen ${changeChannel}; listen ${heartbeatChannel}`);
    await markProcess(client);
    firstBeat = await beat();
  } catch {}
  if (!firstBeat) {
    end();
    return undefined;
  }
  return { client, firstBeat, beat, isFresh: () => performance.now() - receivedAt < freshnessMs, end };
}

type BeatRow = { snapshot: string; position: string; at: string; cluster: string; has_changed: boolean };

/** `$3`: the snapshot of the last heartbeat; a row written by a later transaction is a change. */
const heartbeatQuery = `
  select pg_notify($1, $2), pg_current_snapshot()::text as snapshot,
    ${currentPosition}::text as position, clock_timestamp()::text as at,
    (select system_identifier::text from pg_control_system()) as cluster, ${[
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
