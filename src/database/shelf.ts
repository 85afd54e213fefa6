/** Keeps the shelf as the database is: before each answer it reads what has changed since the last one. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { makeShelf, type Shelf } from '#domain/catalogue/shelf.ts';
import type { ShelvedPart } from '#domain/catalogue/shelved-part.ts';

export type LiveShelf = {
  /** The shelf with everything that was committed before the call. Use it before you wait for anything else. */
  current(): Promise<Shelf>;
  /** A number that changes whenever parts are found by other words. */
  wordsVersion(): number;
};

/** An empty shelf that fills itself at the first call. */
export function openShelf(db: Database): LiveShelf {
  const shelf = makeShelf();
  let horizon = '0';
  let wordsVersion = 0;
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Shelf> | undefined;

  async function refresh(): Promise<Shelf> {
    const changed = await readChanges(db, horizon);
    for (const part of changed.parts) {
      const earlier = shelf.find(part.number);
      if (!earlier || wordsOf(earlier) !== wordsOf(part)) wordsVersion += 1;
      if (part.isOnSale) shelf.put(part);
      else shelf.take(part.number);
    }
    horizon = changed.horizon;
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
    wordsVersion: () => wordsVersion,
  };
}

type ReadPart = ShelvedPart & { isOnSale: boolean };

/**
 * The parts that were written by transactions which the snapshot of the last reading did not see (`horizon` is its
 * xmin), and the horizon of this reading. A stamp from the future comes from a dump of another cluster.
 */
async function readChanges(db: Database, horizon: string): Promise<{ parts: ReadPart[]; horizon: string }> {
  const isFirst = horizon === '0';
  const { rows } = await sql<{ horizon: string } & Partial<ReadPart>>`
    select horizon::text, number, id, category, brand, name, price_cents, stock, minimum_order, specs, featured_rank,
      off_sale_at is null and price_cents is not null as "isOnSale"
    from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) as now
    left join parts on changed_in >= ${horizon}::xid8
      and (${isFirst} or changed_in < pg_snapshot_xmax(pg_current_snapshot()))
      and (not ${isFirst} or (off_sale_at is null and price_cents is not null))`.execute(db);
  return {
    horizon: rows[0]?.horizon ?? horizon,
    parts: rows.filter((row): row is { horizon: string } & ReadPart => row.number !== null),
  };
}

function wordsOf({ name, brand, category, specs }: ShelvedPart): string {
  return JSON.stringify([name, brand, category, specs]);
}
