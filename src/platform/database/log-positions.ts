/** Positions in PostgreSQL's log (LSN): a later write has a greater one. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';

export type LogPosition = bigint;

export const firstPosition: LogPosition = 0n;

/** Undefined when the text is no position: `16/B374D848` is one. */
export function parsePosition(text: string): LogPosition | undefined {
  if (!/^[\dA-F]{1,8}\/[\dA-F]{1,8}$/.test(text)) return undefined;
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function formatPosition(position: LogPosition): string {
  return [position >> 32n, position & 0xffffffffn].map((half) => half.toString(16).toUpperCase()).join('/');
}

export function chooseLater(one: LogPosition, other: LogPosition | undefined): LogPosition {
  return other !== undefined && other > one ? other : one;
}

/** The end of what a primary has written; everything committed before the call is in front of it. */
export const currentPosition = 'pg_current_wal_insert_lsn()';

export async function readPosition(primary: Database): Promise<LogPosition | undefined> {
  const { rows } = await sql<{
    position: string;
  }>`select ${sql.raw(currentPosition)}::text as position`.execute(primary);
  return parsePosition(rows[0]?.position ?? '');
}
