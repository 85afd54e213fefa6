/** Keeps the catalogue index up to date: each call reads the changes since the one before, many of them in pieces. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  type ChangeRange,
  maxPieceParts,
  readChanges,
  readPieceOfChanges,
  readPieceOnSale,
  readSnapshot,
  type Snapshot,
} from '#database/catalogue/catalogue-changes.ts';
import type { CatalogueVersion } from '#database/catalogue/catalogue-version.ts';
import type { PartOnSale, PartRow } from '#database/catalogue/parts.ts';
import type { Database } from '#database/connect.ts';
import { runWithoutBudget, waitWithTimeout } from '#database/time-budget.ts';
import { type CatalogueIndex, makeCatalogueIndex } from '#domain/catalogue/index/catalogue-index.ts';
import type { SortQuery } from '#domain/catalogue/index/part-orders.ts';

export type LiveCatalogueIndex = {
  /**
   * The index with everything that was committed before the call, ready for a list of this sort; use it before the next
   * await. Of changes to more parts than a piece it may show a part.
   */
  current(query?: SortQuery): Promise<CatalogueIndex<PartOnSale>>;
  /** Waits until nothing is missing that was committed before the call. */
  catchUp(): Promise<void>;
  isOnSale(number: number): boolean;
  /** A number that changes with the words of any part, and when a part comes on or goes off sale. */
  wordsVersion(): number;
};

export type IndexSource = {
  db: Database;
  /** For reading the whole catalogue, which may take longer than a request. */
  background?: Database | undefined;
  /** Detects lost connections and hears of changes; a short-lived index needs none. */
  version?: Pick<CatalogueVersion, 'epoch' | 'onChange' | 'renew'> | undefined;
};

/** After many changes, answers wait this long for the first pieces. */
const backlogWaitMs = 250;
/** Changes that nobody asks for are read this much later, so that many orders do not cost as many reads. */
const followDelayMs = 200;

export function openCatalogueIndex({ db, background = db, version }: IndexSource): LiveCatalogueIndex {
  const { index, write, wordsVersion } = makeWrittenIndex();
  let lastRead: { snapshot: Snapshot; epoch: string } | undefined;
  let backlog: Backlog | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const currentEpoch = () => version?.epoch() ?? '';

  /** One at a time, so that no older row replaces a newer one. */
  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = running.then(work);
    running = result.catch(() => {});
    return result;
  }

  async function refresh(): Promise<void> {
    const epoch = currentEpoch();
    const changed = lastRead?.epoch === epoch ? await readChanges(db, lastRead.snapshot) : undefined;
    // after a lost connection or reused transaction ids the last snapshot is worthless
    if (!lastRead || !changed?.isContinuous || currentEpoch() !== epoch) return await readAll(epoch);
    for (const part of changed.parts) write(part);
    if (changed.isTooMany) addBacklog({ since: lastRead.snapshot, until: changed.snapshot });
    lastRead = { snapshot: changed.snapshot, epoch };
  }

  async function readAll(epoch: string): Promise<void> {
    lastRead = undefined;
    backlog = undefined;
    const snapshot = await readSnapshot(background);
    const gone = new Set(index.all().map(({ number }) => number));
    let reading: Promise<PartRow[]> | undefined = readPieceOnSale(background, 0);
    while (reading) {
      const parts: PartRow[] = await reading;
      const last = parts.length < maxPieceParts ? undefined : parts.at(-1);
      reading = last && readPieceOnSale(background, last.number); // while this one is written
      reading?.catch(() => {});
      for (const part of parts) {
        write(part);
        gone.delete(part.number);
      }
      if (reading) await setImmediate();
    }
    for (const number of gone) {
      const part = index.find(number);
      if (part) write({ ...part, off_sale_at: new Date() });
    }
    await settle({ category: undefined, sort: 'featured' });
    lastRead = { snapshot, epoch };
  }

  async function settle(query: SortQuery): Promise<void> {
    while (index.settle(query, maxSettledParts) > 0) await setImmediate();
  }

  function addBacklog(range: ChangeRange): void {
    if (backlog) {
      backlog.ranges.push(range);
      return;
    }
    backlog = { ranges: [range], since: performance.now(), done: Promise.resolve() };
    backlog.done = readBacklog(backlog);
  }

  /** Answers are given between its pieces. Never fails. */
  async function readBacklog(followed: Backlog): Promise<void> {
    try {
      let last: PartRow | undefined;
      for (let [range] = followed.ranges; range && backlog === followed; [range] = followed.ranges) {
        const next = range;
        const after = last;
        last = await enqueue(() => readPiece(followed, next, after));
        if (!last) followed.ranges.shift();
        await setImmediate();
      }
    } catch {
      if (backlog === followed) lastRead = undefined; // everything is read again
    }
    if (backlog === followed) backlog = undefined;
    version?.renew(); // what was cached meanwhile is incomplete
  }

  async function readPiece(
    followed: Backlog,
    range: ChangeRange,
    last: PartRow | undefined,
  ): Promise<PartRow | undefined> {
    const parts = await readPieceOfChanges(background, range, last);
    if (backlog !== followed) return undefined;
    for (const part of parts) write(part);
    return parts.at(-1);
  }

  /** Calls during a refresh share the next one, which begins after all of them. */
  function startRefresh(): Promise<void> {
    waiting ??= runWithoutBudget(() =>
      enqueue(() => {
        waiting = undefined;
        return refresh();
      }),
    );
    waiting.catch(() => {});
    return waiting;
  }

  if (version) followChanges(version, startRefresh);
  return {
    async current(query) {
      await waitWithTimeout(startRefresh(), { limitMs: Number.POSITIVE_INFINITY });
      if (backlog) await waitForStart(backlog);
      if (query) await settle(query);
      return index;
    },
    async catchUp() {
      await startRefresh();
      await backlog?.done;
    },
    isOnSale: (number) => index.find(number) !== undefined,
    wordsVersion,
  };
}

/** Changes to more parts than a piece, which are read while answers are given. */
type Backlog = { ranges: ChangeRange[]; since: number; done: Promise<void> };

/** Settling a part takes a fraction of the time of writing it. */
const maxSettledParts = 5 * maxPieceParts;

async function waitForStart({ since, done }: Backlog): Promise<void> {
  const leftMs = since + backlogWaitMs - performance.now();
  if (leftMs > 0) await Promise.race([done, setTimeout(leftMs, undefined, { ref: false })]);
}

/** Reads everything at once, and changes soon after they are announced. */
function followChanges({ onChange }: Pick<CatalogueVersion, 'onChange'>, read: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = undefined;
    read().catch(() => {}); // the next answer says why
  };
  onChange(() => {
    if (!timer) timer = globalThis.setTimeout(start, followDelayMs).unref();
  });
  start();
}

function makeWrittenIndex() {
  const index = makeCatalogueIndex<PartOnSale>();
  let wordsVersion = 0;
  return {
    index,
    wordsVersion: () => wordsVersion,
    write(part: PartRow): void {
      const earlier = index.find(part.number);
      if (!earlier || !isOnSale(part) || listWords(earlier) !== listWords(part)) wordsVersion += 1;
      if (isOnSale(part)) index.put(part);
      else index.remove(part.number);
    },
  };
}

function isOnSale(part: PartRow): part is PartOnSale {
  return part.off_sale_at === null && part.price_cents !== null;
}

function listWords({ name, brand, category, specs, mpn, gtin }: PartRow): string {
  return JSON.stringify([name, brand, category, specs, mpn, gtin]);
}
