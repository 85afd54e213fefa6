/** Reads parts for the catalogue index: what has changed, and all that are on sale, in pieces. */
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { PartRow } from '#catalogue/database/parts.ts';
import { platformCategories } from '#catalogue/rules/search/platforms.ts';
import type { Database } from '#platform/database/connect.ts';
import {
  currentPosition,
  firstPosition,
  type LogPosition,
  parsePosition,
} from '#platform/database/log-positions.ts';

/** Parts of one piece: what the process reads and writes into the index without a pause. */
export const maxPieceParts = 1000;

/** Which transactions could be seen. Source: PostgreSQL's manual, 'pg_snapshot': `xmin:xmax:list`. */
export type Snapshot = string;

/** A snapshot, and a position behind everything that it sees. */
export type Moment = { snapshot: Snapshot; position: LogPosition };

export type ChangesRead = Moment & {
  /** Empty when there are more than a piece. */
  parts: PartRow[];
  isTooMany: boolean;
  /** False after a restore of another cluster. */
  isContinuous: boolean;
};

type MomentRow = { snapshot: Snapshot; position: string; is_standby: boolean };

const selectMoment = sql.raw(`
  select pg_current_snapshot() as snapshot, pg_is_in_recovery() as is_standby,
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else ${currentPosition} end)::text as position`);

const selectSnapshot = CompiledQuery.raw('select pg_current_snapshot()::text as snapshot');

export async function readSnapshot(primary: Database): Promise<Snapshot | undefined> {
  return (await primary.executeQuery<{ snapshot: Snapshot }>(selectSnapshot)).rows[0]?.snapshot;
}

/** Writes that the last read did not see. */
export async function readChanges(db: Database, lastSnapshot: Snapshot): Promise<ChangesRead> {
  const { rows } = await sql<MomentRow & (PartRow | { number: null })>`
    select snapshot::text, is_standby, position, changed.*
    from (${selectMoment}) as moment
    left join lateral (
      select * from parts where ${wasWrittenAfter(lastSnapshot)} and changed_in < pg_snapshot_xmax(snapshot)
      limit ${maxPieceParts + 1}
    ) as changed on true`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('The read of the catalogue has no snapshot.');
  const parts = rows
    .filter((row): row is MomentRow & PartRow => row.number !== null)
    .map(({ snapshot, position, is_standby, ...part }) => part);
  const isTooMany = parts.length > maxPieceParts;
  return {
    ...makeMoment(first),
    parts: isTooMany ? [] : parts,
    isTooMany,
    isContinuous: parseXmax(first.snapshot) >= parseXmax(lastSnapshot),
  };
}

/** A standby's snapshot does not list what was running between its ends; only what is in front of them counts as seen. */
function makeMoment({ snapshot, is_standby, position }: MomentRow): Moment {
  const [xmin] = snapshot.split(':');
  return {
    snapshot: is_standby ? `${xmin}:${xmin}:` : snapshot,
    position: parsePosition(position) ?? firstPosition,
  };
}

/** The changes after one snapshot that another one sees. */
export type ChangeRange = { since: Snapshot; until: Snapshot };

/** The next piece of many changes; a part that has been written again meanwhile may be missing, or be newer. */
export async function readPieceOfChanges(
  db: Database,
  { since, until }: ChangeRange,
  last: Pick<PartRow, 'changed_in' | 'number'> | undefined,
): Promise<PartRow[]> {
  const { changed_in, number } = last ?? { changed_in: '0', number: 0 };
  const { rows } = await sql<PartRow>`
    select * from parts where ${wasWrittenAfter(since)} and changed_in < pg_snapshot_xmax(${until}::pg_snapshot)
      and (changed_in, number) > (${changed_in}::xid8, ${number}::integer)
    order by changed_in, number limit ${maxPieceParts}`.execute(db);
  return rows;
}

const isRead = sql`(off_sale_at is null and price_cents is not null or category = any(${platformCategories}))`;

/** The first and last number of a part of it. */
export type PieceOfAll = { first: number; last: number };

/** All parts on sale, and those that others are to go with. */
export async function listPiecesOfAll(db: Database): Promise<PieceOfAll[]> {
  const { rows } = await sql<PieceOfAll>`
    select min(number) as first, max(number) as last
    from (select number, (row_number() over (order by number) - 1) / ${sql.lit(maxPieceParts)} as piece from parts where ${isRead}) as parts
    group by piece order by piece`.execute(db);
  return rows;
}

export async function readPieceOfAll(db: Database, { first, last }: PieceOfAll): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select * from parts where number between ${first} and ${last} and ${isRead} order by number`.execute(db);
  return rows;
}

/** What the parts add up to that are read: as long as it is the same, they are. */
export type Sums = { count: number; changes: bigint; amounts: bigint };

export async function readSums(db: Database): Promise<Sums> {
  const { rows } = await sql<Record<keyof Sums, string>>`
    select count(*), coalesce(sum(number::numeric * changed_in::text::numeric), 0)::text as changes,
      coalesce(sum(number::numeric * (stock + coalesce(price_cents, 0)::bigint)), 0)::text as amounts
    from parts where ${isRead}`.execute(db);
  const [{ count = 0, changes = 0, amounts = 0 } = {}] = rows;
  return { count: Number(count), changes: BigInt(changes), amounts: BigInt(amounts) };
}

/** Which database it is; a restore to a moment changes it. Undefined: the role may not know, or nothing answers. */
export async function readServer(db: Database): Promise<string | undefined> {
  const read = sql<{ server: string }>`
    select format('%s %s %s', system_identifier, timeline_id, oid) as server
    from pg_control_system(), pg_control_checkpoint(), pg_database where datname = current_database()`;
  return await read.execute(db).then(
    ({ rows }) => rows[0]?.server,
    () => undefined,
  );
}

/** `sign`: 1 for a part that comes, -1 for one that goes. */
export function addToSums(sums: Sums, part: PartRow, sign: 1 | -1): void {
  const number = BigInt(sign * part.number);
  sums.count += sign;
  sums.changes += number * BigInt(part.changed_in);
  sums.amounts += number * BigInt(part.stock + (part.price_cents ?? 0));
}

export async function readMoment(db: Database): Promise<Moment> {
  const { rows } = await sql<MomentRow>`
    select snapshot::text, is_standby, position from (${selectMoment}) as moment`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database has no snapshot.');
  return makeMoment(row);
}

function wasWrittenAfter(snapshot: Snapshot): RawBuilder<boolean> {
  return sql<boolean>`changed_in >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and not pg_visible_in_snapshot(changed_in, ${snapshot}::pg_snapshot)`;
}

function parseXmax(snapshot: Snapshot): bigint {
  return BigInt(snapshot.split(':')[1] ?? 0);
}

/** Whether nothing has been committed between them: a transaction that has only begun changes a snapshot, too. */
export function seeSame(earlier: Snapshot, later: Snapshot): boolean {
  if (earlier === later) return true;
  const [before, now] = [parseXmax(earlier), parseXmax(later)];
  const running = listRunning(later);
  const begun = [...running].filter((id) => BigInt(id) >= before).length;
  return now - before === BigInt(begun) && [...listRunning(earlier)].every((id) => running.has(id));
}

function listRunning(snapshot: Snapshot): Set<string> {
  return new Set(snapshot.split(':')[2]?.split(',').filter(Boolean));
}
