/** Keeps the catalogue index as the database is: before each answer it reads what has changed since the last one. */
import { type RawBuilder, sql } from 'kysely';
import type { CatalogueVersion } from '#database/catalogue/catalogue-version.ts';
import type { PartOnSale, PartRow } from '#database/catalogue/parts.ts';
import type { Database } from '#database/connect.ts';
import { runWithoutBudget, waitWithin } from '#database/time-budget.ts';
import { type CatalogueIndex, makeCatalogueIndex } from '#domain/catalogue/index/catalogue-index.ts';
import type { IndexedPart } from '#domain/catalogue/index/indexed-part.ts';

export type LiveCatalogueIndex = {
  /** The index with everything that was committed before the call. Use it before you wait for anything else. */
  current(): Promise<CatalogueIndex>;
  /** The database's rows of parts in it, in their order. */
  rowsOf(parts: readonly IndexedPart[]): PartOnSale[];
  /** Whether a part is in it. */
  isOnSale(number: number): boolean;
  /** A number that changes whenever parts are found by other words, come on sale, or go off sale. */
  wordsVersion(): number;
};

/** Where the index reads. */
export type IndexSource = {
  db: Database;
  /** For reading everything, which takes longer than a request may. */
  background?: Database | undefined;
  /** Without it, nothing is known of lost connections: for an index that lives shortly. */
  version?: Pick<CatalogueVersion, 'epoch'> | undefined;
};

/** An empty index that fills itself at the first call. */
export function openCatalogueIndex({ db, background = db, version }: IndexSource): LiveCatalogueIndex {
  const index = makeCatalogueIndex();
  const rows = new Map<number, PartOnSale>();
  let seen: { snapshot: Snapshot; epoch: string } | undefined;
  let wordsVersion = 0;
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<CatalogueIndex> | undefined;
  const currentEpoch = () => version?.epoch() ?? '';

  async function refresh(): Promise<CatalogueIndex> {
    const epoch = currentEpoch();
    const changed = seen?.epoch === epoch ? await readChanges(db, seen.snapshot) : undefined;
    // what was seen before a connection was lost, or before ids were given out again, tells nothing of what came after
    if (changed?.isContinuous && currentEpoch() === epoch) {
      for (const part of changed.parts) write(part);
      seen = { snapshot: changed.snapshot, epoch };
      return index;
    }
    seen = undefined;
    const all = await readAll(background);
    const onSale = new Set(all.parts.map(({ number }) => number));
    for (const [number, part] of rows) if (!onSale.has(number)) write({ ...part, off_sale_at: new Date() });
    for (const part of all.parts) write(part);
    seen = { snapshot: all.snapshot, epoch };
    return index;
  }

  function write(part: PartRow): void {
    const earlier = rows.get(part.number);
    if (!earlier || !isOnSale(part) || listWords(earlier) !== listWords(part)) wordsVersion += 1;
    if (isOnSale(part)) {
      index.put(part);
      rows.set(part.number, part);
    } else {
      index.take(part.number);
      rows.delete(part.number);
    }
  }

  return {
    // those who ask while one reading is under way share the next one: it begins after all of them asked
    current() {
      waiting ??= runWithoutBudget(() =>
        running.then(() => {
          waiting = undefined;
          return refresh();
        }),
      );
      running = waiting.catch(() => {});
      return waitWithin(waiting, { limitMs: Number.POSITIVE_INFINITY });
    },
    rowsOf: (parts) => parts.flatMap(({ number }) => rows.get(number) ?? []),
    isOnSale: (number) => rows.has(number),
    wordsVersion: () => wordsVersion,
  };
}

/** What a reading has seen, as PostgreSQL writes it (`pg_snapshot`): which transactions were done. */
type Snapshot = string;

type Reading = { parts: PartRow[]; snapshot: Snapshot };

/** All parts on sale. */
async function readAll(db: Database): Promise<Reading> {
  return await readParts(db, sql`off_sale_at is null and price_cents is not null`);
}

/**
 * The parts that were written by transactions which the last reading did not see, in whatever order they were
 * committed. A stamp from the future comes from a dump of another cluster. The reading is not continuous when this
 * server has given out fewer transaction ids than the last one had.
 */
async function readChanges(db: Database, seen: Snapshot): Promise<Reading & { isContinuous: boolean }> {
  const reading = await readParts(
    db,
    sql`changed_in >= pg_snapshot_xmin(${seen}::pg_snapshot)
      and changed_in < pg_snapshot_xmax(pg_current_snapshot())
      and not pg_visible_in_snapshot(changed_in, ${seen}::pg_snapshot)`,
  );
  return { ...reading, isContinuous: readXmax(reading.snapshot) >= readXmax(seen) };
}

async function readParts(db: Database, which: RawBuilder<unknown>): Promise<Reading> {
  const { rows } = await sql<{ snapshot: Snapshot } & (PartRow | { number: null })>`
    select snapshot::text, parts.*
    from (select pg_current_snapshot() as snapshot) as now
    left join parts on ${which}`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('A reading of the catalogue has no snapshot.');
  return {
    snapshot: first.snapshot,
    parts: rows.filter((row): row is { snapshot: Snapshot } & PartRow => row.number !== null),
  };
}

/** Source: PostgreSQL's manual, 'pg_snapshot': `xmin:xmax:list`. */
function readXmax(snapshot: Snapshot): bigint {
  return BigInt(snapshot.split(':')[1] ?? 0);
}

function isOnSale(part: PartRow): part is PartOnSale {
  return part.off_sale_at === null && part.price_cents !== null;
}

function listWords({ name, brand, category, specs }: PartRow): string {
  return JSON.stringify([name, brand, category, specs]);
}
