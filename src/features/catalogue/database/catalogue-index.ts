/** Keeps the catalogue index up to date: each call reads the changes since the one before, many of them in pieces. */
import { tmpdir } from 'node:os';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import pLimit from 'p-limit';
import { type Backlog, type BacklogTools, openBacklog } from '#catalogue/database/catalogue-backlog.ts';
import {
  addToSums,
  type ChangeRange,
  type ChangesRead,
  listPiecesOfAll,
  type Moment,
  maxPieceParts,
  type PieceOfAll,
  readChanges,
  readMoment,
  readPieceOfAll,
  readServer,
  readSnapshot,
  readSums,
  type Sums,
  seeSame,
} from '#catalogue/database/catalogue-changes.ts';
import { openPartFile } from '#catalogue/database/part-file.ts';
import type { PartOnSale, PartRow } from '#catalogue/database/parts.ts';
import type { BuildPart } from '#catalogue/rules/facts/facts.ts';
import { type CatalogueIndex, makeCatalogueIndex } from '#catalogue/rules/index/catalogue-index.ts';
import type { MakeBuildColumn } from '#catalogue/rules/index/column.ts';
import { firstList, type SortQuery } from '#catalogue/rules/index/part-sequences.ts';
import type { NamedBuild } from '#catalogue/rules/lists/build-entries.ts';
import { fits } from '#catalogue/rules/lists/filter-kinds.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import { platformCategories } from '#catalogue/rules/search/platforms.ts';
import { makeWordIndex, type WordIndex } from '#catalogue/rules/search/word-index.ts';
import type { Database } from '#platform/database/connect.ts';
import type { ContentVersion } from '#platform/database/content-version.ts';
import { chooseLater, firstPosition, type LogPosition } from '#platform/database/log-positions.ts';
import type { Replica } from '#platform/database/replica.ts';
import { shareTurn } from '#platform/database/share-turn.ts';
import { trackStockChanges } from '#platform/database/stock-changes.ts';
import { runWithoutBudget, waitWithTimeout } from '#platform/database/time-budget.ts';

type ListedQuery = SortQuery & Pick<ListQuery, 'choices' | 'q'>;

/** Everything that was committed before the call, what was read last, or at least what a replica shows that has reached the position. */
export type Freshness = 'newest' | 'as read' | { after: LogPosition | undefined };

export type LiveCatalogueIndex = ReturnType<typeof openCatalogueIndex>;

/** What a feature above knows of builds. */
export type BuildsInLists = {
  /** Only what the rules need, of parts that are on sale. */
  read(db: Database, named: NamedBuild): Promise<BuildPart[]>;
  makeColumn: MakeBuildColumn;
};

export type IndexSource = {
  db: Database;
  /** Undefined: lists take no build. */
  builds?: BuildsInLists | undefined;
  replica?: Pick<Replica, 'readShared'> | undefined;
  /** Where the file of the parts is, which `close` leaves to the next start of the same program; by default a temporary one. */
  file?: { folder: string; program: string | undefined } | undefined;
  /** What words mean in this shop, besides those that every shop knows. */
  readOwnWords?: (() => Promise<ReadonlyMap<string, string>>) | undefined;
  /** Hears of searches that no part on sale answers, but of no suggestions. */
  onEmptySearch?: ((text: string) => void) | undefined;
  /** For reading the whole catalogue, which may take longer than a request. */
  background?: Database | undefined;
  /** Detects lost connections and hears of changes; a short-lived index needs none. */
  version?: Pick<ContentVersion, 'current' | 'epoch' | 'onChange' | 'renew'> | undefined;
};

