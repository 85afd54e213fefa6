/** The error of everything that fails because the database cannot be reached or does not answer in time. */
import pg from 'pg';

/** Whoever meets it may try again: it says nothing about the request. */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';
  /** True when the connection was lost while something was being committed, which may or may not have happened. */
  readonly isOutcomeUnknown: boolean;

  constructor(cause: unknown, isOutcomeUnknown = false) {
    super(`The database cannot be reached: ${readFailureReason(cause)}`, { cause });
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** Why a database cannot be used, in PostgreSQL's or the system's own words. */
export function readFailureReason(error: unknown): string {
  if (isUnavailable(error)) return readFailureReason(error.cause);
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as { code?: string }).code);
}

/** By its code, because the pages' build may hold a copy of the class. */
export function isUnavailable(error: unknown): error is DatabaseUnavailable {
  return error instanceof Error && (error as { code?: unknown }).code === 'DATABASE_UNAVAILABLE';
}

/**
 * What a failed statement says of the database: 'lost' when the connection is gone, 'refused' when the server cannot
 * do it now and the statement has had no effect, undefined when the statement itself is at fault.
 */
export function readFailure(error: unknown, isConnected: boolean): 'lost' | 'refused' | undefined {
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
