/** Keeps the catalogue index up to date: each call reads the changes since the one before. */
import { type RawBuilder, sql } from 'kysely';
import type { CatalogueVersion } from '#database/catalogue/catalogue-version.ts';
import type { PartOnSale, PartRow } from '#database/catalogue/parts.ts';
import type { Database } from '#database/connect.ts';
import { runWithoutBudget, waitWithTimeout } from '#database/time-budget.ts';
import { type CatalogueIndex, makeCatalogueIndex } from '#domain/catalogue/index/catalogue-index.ts';
import type { IndexedPart } from '#domain/catalogue/index/indexed-part.ts';

export type LiveCatalogueIndex = {
  /** The index with everything that was committed before the call; use it before the next await. */
  current(): Promise<CatalogueIndex>;
  findRows(parts: readonly IndexedPart[]): PartOnSale[];
  isOnSale(number: number): boolean;
  /** A number that changes with the words of any part, and when a part comes on or goes off sale. */
  wordsVersion(): number;
};

export type IndexSource = {
  db: Database;
  /** For reading the whole catalogue, which may take longer than a request. */
  background?: Database | undefined;
  /** Detects lost connections; a short-lived index needs none. */
  version?: Pick<CatalogueVersion, 'epoch'> | undefined;
};

export function openCatalogueIndex({ db, background = db, version }: IndexSource): LiveCatalogueIndex {
  const index = makeCatalogueIndex();
  const rows = new Map<number, PartOnSale>();
  let lastRead: { snapshot: Snapshot; epoch: string } | undefined;
  let wordsVersion = 0;
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<CatalogueIndex> | undefined;
  const currentEpoch = () => version?.epoch() ?? '';

  async function refresh(): Promise<CatalogueIndex> {
    const epoch = currentEpoch();
    const changed = lastRead?.epoch === epoch ? await readChanges(db, lastRead.snapshot) : undefined;
    // after a lost connection or reused transaction ids the last snapshot is worthless
    if (changed?.isContinuous && currentEpoch() === epoch) {
      for (const part of changed.parts) write(part);
      lastRead = { snapshot: changed.snapshot, epoch };
      return index;
    }
    lastRead = undefined;
    const all = await readAll(background);
    const onSale = new Set(all.parts.map(({ number }) => number));
    for (const [number, part] of rows) if (!onSale.has(number)) write({ ...part, off_sale_at: new Date() });
    for (const part of all.parts) write(part);
    lastRead = { snapshot: all.snapshot, epoch };
    return index;
  }

  function write(part: PartRow): void {
    const earlier = rows.get(part.number);
    if (!earlier || !isOnSale(part) || listWords(earlier) !== listWords(part)) wordsVersion += 1;
    if (isOnSale(part)) {
      index.put(part);
      rows.set(part.number, part);
    } else {
      index.remove(part.number);
      rows.delete(part.number);
    }
  }

  return {
    // calls during a refresh share the next one, which begins after all of them
    current() {
      waiting ??= runWithoutBudget(() =>
        running.then(() => {
          waiting = undefined;
          return refresh();
        }),
      );
      running = waiting.catch(() => {});
      return waitWithTimeout(waiting, { limitMs: Number.POSITIVE_INFINITY });
    },
    findRows: (parts) => parts.flatMap(({ number }) => rows.get(number) ?? []),
    isOnSale: (number) => rows.has(number),
    wordsVersion: () => wordsVersion,
  };
}

type Snapshot = string;

type CatalogueRead = { parts: PartRow[]; snapshot: Snapshot };

async function readAll(db: Database): Promise<CatalogueRead> {
  return await readParts(db, sql`off_sale_at is null and price_cents is not null`);
}

/** Writes that the last read did not see. Not continuous after a restore of another cluster. */
async function readChanges(
  db: Database,
  lastSnapshot: Snapshot,
): Promise<CatalogueRead & { isContinuous: boolean }> {
  const read = await readParts(
    db,
    sql`changed_in >= pg_snapshot_xmin(${lastSnapshot}::pg_snapshot)
      and changed_in < pg_snapshot_xmax(pg_current_snapshot())
      and not pg_visible_in_snapshot(changed_in, ${lastSnapshot}::pg_snapshot)`,
  );
  return { ...read, isContinuous: parseXmax(read.snapshot) >= parseXmax(lastSnapshot) };
}

async function readParts(db: Database, condition: RawBuilder<unknown>): Promise<CatalogueRead> {
  const { rows } = await sql<{ snapshot: Snapshot } & (PartRow | { number: null })>`
    select snapshot::text, parts.*
    from (select pg_current_snapshot() as snapshot) as now
    left join parts on ${condition}`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('The read of the catalogue has no snapshot.');
  return {
    snapshot: first.snapshot,
    parts: rows.filter((row): row is { snapshot: Snapshot } & PartRow => row.number !== null),
  };
}

/** Source: PostgreSQL's manual, 'pg_snapshot': `xmin:xmax:list`. */
function parseXmax(snapshot: Snapshot): bigint {
  return BigInt(snapshot.split(':')[1] ?? 0);
}

function isOnSale(part: PartRow): part is PartOnSale {
  return part.off_sale_at === null && part.price_cents !== null;
}

function listWords({ name, brand, category, specs, mpn, gtin }: PartRow): string {
  return JSON.stringify([name, brand, category, specs, mpn, gtin]);
}
