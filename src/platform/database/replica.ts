/** A replica for reads: it serves while it can be reached, follows the primary, and has replayed what a read needs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Connect, Connection, Database, DatabaseAddress } from '#platform/database/connect.ts';
import type { ContentVersion } from '#platform/database/content-version.ts';
import type { ConnectionLimits } from '#platform/database/lend-client.ts';
import { chooseLater, formatPosition, type LogPosition } from '#platform/database/log-positions.ts';
import type { Progress } from '#platform/database/progress.ts';
import { currentBudget, runWithoutBudget } from '#platform/database/time-budget.ts';
import { type DatabaseUnavailable, describeFailure, isUnavailable } from '#platform/database/unavailable.ts';
import type { Log } from '#platform/system/log.ts';

export type ReplicaState = 'serving' | 'behind' | 'no standby' | 'of another cluster' | 'unreachable';

export type Replica = ReturnType<typeof openReplica>;

export type ReplicaRead = <Answer>(
  after: LogPosition | undefined,
  work: (db: Database) => Promise<Answer>,
) => Promise<{ answer: Answer } | undefined>;

type Following = Pick<ContentVersion, 'requiredProgress'>;

/** Shorter than the primary's: a request must have the time to ask it instead. */
const replicaLimits: ConnectionLimits = {
  connectTimeoutMs: 500,
  queueTimeoutMs: 1000,
  statementTimeoutMs: 1000,
  answerTimeoutMs: 1200,
  idleTransactionTimeoutMs: 5000,
};

const requestConnections = 16;
/** As many searches as run at the same time, the changes of the catalogue, and the check of each second. */
const sharedConnections = 5;

export function openReplica(
  address: DatabaseAddress,
  { version, log, connect }: { version: Following; log: Log; connect: Connect },
) {
  const requests = connect(address, requestConnections, replicaLimits);
  const shared = connect(address, sharedConnections, replicaLimits);
  const state = trackState(log);

  /** What waits for a replica that has not answered another read waits no longer. */
  function leave(failure: DatabaseUnavailable): void {
    state.doubt();
    const hasAnswered = failure.cause instanceof pg.DatabaseError;
    if (!hasAnswered) for (const connection of [requests, shared]) connection.destroyAll();
  }

  async function read<Answer>(
    { db }: Connection,
    after: LogPosition | undefined,
    work: (db: Database) => Promise<Answer>,
  ): Promise<{ answer: Answer } | undefined> {
    const progress = version.requiredProgress();
    if (!progress || !state.serves()) return undefined;
    const position = chooseLater(progress.position, after);
    let isConnected = false;
    const outcome = await noteFailure(() =>
      db.connection().execute(async (connected) => {
        isConnected = true;
        const reached = await waitUntilReached(connected, progress, position);
        return reached === 'serving' ? { answer: await work(connected) } : undefined;
      }),
    );
    if (!outcome.failure) return outcome.result;
    if (isConnected) leave(outcome.failure);
    else state.doubt();
    return undefined;
  }

  const stopping = new AbortController();
  async function check(): Promise<void> {
    const progress = version.requiredProgress();
    if (!progress) return;
    try {
      const look = (db: Database) => waitUntilReached(db, progress, progress.settled);
      state.set(await shared.db.connection().execute(look));
    } catch (error) {
      state.set('unreachable', describeFailure(error));
    }
  }
  void runWithoutBudget(() => repeatEachSecond(check, stopping.signal));
  /**
   * Undefined when the replica has not served it: the primary must. The work gets one connection, sees everything in front
   * of the position, and may have failed half-way.
   */
  const readRequest: ReplicaRead = (after, work) => read(requests, after, work);
  /** The same for reads that several requests wait for, which must not wait for the connections of requests. */
  const readShared: ReplicaRead = (after, work) => read(shared, after, work);
  return {
    read: readRequest,
    readShared,
    serves: state.serves,
    usage: () => addUsage(requests.usage(), shared.usage()),
    async close() {
      stopping.abort();
      await Promise.all([requests.close(), shared.close()]);
    },
  };
}

/** A failure to reach the database, thrown or shown in what the work made; the request may still read the primary. */
async function noteFailure<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; failure?: undefined } | { failure: DatabaseUnavailable }> {
  const budget = currentBudget();
  const earlier = budget?.failure;
  try {
    const result = await work();
    return budget?.failure && budget.failure !== earlier ? { failure: budget.failure } : { result };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { failure: error };
  } finally {
    if (budget) budget.failure = earlier;
  }
}

/** Milliseconds between the looks at a replica that has not replayed a position yet. */
const replayWaitsMs = [3, 7, 15, 25];

async function waitUntilReached(
  connected: Database,
  progress: Progress,
  position: LogPosition,
): Promise<ReplicaState> {
  for (const waitMs of [...replayWaitsMs, undefined]) {
    const state = await examine(connected, progress, position);
    if (state !== 'behind' || waitMs === undefined) return state;
    await sleep(waitMs);
  }
  return 'behind';
}

/**
 * The last transaction must be as new as the position: a replica that does not follow the primary any more may have
 * reached the same position with other contents.
 */
async function examine(
  connected: Database,
  { at, cluster }: Progress,
  position: LogPosition,
): Promise<ReplicaState> {
  const { rows } = await sql<{ cluster: string; is_standby: boolean; has_reached: boolean | null }>`
    select pg_is_in_recovery() as is_standby,
      (select system_identifier::text from pg_control_system()) as cluster,
      pg_last_wal_replay_lsn() >= ${formatPosition(position)}::pg_lsn
        and pg_last_xact_replay_timestamp() >= ${at}::timestamptz as has_reached`.execute(connected);
  const [row] = rows;
  if (row?.cluster !== cluster) return 'of another cluster';
  if (!row.is_standby) return 'no standby';
  return row.has_reached ? 'serving' : 'behind';
}

const sentences: Record<Exclude<ReplicaState, 'serving'>, string> = {
  behind: 'is behind',
  'no standby': 'is no standby',
  'of another cluster': 'is not a copy of the database at DATABASE_URL',
  unreachable: 'cannot be reached',
};

function trackState(log: Log) {
  let state: ReplicaState | undefined;
  let logged: ReplicaState | undefined;
  let isDoubted = false;

  function report(next: ReplicaState, reason?: string): void {
    if (logged === next) return;
    if (next !== 'serving') {
      const why = reason === undefined ? '' : ` (${reason})`;
      log(`The replica at DATABASE_READ_URL ${sentences[next]}${why}: the primary serves all reads.`, 'warn');
    } else if (logged !== undefined)
      log('The replica at DATABASE_READ_URL serves public reads again.', 'warn');
    logged = next;
  }

  return {
    serves: () => state === 'serving' && !isDoubted,
    set(next: ReplicaState, reason?: string): void {
      // one late moment is nothing to report
      if (next === 'serving' || next === state) report(next, reason);
      state = next;
      isDoubted = false;
    },
    /** Until the next look. */
    doubt(): void {
      isDoubted = true;
    },
  };
}

const watchMs = 1000;

async function repeatEachSecond(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work();
    await sleep(watchMs, undefined, { ref: false, signal }).catch(() => {});
  }
}

type Usage = ReturnType<Connection['usage']>;

function addUsage(one: Usage, other: Usage): Usage {
  return { lent: one.lent + other.lent, idle: one.idle + other.idle, waiting: one.waiting + other.waiting };
}
