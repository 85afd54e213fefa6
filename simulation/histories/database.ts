/** A request's database: the shop's own driver, above connections whose statements are turns. */
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Database } from '#platform/database/connect.ts';
import { type LentClient, lendClient, type OpenClient } from '#platform/database/lend-client.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import {
  cancelStatement,
  executeStatement,
  giveBack,
  isEndOfTransaction,
  type RealConnection,
  type StatementOutcome,
  sendStatement,
  settleStatement,
  takeConnection,
} from './connections.ts';
import { breakConnection, crash, nameTurn, type Run } from './run.ts';
import type { LockWait, Request, Turn } from './scheduler.ts';

export function makeDatabase(run: Run, request: Request): Database {
  return new Kysely<DatabaseSchema>({
    dialect: new PostgresDialect({
      pool: { connect: () => lend(run, request), end: async () => {} } as unknown as PostgresPool,
    }),
  });
}

async function lend(run: Run, request: Request): Promise<LentClient> {
  const connection = takeConnection(run.connections);
  run.lent.set(connection, request);
  const stream = { destroyed: false };
  const client = {
    connection: { stream },
    _queryable: true,
    query: ({ text, values }: pg.QueryConfig) =>
      new Promise<pg.QueryResult>((resolve, reject) => {
        const statement = { run, request, connection, stream, text, values, resolve, reject };
        run.scheduler.turns.push(makeTurn({ ...statement, name: nameTurn(request) }));
      }),
    release() {
      // a broken one is given back already
      if (run.lent.delete(connection)) void giveBack(run.connections, connection);
    },
  };
  return lendClient(
    client as unknown as OpenClient & pg.PoolClient,
    Number.POSITIVE_INFINITY,
    () => undefined,
  );
}

type Statement = {
  run: Run;
  request: Request;
  name: string;
  connection: RealConnection;
  stream: { destroyed: boolean };
  text: string;
  values: unknown[] | undefined;
  resolve(result: pg.QueryResult): void;
  reject(error: unknown): void;
};

type StatementFault = ReturnType<Run['faults']['ofStatement']>;

function makeTurn(statement: Statement): Turn {
  const { run, request, name, connection, text } = statement;
  return {
    request,
    name,
    async happen() {
      const fault = run.faults.ofStatement(name);
      if (fault === 'crash-before') {
        run.history.add(request.actor, `(not sent) ${shorten(text)}`);
        await crash(run, request.process);
        return 'done';
      }
      if (fault === 'cut-before') {
        await cut(statement, `(not sent) ${shorten(text)}`);
        return 'done';
      }
      const blockers = await attempt(statement);
      if (blockers !== 'answered') return await waitForLock(statement, fault, blockers);
      await finish(statement, fault, await connection.sent);
      return 'done';
    },
  };
}

/** Sends it; when it has to wait behind another waiting statement, it is taken back, as if it had not been sent. */
async function attempt({ run, connection, text, values }: Statement): Promise<'answered' | number[]> {
  const { connections, scheduler } = run;
  const mayStay = !scheduler.waits.some(({ isSent }) => isSent);
  const hasSavepoint = !mayStay && connection.isInTransaction && !isEndOfTransaction(text);
  if (hasSavepoint) await executeStatement(connection, 'savepoint before_wait');
  sendStatement(connection, text, values);
  const blockers = await settleStatement(connections, connection);
  if (blockers === 'answered' || mayStay) return blockers;
  await cancelStatement(connections, connection);
  if (hasSavepoint) await executeStatement(connection, 'rollback to savepoint before_wait');
  return blockers;
}

async function waitForLock(
  statement: Statement,
  fault: StatementFault,
  firstBlockers: number[],
): Promise<'done' | 'waiting'> {
  const { run, request, name, connection, text } = statement;
  let blockers = firstBlockers;
  let isVictim = false;
  const names = [...run.lent].filter(([{ pid }]) => blockers.includes(pid)).map(([, { actor }]) => actor);
  run.history.add(request.actor, `${shorten(text)}\n${' '.repeat(26)}waits for ${names.sort().join(', ')}`);
  if (run.faults.ofWait(name)) {
    if (connection.isBusy) await cancelStatement(run.connections, connection);
    await finish(statement, undefined, makeError('57014', 'canceling statement due to statement timeout'));
    return 'done';
  }
  const wait: LockWait = {
    request,
    name,
    pid: connection.pid,
    isSent: connection.isBusy,
    isFor: ({ pid }) => blockers.includes(pid),
    async lookAgain() {
      if (isVictim) {
        await finish(statement, undefined, makeError('40P01', 'deadlock detected'));
        return 'done';
      }
      const state = wait.isSent
        ? await settleStatement(run.connections, connection)
        : await attempt(statement);
      wait.isSent = connection.isBusy;
      if (state !== 'answered') {
        blockers = state;
        return 'waiting';
      }
      await finish(statement, fault, await connection.sent);
      return 'done';
    },
    async breakDeadlock() {
      isVictim = true;
      if (connection.isBusy) await cancelStatement(run.connections, connection);
    },
  };
  run.scheduler.waits.push(wait);
  return 'waiting';
}

async function finish(statement: Statement, fault: StatementFault, outcome: StatementOutcome): Promise<void> {
  const { run, request, connection, text, values, resolve, reject } = statement;
  const [summary, facts] =
    'result' in outcome
      ? [outcome.result.rowCount ?? 0, outcome.result.rows]
      : [outcome.error, String(outcome.error)];
  run.history.add(request.actor, `${shorten(text)} → ${summary}`, [values, facts]);
  if (!connection.isInTransaction) run.scheduler.isReleased = true;
  if (fault === 'crash-after') return await crash(run, request.process);
  if (fault === 'cut-after') return await cut(statement, '(the answer is lost)');
  if ('result' in outcome) resolve(outcome.result);
  else reject(outcome.error);
}

async function cut(statement: Statement, text: string): Promise<void> {
  const { run, request, connection, stream, reject } = statement;
  run.history.add(request.actor, `${text} — its connection breaks`);
  await breakConnection(run, connection);
  stream.destroyed = true;
  reject(new Error('Connection terminated unexpectedly'));
}

function makeError(code: string, message: string): { error: pg.DatabaseError } {
  return { error: Object.assign(new pg.DatabaseError(message, 0, 'error'), { code }) };
}

const longestText = 150;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('"', '').trim();
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line;
}
