/** Follows the content version: whether what a process has cached is still what the database holds. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  changeChannel,
  partStock,
  readPartStock,
  stockChannel,
} from '#platform/database/announce-changes.ts';
import { type Connection, type DatabaseAddress, poolFields } from '#platform/database/connect.ts';
import { listenerName } from '#platform/database/listener-name.ts';
import { currentPosition, parsePosition } from '#platform/database/log-positions.ts';
import { type Beat, trackProgress } from '#platform/database/progress.ts';
import { type PartStock, type StockChanges, trackStockChanges } from '#platform/database/stock-changes.ts';
import { runWithoutBudget, waitWithTimeout } from '#platform/database/time-budget.ts';

export type ContentVersion = Awaited<ReturnType<typeof followContent>>;

/** What answers are kept by. Once `refresh` has resolved, the rest includes everything that was committed before its call. */
export type AnswerFreshness = Pick<ContentVersion, 'current' | 'stock'> & { refresh(): Promise<void> };

/** Sends itself a heartbeat every second; when that is late, all connections of the process count as dead. */
export async function followContent(
  address: DatabaseAddress,
  { startedAt, connections }: { startedAt: Date; connections: Connection[] },
) {
  const changes = countChanges();
  let interruptions = 0;
  let listener: Listener | undefined;
  const timer = makeTimer();

  async function listen(): Promise<void> {
    const opened = await openListener(address, changes);
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
    /** Changes with the content, but not with the stock; undefined while changes cannot be detected: then nothing may be cached. */
    current: () =>
      listener?.isFresh() ? `${startedAt.getTime().toString(36)}-${changes.count().toString(36)}` : undefined,
    stock: changes.stock as StockChanges,
    /** Changes with a lost connection or another server: transaction ids may then be reused. */
    epoch: () => [interruptions, ...connections.map(({ lossCount }) => lossCount())].join(' '),
    /** Calls the listener whenever content or stock may have changed. */
    onChange: changes.onChange,
    /** Makes a new version: what this process has read of the content was incomplete. */
    renew: changes.renew,
    /** What a replica must have replayed to serve; undefined while this process does not know. */
    requiredProgress: () => (listener?.isFresh() ? changes.progress.required() : undefined),
    /** Whether every change in front of the position is in the current version. */
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
  const stock = trackStockChanges();

  function announce(): void {
    count += 1;
    stock.forget();
    for (const listener of listeners) listener();
  }

  function noteStock(changed: readonly PartStock[]): void {
    stock.note(changed);
    if (stock.isFull()) announce();
    else for (const listener of listeners) listener();
  }

  return {
    progress,
    stock,
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
    hearStock(text: string): void {
      const [position = '', content = ''] = text.split(/ (.*)/s);
      progress.hear(position);
      try {
        noteStock(readPartStock(JSON.parse(content)));
      } catch {
        announce(); // not written by this program
      }
    },
    compare({ hasChanged, stock: changed, ...beat }: ComparedBeat): void {
      progress.beat(beat, hasChanged || changed.length > 0);
      if (hasChanged) announce();
      else if (changed.length > 0) noteStock(changed);
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

const heartbeatChannel = 'compact_heartbeat';

const heartbeatMs = 1000;
const heartbeatTimeoutMs = 2500;
const freshnessMs = 4500;
const retryMs = 250;

/** Whether anything but stock has changed since the heartbeat before, and otherwise the stock that has. */
type ComparedBeat = Beat & { hasChanged: boolean; stock: PartStock[] };

type Listener = NonNullable<Awaited<ReturnType<typeof openListener>>>;

async function openListener(
  address: DatabaseAddress,
  { hear, hearStock }: Pick<ReturnType<typeof countChanges>, 'hear' | 'hearStock'>,
) {
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
    if (channel === changeChannel) hear(payload);
    else if (channel === stockChannel) hearStock(payload);
    else if (payload.startsWith(listenerId)) lastReceived = Number(payload.slice(listenerId.length));
  });

  /** Undefined when it is late. */
  async function beat(): Promise<ComparedBeat | undefined> {
    sentCount += 1;
    const sent = client.query<BeatRow>(heartbeatQuery, [
      heartbeatChannel,
      `${listenerId} ${sentCount}`,
      snapshot ?? null,
    ]);
    const answer = await runWithoutBudget(() => waitWithTimeout(sent, { limitMs: heartbeatTimeoutMs })).catch(
      () => undefined,
    );
    const [row] = answer?.rows ?? [];
    const position = parsePosition(row?.position ?? '');
    if (!row || position === undefined || lastReceived !== sentCount) return undefined;
    receivedAt = performance.now();
    snapshot = row.snapshot;
    return { position, at: row.at, cluster: row.cluster, ...compareBeat(row) };
  }

  let firstBeat: Beat | undefined;
  try {
    await client.connect();
    // a heartbeat writes nothing durable
    const channels = [changeChannel, stockChannel, heartbeatChannel];
    const settings = `set synchronous_commit = off; set application_name = '${listenerName}'`;
    await client.query(`${settings}; ${channels.map((each) => `listen ${each}`).join('; ')}`);
    firstBeat = await beat();
  } catch {}
  if (!firstBeat) {
    end();
    return undefined;
  }
  return { client, firstBeat, beat, isFresh: () => performance.now() - receivedAt < freshnessMs, end };
}

type BeatRow = {
  snapshot: string;
  position: string;
  at: string;
  cluster: string;
  has_changed: boolean;
  /** Of the parts that have changed; null without any. */
  stock: unknown[] | null;
};

/** More changed parts at once are no orders. */
const maxComparedParts = 1000;

function compareBeat({ has_changed, stock }: BeatRow): Pick<ComparedBeat, 'hasChanged' | 'stock'> {
  const changed = stock ?? [];
  return { hasChanged: has_changed || changed.length > maxComparedParts, stock: readPartStock(changed) };
}

/** What public pages show besides parts: a row of these that has changed makes them anew. */
export const contentTables = ['reviews', 'settings', 'delivery_rules', 'page_texts', 'ready_builds'];

/** `$3`: the snapshot of the last heartbeat; a row written by a later transaction is a change. */
const heartbeatQuery = `
  with changed as materialized (
    select *, coalesce(${wasStamped('described_in')}, false) as is_described from parts
    where ${wasStamped('changed_in')} limit ${maxComparedParts + 1})
  select pg_notify($1, $2), pg_current_snapshot()::text as snapshot,
    ${currentPosition}::text as position, clock_timestamp()::text as at,
    (select system_identifier::text from pg_control_system()) as cluster,
    ${contentTables
      .map((table) => `exists (select from ${table} where ${wasStamped('changed_in')})`)
      .join(' or ')} or exists (select from changed where is_described) as has_changed,
    (select json_agg(${partStock}) from changed) as stock`;

function wasStamped(column: string): string {
  return `(${column} >= pg_snapshot_xmin($3::pg_snapshot)
    and ${column} < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(${column}, $3::pg_snapshot))`;
}