export function openCatalogueIndex(source: IndexSource) {
  const { db, background = db, version } = source;
  const written = makeWrittenIndex(source);
  const { index, write, words, stock, described } = written;
  const changes = makeChangeReader(source);
  let lastRead: (ServerMoment & { epoch: string }) | undefined;
  let backlog: Backlog | undefined;
  let isClosed = false;
  const enqueue: Enqueue = pLimit(1);
  const prepare = prepareLists(index, words);
  const startRefresh = shareNext(enqueue, refresh);
  const currentEpoch = () => version?.epoch() ?? '';

  /** Until nothing is missing that was committed before the call. */
  const freshen = shareTurn(async () => {
    if (await isUnchanged()) return;
    changes.want('newest');
    await startRefresh();
  });

  /** Whether nothing at all has been committed since the last read: the cheapest question. */
  async function isUnchanged(): Promise<boolean> {
    const epoch = currentEpoch();
    if (lastRead?.epoch !== epoch) return false;
    const snapshot = await readSnapshot(db);
    if (!snapshot || !lastRead || currentEpoch() !== epoch) return false;
    return seeSame(lastRead.snapshot, snapshot);
  }

  async function refresh(): Promise<void> {
    if (isClosed) return;
    const epoch = currentEpoch();
    const changed = lastRead?.epoch === epoch ? await changes.read(lastRead) : undefined;
    // after a lost connection or reused transaction ids the last snapshot is worthless
    if (!lastRead || !changed?.isContinuous || currentEpoch() !== epoch) {
      lastRead = undefined;
      backlog?.giveUp();
      backlog = undefined;
      lastRead = {
        ...((await readSinceLeft(background, written)) ?? (await readAll(background, written))),
        epoch,
      };
    } else {
      for (const part of changed.parts) write(part);
      if (changed.isTooMany) readLater({ since: lastRead.snapshot, until: changed.snapshot });
      lastRead = { ...lastRead, snapshot: changed.snapshot, position: changed.position };
    }
  }

  function readLater(range: ChangeRange): void {
    if (backlog?.add(range)) return;
    const opened = openBacklog(range, { db: background, write: changes.writePiece(write), enqueue });
    backlog = opened;
    void opened.done.then((end) => {
      version?.renew(); // what was cached meanwhile is incomplete
      if (backlog !== opened) return;
      backlog = undefined;
      if (end === 'failed') lastRead = undefined; // everything is read again
    });
  }

  if (version) {
    followChanges(version, async () => {
      await startRefresh();
      const pause = (ms: number) => sleep(ms, undefined, { ref: false });
      await pause(openingMs);
      await settleWords(words, () => pause(backgroundPauseMs)); // so that the first search need not wait
    });
  }
  return {
    /**
     * The index, as fresh as that, ready for this list; use it before the next await. Of changes to more parts than
     * a piece it may show a part.
     */
    async current(freshness: Freshness = 'newest', query?: ListedQuery) {
      if (typeof freshness === 'object') {
        changes.want(freshness);
        await waitWithTimeout(startRefresh(), { limitMs: Number.POSITIVE_INFINITY });
      } else if (freshness === 'newest' || !lastRead) await freshen(undefined);
      await backlog?.waitForStart();
      if (query) await prepare(query);
      return index;
    },
    /** Waits until nothing is missing that was committed before the call. */
    async catchUp() {
      changes.want('newest');
      await startRefresh();
      await backlog?.done;
    },
    /** Leaves what was read to the next start, if it is complete; throws what hinders it. Nothing can be asked after it. */
    async close() {
      isClosed = true;
      if (!lastRead) return; // a start that stops need not wait
      await enqueue(async () => {
        if (lastRead?.epoch === currentEpoch() && !backlog) written.leave(lastRead);
      });
    },
    /** What answers depend on, as the index was read last. */
    shown: {
      /** Changes with all but the units of parts; undefined: nothing of it may be kept. */
      current() {
        const content = version?.current();
        return content && `${content} ${described()}`;
      },
      stock,
    },
    /** As fresh as the index; it may be searched when that has been made ready for a list with a search. */
    words,
  };
}

/**
 * Reads changes as fresh as any of the calls that share the read wants them, and never from a replica that is behind the
 * last read. Many changes are read from the primary, whose snapshots are exact.
 */
function makeChangeReader({ db, replica }: IndexSource) {
  let isNewestWanted = false;
  let after = firstPosition;

  function want(freshness: Exclude<Freshness, 'as read'>): void {
    if (freshness === 'newest') isNewestWanted = true;
    else after = chooseLater(after, freshness.after);
  }

  async function readFromReplica({ snapshot, position }: Moment): Promise<ChangesRead | undefined> {
    const read = (standby: Database) => readChanges(standby, snapshot);
    const changed = (await replica?.readShared(chooseLater(position, after), read))?.answer;
    return changed?.isTooMany ? undefined : changed;
  }

  return {
    want,
    /** It is newer than the last read: a replica that has not reached it would put an older row in its place. */
    writePiece: (write: (part: PartRow) => void) => (part: PartRow) => {
      want('newest');
      write(part);
    },
    async read(last: Moment): Promise<ChangesRead> {
      const wanted = isNewestWanted ? ('newest' as const) : { after };
      const reading = isNewestWanted ? undefined : readFromReplica(last);
      isNewestWanted = false;
      after = firstPosition;
      try {
        return (await reading) ?? (await readChanges(db, last.snapshot));
      } catch (error) {
        want(wanted);
        throw error;
      }
    },
  };
}

