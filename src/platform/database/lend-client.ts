/** A lent connection: it is destroyed when it does not answer, and its failures are classified. */
import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { currentBudget, recordFailure, waitWithTimeout } from '#platform/database/time-budget.ts';
import { classifyFailure, DatabaseUnavailable } from '#platform/database/unavailable.ts';

/** Milliseconds. */
export type ConnectionLimits = {
  connectTimeoutMs: number;
  queueTimeoutMs: number;
  /** For one statement, waiting for locks included. PostgreSQL does not apply it to a commit. */
  statementTimeoutMs: number;
  /** Until a connection without an answer counts as dead: longer than a statement may take. */
  answerTimeoutMs: number;
  idleTransactionTimeoutMs: number;
};

export const requestLimits: ConnectionLimits = {
  connectTimeoutMs: 1500,
  queueTimeoutMs: 4000,
  statementTimeoutMs: 2500,
  answerTimeoutMs: 2800,
  idleTransactionTimeoutMs: 5000,
};

export const backgroundLimits: ConnectionLimits = {
  connectTimeoutMs: 5000,
  queueTimeoutMs: 30_000,
  statementTimeoutMs: 60_000,
  answerTimeoutMs: 65_000,
  idleTransactionTimeoutMs: 60_000,
};

export const commandLimits: ConnectionLimits = {
  connectTimeoutMs: 10_000,
  queueTimeoutMs: 60_000,
  statementTimeoutMs: 30 * 60_000,
  answerTimeoutMs: 31 * 60_000,
  idleTransactionTimeoutMs: 30 * 60_000,
};

export type OpenClient = pg.ClientBase & {
  connection: { stream: Socket };
  /** False after an error of the connection, which may come before the stream is destroyed. */
  _queryable: boolean;
  /** True when it was destroyed because a request's time was up: no sign of a lost server. */
  isAbandoned?: boolean;
};

export type LentClient = {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  release(): void;
};

export function lendClient(
  client: OpenClient & pg.PoolClient,
  answerTimeoutMs: number,
  nameStatement: NameStatement,
): LentClient {
  let lost: DatabaseUnavailable | undefined;
  let isInTransaction = false;

  return {
    async query(text, values) {
      // the rollback after a lost commit must not hide the first failure
      if (lost) throw lost;
      try {
        const answer = await waitWithTimeout(
          client.query({ name: nameStatement(text, isInTransaction), text, values }),
          {
            limitMs: answerTimeoutMs,
            onTimeout() {
              client.isAbandoned = (currentBudget()?.leftMs() ?? 1) <= 0;
              client.connection.stream.destroy();
            },
          },
        );
        if (/^(begin|start)/i.test(text)) isInTransaction = true;
        if (/^(commit|rollback)/i.test(text)) isInTransaction = false;
        return answer;
      } catch (error) {
        const failure =
          error instanceof DatabaseUnavailable
            ? 'lost'
            : classifyFailure(error, client._queryable && !client.connection.stream.destroyed);
        if (!failure) throw error;
        const mayHaveHappened =
          failure === 'lost' && (/^commit/i.test(text) || (!isInTransaction && isWrite(text)));
        const unavailable = recordFailure(new DatabaseUnavailable(error, mayHaveHappened));
        if (failure === 'lost') lost = unavailable;
        throw unavailable;
      }
    },
    release: () => client.release(lost),
  };
}

/** In front of a statement that is planned once for each connection from its first use. It names its columns: those of `*` may become more. */
export const prepared = sql`/* prepared */`;

/** More would fill the memory of each connection's server process. */
const maxPrepared = 100;
/** Of these, for statements that are marked: the others vary with the number of their rows. */
const maxMarked = 20;
const usesBeforePrepared = 10;

/** Of a statement that is to be planned once for each connection. */
export type NameStatement = (text: string, isInTransaction: boolean) => string | undefined;

/** For all connections of a pool. Statements of transactions that come again and again get a name, too: to plan them takes as long as to run them. */
export function makeStatementNames(): NameStatement {
  const names = new Map<string, string>();
  const uses = new LRUCache<string, number>({ max: 500 });

  function isUsedOften(text: string): boolean {
    const count = (uses.get(text) ?? 0) + 1;
    uses.set(text, count);
    return count > usesBeforePrepared;
  }

  return (text, isInTransaction) => {
    const isMarked = text.startsWith('select /* prepared */');
    const mayRepeat = isInTransaction && /^\s*(select|insert|update|delete|with)\b/i.test(text);
    if (!isMarked && !(mayRepeat && !readsAllColumns(text) && isUsedOften(text))) return undefined;
    const limit = isMarked ? maxPrepared : maxPrepared - maxMarked;
    if (!names.has(text) && names.size < limit) names.set(text, `prepared-${names.size}`);
    return names.get(text);
  };
}

function readsAllColumns(text: string): boolean {
  return /\b(select|returning) \*|\.\*/.test(text);
}

function isWrite(text: string): boolean {
  return !/^\s*(select|begin|start|rollback|show|set)\b/i.test(text);
}
