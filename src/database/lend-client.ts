/** A connection while somebody uses it: it is given up when it does not answer, and its failures are told apart. */
import type { Socket } from 'node:net';
import type pg from 'pg';
import { currentBudget, recordFailure, waitWithin } from '#database/time-budget.ts';
import { DatabaseUnavailable, readFailure } from '#database/unavailable.ts';

/** In milliseconds. */
export type ConnectionLimits = {
  /** To make a connection, log in included. */
  connectTimeoutMs: number;
  /** Until a connection of the pool is free. */
  queueTimeoutMs: number;
  /** For one statement in the server, waiting for locks included. PostgreSQL does not apply it to a commit. */
  statementTimeoutMs: number;
  /** Without an answer, after which the connection counts as dead: longer than a statement may take. */
  answerTimeoutMs: number;
  /** For a transaction in which nothing happens. */
  idleTransactionTimeoutMs: number;
};

/** For requests: whatever happens to the wire, an answer within seconds. */
export const requestLimits: ConnectionLimits = {
  connectTimeoutMs: 1500,
  queueTimeoutMs: 4000,
  statementTimeoutMs: 2500,
  answerTimeoutMs: 2800,
  idleTransactionTimeoutMs: 5000,
};

/** For jobs, and for reading the whole catalogue: nobody waits, but nothing hangs for ever. */
export const backgroundLimits: ConnectionLimits = {
  connectTimeoutMs: 5000,
  queueTimeoutMs: 30_000,
  statementTimeoutMs: 60_000,
  answerTimeoutMs: 65_000,
  idleTransactionTimeoutMs: 60_000,
};

/** For commands, migrations, imports and backups: half an hour is enough for one statement on the largest shop. */
export const commandLimits: ConnectionLimits = {
  connectTimeoutMs: 10_000,
  queueTimeoutMs: 60_000,
  statementTimeoutMs: 30 * 60_000,
  answerTimeoutMs: 31 * 60_000,
  idleTransactionTimeoutMs: 30 * 60_000,
};

/** What `pg` does not declare of its clients. */
export type OpenClient = pg.ClientBase & {
  connection: { stream: Socket };
  /** True when we gave it up for one request's sake: that tells nothing of the server. */
  isAbandoned?: boolean;
};

export type LentClient = {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  release(): void;
};

/** Lends a client of the pool until it is released; whatever the way to the database does is thrown as DatabaseUnavailable. */
export function lendClient(client: OpenClient & pg.PoolClient, answerTimeoutMs: number): LentClient {
  let lost: DatabaseUnavailable | undefined;
  let isInTransaction = false;

  return {
    async query(text, values) {
      // the roll back after a lost commit must not hide what was lost
      if (lost) throw lost;
      try {
        const answer = await waitWithin(client.query(text, values), {
          limitMs: answerTimeoutMs,
          giveUp() {
            client.isAbandoned = (currentBudget()?.leftMs() ?? 1) <= 0;
            client.connection.stream.destroy();
          },
        });
        if (/^(begin|start)/i.test(text)) isInTransaction = true;
        if (/^(commit|rollback)/i.test(text)) isInTransaction = false;
        return answer;
      } catch (error) {
        const failure =
          error instanceof DatabaseUnavailable
            ? 'lost'
            : readFailure(error, !client.connection.stream.destroyed);
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

function isWrite(text: string): boolean {
  return !/^\s*(select|begin|start|rollback|show|set)\b/i.test(text);
}