type Enqueue = BacklogTools['enqueue'];

/** Calls while the work is waiting or running share the next one, which begins after all of them. */
function shareNext(enqueue: Enqueue, work: () => Promise<void>): () => Promise<void> {
  let waiting: Promise<void> | undefined;
  return () => {
    waiting ??= runWithoutBudget(() =>
      enqueue(() => {
        waiting = undefined;
        return work();
      }),
    );
    return waiting;
  };
}

type WrittenIndex = ReturnType<typeof makeWrittenIndex>;

type ServerMoment = Moment & { server: string | undefined };

/** Reads what has changed since the last stop left its file; undefined: nothing can be made of that, and nothing is kept. */
async function readSinceLeft(db: Database, written: WrittenIndex): Promise<ServerMoment | undefined> {
  const left = written.takeLeft();
  if (!left) return undefined;
  let read: ServerMoment | undefined;
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const server = await readServer(transaction);
        if (server === undefined || server !== left.server) return;
        const { parts, isTooMany, isContinuous, ...moment } = await readChanges(transaction, left.snapshot);
        if (isTooMany || !isContinuous) return;
        for (const part of parts) written.write(part);
        if (isDeepStrictEqual(await readSums(transaction), written.sums)) read = { ...moment, server };
      });
  } finally {
    if (!read) written.clear();
  }
  return read;
}

/** Reads all parts into the index; returns a snapshot that sees none of the later changes, and a position behind all that was read. */
async function readAll(
  db: Database,
  { index, write, forget, ...written }: WrittenIndex,
): Promise<ServerMoment> {
  const { snapshot } = await readMoment(db);
  const read = (piece: PieceOfAll) => {
    const reading = readPieceOfAll(db, piece);
    reading.catch(() => {}); // awaited in its turn
    return reading;
  };
  index.settle(firstList, 0); // its keys are then read with the parts
  const gone = new Set(written.numbers());
  const pieces = await listPiecesOfAll(db);
  const reading = pieces.slice(0, piecesAhead).map(read);
  for (const [index] of pieces.entries()) {
    const parts = (await reading.shift()) ?? [];
    const next = pieces[index + piecesAhead];
    if (next) reading.push(read(next));
    for (const part of parts) {
      write(part);
      gone.delete(part.number);
    }
    await setImmediate();
  }
  for (const number of gone) forget(number);
  await settle(index, firstList);
  const { position } = await readMoment(db);
  return { snapshot, position, server: await readServer(db) };
}

/** So that neither waits for the other: the process, which writes a piece, and PostgreSQL, which sends the next ones. */
const piecesAhead = 2;

/** Placing a part takes a fraction of the time of writing it. */
const maxSettledParts = 5 * maxPieceParts;

async function settle(index: CatalogueIndex<PartOnSale>, query: SortQuery): Promise<void> {
  while (index.settle(query, maxSettledParts) > 0) await setImmediate();
}

/** The rules of fit take some 10 µs for a part, and each category computes so many at once. */
const maxSettledValues = 100;

/** A column keeps the answers of 32 builds: with more at once, one would drop those of another. */
const maxConcurrentBuilds = 4;

function prepareLists(
  index: CatalogueIndex<PartOnSale>,
  words: WordIndex,
): (query: ListedQuery) => Promise<void> {
  const limitBuilds = pLimit(maxConcurrentBuilds);
  return async (query) => {
    if (query.choices.has(fits.key)) await limitBuilds(() => settleFilters(index, query));
    await settle(index, query);
    if (query.q !== '') await settleWords(words);
  };
}

/** To read the words of a part takes some 50 µs. */
const maxSettledWords = 100;

