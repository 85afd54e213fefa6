/** The error of a database that cannot be reached or does not answer in time. */
import pg from 'pg';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

/** A retry may succeed: the request is not at fault. */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';
  /** True when the connection was lost during a commit, which may or may not have happened. */
  readonly isOutcomeUnknown: boolean;

  constructor(cause: unknown, isOutcomeUnknown = false) {
    super(`The database cannot be reached: ${describeFailure(cause)}`, { cause });
    this.isOutcomeUnknown = isOutcomeUnknown;
    if (!(cause instanceof Error)) this.stack = this.message; // that of a timer says nothing
  }
}

/** Runs what uses a database first: a StartupRefusal says why the owner's, at DATABASE_URL, cannot be used. */
export async function connectOrExplain(owner: DatabaseOwner, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw explainUnusable(owner, error);
  }
}

type DatabaseOwner = { databaseUrl: string | undefined };

export function explainUnusable({ databaseUrl }: DatabaseOwner, error: unknown): unknown {
  if (!databaseUrl || error instanceof StartupRefusal) return error;
  return new StartupRefusal(`The database at DATABASE_URL cannot be used: ${describeFailure(error)}.`);
}

/** Whether waiting can mend it: not a wrong password, role or database, nor what is wrong about TLS. */
export function isPassing(error: unknown): boolean {
  if (!isUnavailable(error)) return false;
  const { cause } = error;
  if (isUnavailable(cause)) return isPassing(cause);
  if (cause instanceof pg.DatabaseError) return classifyFailure(cause, true) !== undefined;
  if (!(cause instanceof Error)) return true;
  const { code = '' } = cause as { code?: string };
  return !/^(ERR_|CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_)/.test(code) && !/SSL|SASL/.test(cause.message);
}

export function describeFailure(error: unknown): string {
  if (isUnavailable(error)) return describeFailure(error.cause);
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as { code?: string }).code);
}

/** Compares the code, because the build of the pages may contain a copy of the class. */
export function isUnavailable(error: unknown): error is DatabaseUnavailable {
  return error instanceof Error && (error as { code?: unknown }).code === 'DATABASE_UNAVAILABLE';
}

export function isDeadlock(error: unknown): boolean {
  return isUnavailable(error) && (error.cause as { code?: string } | undefined)?.code === '40P01';
}

/** 'refused': the statement had no effect; undefined: the statement itself is at fault. */
export function classifyFailure(error: unknown, isConnected: boolean): 'lost' | 'refused' | undefined {
  if (!(error instanceof pg.DatabaseError)) return isConnected ? undefined : 'lost';
  if (/^(08|57P0)/.test(error.code ?? '')) return 'lost';
  return transientCodes.has(error.code ?? '') ? 'refused' : undefined;
}

/** Source: PostgreSQL's manual, appendix A, 'PostgreSQL Error Codes'. */
const transientCodes = new Set([
  '25006', // read_only_sql_transaction: a standby, after a failover
  '25P03', // idle_in_transaction_session_timeout
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '55P03', // lock_not_available
  '57014', // query_canceled: statement_timeout
  '58030', // io_error
]);
