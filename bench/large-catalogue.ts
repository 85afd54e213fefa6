/** Measures a catalogue of 300,000 made parts, or as many as are asked for: its start, first and deep pages, and answers during an import. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { connect } from '#app/connect.ts';
import { type Catalogue, openCatalogue } from '#catalogue/database/catalogue.ts';
import { type ListQuery, parseListParameters } from '#catalogue/rules/lists/list-queries.ts';
import { buildsInLists } from '#fit/database/build-parts.ts';
import { announceContentChange } from '#platform/database/announce-changes.ts';
import type { Database, DatabaseAddress } from '#platform/database/connect.ts';
import { followContent } from '#platform/database/content-version.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { migrate } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import { makeListQueries, makeSearchParams, type SamplePart } from './catalogue-questions.ts';
import type { PartsToInsert } from './insert-parts.ts';
import { insertMadeParts, makeParts } from './made-parts.ts';
import { readCpuMs, summarize } from './measure.ts';
import { readPss } from './rest.ts';

const usualSize = 300_000;
const importedRows = 30_000;

/** In a folder that is given, the parts are kept for the next run. */
export async function benchLargeCatalogue([given, count]: string[]): Promise<string> {
  const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'compact-bench-')) : resolve(given);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  const { db, close } = connect(postgres.connection, 8, commandLimits);
  try {
    await migrate(db);
    await fill(db, Number(count ?? usualSize));
    return (await measureAll(db, postgres.connection, folder)).join('\n');
  } finally {
    await close();
    await postgres.stop();
    if (given === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(db: Database, size: number): Promise<void> {
  const { known } = await db
    .selectFrom('parts')
    .select((row) => row.fn.countAll<number>().as('known'))
    .executeTakeFirstOrThrow();
  if (known === 0) await insertMadeParts(db, makeParts(size));
  await sql`vacuum analyze`.execute(db);
}

async function measureAll(db: Database, address: DatabaseAddress, folder: string): Promise<string[]> {
  const version = await followContent(address, { startedAt: new Date(), connections: [] });
  const before = readMemory();
  const file = { folder, program: 'the benchmark' };
  const open = () => openCatalogue({ db, version, builds: buildsInLists, file });
  let catalogue = openCatalogue({ db, builds: buildsInLists });
  const lines = ['| | time | CPU of the thread | CPU of the longest turn |', '| --- | --- | --- | --- |'];
  const add = async (what: string, work: () => Promise<unknown>) =>
    lines.push(formatRow(what, await measure(work)));
  await add('reading all parts, and the first list', async () => {
    catalogue = open();
    await catalogue.list(all, page(0));
  });
  const after = readMemory();
  await add('the first search, which reads the words', () => catalogue.list(search, page(0)));
  await add('leaving them to the next start', () => catalogue.close());
  await add('the next start, and the first list', async () => {
    catalogue = open();
    await catalogue.list(all, page(0));
  });
  await add('its first search', () => catalogue.list(search, page(0)));
  lines.push(await readPages(catalogue, db));
  for (const [name, query] of lists) {
    await add(`${name}: the first list`, () => catalogue.list(query, page(0)));
    for (let turn = 0; turn < 200; turn += 1) await catalogue.list(query, page(turn * 24));
    const { total } = await catalogue.list(query, page(0));
    for (const [place, offset] of [
      ['page 1', 0],
      ['the middle page', total >> 1],
      ['the last page', total - 24],
    ] as const) {
      await add(`${name}: ${place}, 100 times`, async () => {
        for (let turn = 0; turn < 100; turn += 1) await catalogue.list(query, page(offset));
      });
    }
  }
  lines.push('', '| during | answers | p50 | p99 | slowest | CPU of the longest turn | totals seen |');
  lines.push('| --- | --- | --- | --- | --- | --- | --- |');
  lines.push(await askDuring('an import in batches of 500', catalogue, () => insertParts(address)));
  lines.push(
    await askDuring('a change to 30,000 parts in one transaction', catalogue, () => changeParts(db)),
  );
  lines.push(
    '',
    `With the parts the heap has ${after.heap - before.heap} MB more and its buffers ${after.buffers - before.buffers}; the process had ${after.all} MB of PSS then, ${readMemory().all} at the end.`,
  );
  await version.close();
  return lines;
}

const all: ListQuery = { category: undefined, q: '', choices: new Map(), sort: 'featured', page: 1 };
const page = (offset: number) => ({ size: 24, offset });
const search: ListQuery = { ...all, q: 'corsair', sort: 'relevance' };
const lists: [name: string, query: ListQuery][] = [
  ['all parts', all],
  ['all by name', { ...all, sort: 'name' }],
  ['memory in stock', { ...all, category: 'memory', choices: new Map([['in-stock', { kind: 'flag' }]]) }],
  ['a search', search],
];

/** `turnMs`: the most CPU of the thread between two turns of a timer, for which answers wait on an idle machine, too. */
type Measured = { ms: number; cpuMs: number; turnMs: number };

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  let turnMs = 0;
  let last = readCpuMs();
  const timer = setInterval(() => {
    turnMs = Math.max(turnMs, readCpuMs() - last);
    last = readCpuMs();
  }, 5);
  const [begun, cpuMs] = [performance.now(), readCpuMs()];
  await work();
  const measured = { ms: performance.now() - begun, cpuMs: readCpuMs() - cpuMs };
  await setTimeout(20);
  clearInterval(timer);
  return { ...measured, turnMs };
}

const countedPages = 300;

/** Filtered, sorted pages with all counts, one after the other, each another one. */
async function readPages(catalogue: Catalogue, db: Database): Promise<string> {
  const parts = (await db
    .selectFrom('parts')
    .select(['category', 'brand', 'name', 'specs', 'facts', 'price_cents'])
    .orderBy('id')
    .limit(20_000)
    .execute()) as SamplePart[];
  const queries = makeListQueries(parts, 2 * countedPages).map(
    (question) => parseListParameters([...new URLSearchParams(makeSearchParams(question))]).query,
  );
  const times: number[] = [];
  const begun = readCpuMs();
  for (const [turn, query] of queries.entries()) {
    const at = performance.now();
    await catalogue.browse(query, page(0));
    if (turn >= countedPages) times.push(performance.now() - at); // the others warm up
  }
  const { p50, p99 } = summarize(times);
  const cpuMs = (readCpuMs() - begun) / queries.length;
  return `| a filtered, sorted page with all counts, p50 | ${p50.toFixed(1)} ms | ${cpuMs.toFixed(1)} ms | p99 ${p99.toFixed(1)} ms |`;
}

/** Megabytes, when what is not needed has been given back, as a shop does that rests; `all`: of the process. */
function readMemory(): { heap: number; buffers: number; all: number } {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' });
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const [heap = 0, buffers = 0, all = 0] = [heapUsed, arrayBuffers, readPss('self') * 1024].map((bytes) =>
    Math.round(bytes / 1e6),
  );
  return { heap, buffers, all };
}

function formatRow(what: string, { ms, cpuMs, turnMs }: Measured): string {
  return `| ${what} | ${ms.toFixed(0)} ms | ${cpuMs.toFixed(1)} ms | ${turnMs.toFixed(0)} ms |`;
}

/** Asks for lists and searches in turn, 50 times a second, until the work is done and all of it is shown. */
async function askDuring(what: string, catalogue: Catalogue, work: () => Promise<void>): Promise<string> {
  const times: number[] = [];
  const totals = new Set<number>();
  let isDone = false;
  const ask = async () => {
    for (let turn = 0; !isDone; turn += 1) {
      const [, query = all] = lists[turn % lists.length] ?? [];
      const begun = performance.now();
      const { total } = await catalogue.list(query, page(turn));
      times.push(performance.now() - begun);
      if (query === all) totals.add(total);
      await setTimeout(20);
    }
  };
  const { turnMs } = await measure(() =>
    Promise.all([
      ask(),
      work()
        .then(catalogue.catchUp)
        .finally(() => {
          isDone = true;
        }),
    ]),
  );
  const { p50, p99 } = summarize(times);
  const figures = [p50, p99, Math.max(...times), turnMs].map((ms) => `${ms.toFixed(0)} ms`);
  return `| ${what} | ${times.length} | ${figures.join(' | ')} | ${totals.size} |`;
}

/** On another thread, as another process would. */
async function insertParts(address: DatabaseAddress): Promise<void> {
  const workerData: PartsToInsert = { address, count: importedRows, seed: Date.now() };
  const worker = new Worker(new URL('./insert-parts.ts', import.meta.url), { workerData });
  await new Promise<void>((done, fail) => {
    worker.once('exit', () => done());
    worker.once('error', fail);
  });
}

async function changeParts(db: Database): Promise<void> {
  await sql`update parts set price_cents = price_cents + 1 where number in (
    select number from parts where price_cents is not null order by number limit ${importedRows})`.execute(
    db,
  );
  await announceContentChange(db);
}