/** Nothing of the words is needed before the shop is open. */
const openingMs = 1000;

/** Between pieces that nobody waits for: the start, or an import, goes on. */
const backgroundPauseMs = 10;

/** Of the parts that come meanwhile, during an import, only as many as need no pause. */
async function settleWords(words: WordIndex, pause: () => Promise<unknown> = setImmediate): Promise<void> {
  for (let left = words.settle(0); left > maxSettledWords; left -= maxSettledWords) {
    words.settle(maxSettledWords);
    await pause();
  }
  words.settle(maxSettledWords);
}

async function settleFilters(index: CatalogueIndex<PartOnSale>, query: ListedQuery): Promise<void> {
  while (index.settleFilters(query, maxSettledValues) > 0) await setImmediate();
}

/** Changes that nobody asks for are read this much later, so that many orders do not cost as many reads. */
const followDelayMs = 200;

/** Reads everything at once, and changes soon after they are announced. */
function followChanges({ onChange }: Pick<ContentVersion, 'onChange'>, read: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = undefined;
    read().catch(() => {}); // the next answer says why
  };
  onChange(() => {
    if (!timer) timer = setTimeout(start, followDelayMs).unref();
  });
  start();
}

/** What a stop leaves: the states of the index and the sums of its parts, as a server had them at a moment. */
type Left = { states: unknown[]; sums: Sums } & Omit<ServerMoment, 'position'>;

function makeWrittenIndex({ builds, file }: IndexSource) {
  const parts = openPartFile(file?.folder ?? tmpdir(), file?.program);
  const index = makeCatalogueIndex((slot) => parts.get(slot) as PartOnSale, builds?.makeColumn);
  const stock = trackStockChanges();
  const words = makeWordIndex(parts.get);
  const sums: Sums = { count: 0, changes: 0n, amounts: 0n };
  let described = 0;
  const saved = [parts, index, words];
  const empty = serialize({ states: saved.map((each) => each.save()), sums });

  function restore({ states, sums: those }: Pick<Left, 'states' | 'sums'>): void {
    for (const [place, each] of saved.entries()) each.restore(states[place]);
    Object.assign(sums, those);
  }

  let left = parts.takeLeft() as Left | undefined;
  if (left) restore(left);

  function noteChange(earlier: PartRow | undefined, part: PartRow | undefined): void {
    const isOfStock =
      part && earlier?.described_in === part.described_in && isOnSale(earlier) && isOnSale(part);
    if (isOfStock) stock.note([{ id: part.id, changedIn: part.changed_in, isAvailable: isAvailable(part) }]);
    if (isOfStock && !stock.isFull()) return;
    described += 1;
    stock.forget();
  }

  /** Parts that are not on sale may be what others are to go with. */
  function replace(number: number, part: PartRow | undefined): void {
    const known = parts.find(number);
    const earlier = known === undefined ? undefined : parts.get(known);
    noteChange(earlier, part);
    if (earlier) addToSums(sums, earlier, -1);
    const isListed = part !== undefined && isOnSale(part);
    const kept = part && (isListed || platformCategories.includes(part.category)) ? part : undefined;
    const slot = kept ? parts.put(kept) : known;
    if (slot === undefined) return;
    if (kept) words.put(slot, kept, { isListed, earlier });
    else if (earlier) words.remove(slot, earlier);
    if (isListed) index.put(part, slot);
    else index.remove(slot);
    if (!kept) parts.remove(number);
    if (kept) addToSums(sums, kept, 1);
  }

  return {
    index,
    stock,
    described: () => described,
    words,
    numbers: parts.numbers,
    write: (part: PartRow) => replace(part.number, part),
    forget: (number: number) => replace(number, undefined),
    takeLeft() {
      const taken = left;
      left = undefined;
      return taken;
    },
    sums,
    clear: () => restore(deserialize(empty)),
    leave({ snapshot, server }: ServerMoment): void {
      const states = saved.map((each) => each.save());
      parts.leave({ states, sums, snapshot, server } satisfies Left);
    },
  };
}

function isOnSale(part: PartRow): part is PartOnSale {
  return part.off_sale_at === null && part.price_cents !== null;
}

function isAvailable({ stock, minimum_order }: PartRow): boolean {
  return stock >= minimum_order;
}
