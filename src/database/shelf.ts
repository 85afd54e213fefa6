/** Keeps the shelf as the database is: before each answer it reads what has changed since the last one. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { PartOnSale, PartRow } from '#database/parts.ts';
import { makeShelf, type Shelf } from '#domain/catalogue/shelf.ts';
import type { ShelvedPart } from '#domain/catalogue/shelved-part.ts';

export type LiveShelf = {
  /** The shelf with everything that was committed before the call. Use it before you wait for anything else. */
  current(): Promise<Shelf>;
  /** The rows of parts that lie on it, in their order. */
  rowsOf(parts: readonly ShelvedPart[]): PartOnSale[];
  /** Whether a part lies on it. */
  isOnSale(number: number): boolean;
  /** A number that changes whenever parts are found by other words, come on sale, or go off sale. */
  wordsVersion(): number;
};

/** An empty shelf that fills itself at the first call. */
export function openShelf(db: Database): LiveShelf {
  const shelf = makeShelf();
  const rows = new Map<number, PartOnSale>();
  let seen: Snapshot | undefined;
  let wordsVersion = 0;
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Shelf> | undefined;

  async function refresh(): Promise<Shelf> {
    const changed = await readChanges(db, seen);
    for (const part of changed.parts) {
      const earlier = rows.get(part.number);
      if (!earlier || !isOnSale(part) || wordsOf(earlier) !== wordsOf(part)) wordsVersion += 1;
      if (isOnSale(part)) {
        shelf.put(part);
        rows.set(part.number, part);
      } else {
        shelf.take(part.number);
        rows.delete(part.number);
      }
    }
    seen = changed.snapshot;
    return shelf;
  }

  return {
    // those who ask while one reading is under way share the next one: it begins after all of them asked
    current() {
      waiting ??= running.then(() => {
        waiting = undefined;
        return refresh();
      });
      running = waiting.catch(() => {});
      return waiting;
    },
    rowsOf: (parts) => parts.flatMap(({ number }) => rows.get(number) ?? []),
    isOnSale: (number) => rows.has(number),
    wordsVersion: () => wordsVersion,
  };
}

/** What a reading has seen, as PostgreSQL writes it (`pg_snapshot`): which transactions were done. */
type Snapshot = string;

/**
 * The parts that were written by transactions which the last reading did not see, in whatever order they were
 * committed; at first, those on sale. A stamp from the future comes from a dump of another cluster.
 */
async function readChanges(
  db: Database,
  seen: Snapshot | undefined,
): Promise<{ parts: PartRow[]; snapshot: Snapshot | undefined }> {
  const changed =
    seen === undefined
      ? sql`off_sale_at is null and price_cents is not null`
      : sql`changed_in >= pg_snapshot_xmin(${seen}::pg_snapshot)
          and changed_in < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(changed_in, ${seen}::pg_snapshot)`;
  const { rows } = await sql<{ snapshot: Snapshot } & (PartRow | { number: null })>`
    select snapshot::text, parts.*
    from (select pg_current_snapshot() as snapshot) as now
    left join parts on ${changed}`.execute(db);
  return {
    snapshot: rows[0]?.snapshot,
    parts: rows.filter((row): row is { snapshot: Snapshot } & PartRow => row.number !== null),
  };
}

function isOnSale(part: PartRow): part is PartOnSale {
  return part.off_sale_at === null && part.price_cents !== null;
}

function wordsOf({ name, brand, category, specs }: PartRow): string {
  return JSON.stringify([name, brand, category, specs]);
}
