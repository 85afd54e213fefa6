/** The real connections to PostgreSQL that a run lends to its requests, and a further one that sees who waits for whom. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseAddress, getTypeParser, poolFields } from '#platform/database/connect.ts';

export type RealConnection = {
  client: pg.Client;
  /** Of its server process. */
  pid: number;
  isInTransaction: boolean;
  isBusy: boolean;
  /** Settles with the statement that was sent last, whatever its outcome. */
  sent: Promise<StatementOutcome>;
};

export type StatementOutcome = { result: pg.QueryResult } | { error: unknown };

export type Connections = Awaited<ReturnType<typeof openConnections>>;

/** More than the requests of a history at the same time. */
const connectionCount = 10;

export async function openConnections(address: DatabaseAddress) {
  const observer = await connectClient(address);
  const all = await Promise.all(Array.from({ length: connectionCount }, () => openConnection(address)));
  /** `observer`: for what is no part of the history; `idle`: which nobody has. */
  return { observer, all, idle: [...all] };
}

export async function closeConnections({ observer, all }: Connections): Promise<void> {
  await Promise.all([observer, ...all.map(({ client }) => client)].map((client) => client.end()));
}

export function takeConnection({ idle }: Connections): RealConnection {
  const connection = idle.pop();
  if (!connection) throw new Error('All connections are lent.');
  return connection;
}

/** Ends its transaction, as PostgreSQL does when a connection breaks; anyone may have it again. */
export async function giveBack({ idle }: Connections, connection: RealConnection): Promise<void> {
  if (connection.isInTransaction) await executeStatement(connection, 'rollback');
  idle.push(connection);
}

export function sendStatement(connection: RealConnection, text: string, values: unknown[] | undefined): void {
  connection.isBusy = true;
  const sent = connection.client.query({ text, values: values ?? [], name: nameStatement(text) });
  connection.sent = sent.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  void connection.sent.then(() => {
    connection.isBusy = false;
  });
  if (/^(begin|start)/i.test(text)) connection.isInTransaction = true;
  if (isEndOfTransaction(text)) connection.isInTransaction = false;
}

const names = new Map<string, string>();

/** A connection parses and plans a statement once: half of the time is saved. */
function nameStatement(text: string): string {
  return names.getOrInsert(text, `statement_${names.size}`);
}

export function isEndOfTransaction(text: string): boolean {
  return /^(commit|rollback)$/i.test(text);
}

/** For statements that never wait. */
export async function executeStatement(connection: RealConnection, text: string): Promise<void> {
  sendStatement(connection, text, undefined);
  const outcome = await connection.sent;
  if ('error' in outcome) throw outcome.error;
}

/** A statement without an answer after this time may wait for a lock. */
const suspicionMs = 2;

/** Whether the last statement is answered, or waits for a lock, and for whose. */
export async function settleStatement(
  connections: Connections,
  connection: RealConnection,
): Promise<'answered' | number[]> {
  const answered = connection.sent.then(() => 'answered' as const);
  const others = connections.all.filter((each) => each !== connection);
  if (!others.some(({ isInTransaction, isBusy }) => isInTransaction || isBusy)) return await answered;
  for (;;) {
    const state = await Promise.race([answered, sleep(suspicionMs, 'late' as const)]);
    if (state === 'answered') return state;
    const blockers = await readBlockers(connections, connection);
    if (blockers.length > 0) return blockers;
  }
}

async function readBlockers({ observer, all }: Connections, { pid }: RealConnection): Promise<number[]> {
  const { rows } = await observer.query<{ pids: number[] }>('select pg_blocking_pids($1) as pids', [pid]);
  return (rows[0]?.pids ?? []).filter((blocker) => all.some((each) => each.pid === blocker));
}

export async function cancelStatement(
  { observer }: Connections,
  { pid, sent }: RealConnection,
): Promise<void> {
  await observer.query('select pg_cancel_backend($1)', [pid]);
  await sent;
}

async function openConnection(address: DatabaseAddress): Promise<RealConnection> {
  const client = await connectClient(address);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const sent = Promise.resolve({ error: undefined });
  return { client, pid: rows[0]?.pid ?? 0, isInTransaction: false, isBusy: false, sent };
}

/** The scheduler finds deadlocks: PostgreSQL's own search depends on the time. */
async function connectClient(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({ ...poolFields(address), types: { getTypeParser } });
  await client.connect();
  await client.query("set deadlock_timeout = '1h'; set plan_cache_mode = force_generic_plan");
  return client;
}
