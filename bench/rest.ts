/** Measures starts of the shop as processes, and what they hold at rest and after many pages, by /proc. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { connect } from '#app/connect.ts';
import type { Database } from '#platform/database/connect.ts';
import { backgroundLimits } from '#platform/database/lend-client.ts';
import { endShop, findProcesses, killAll, type Shop, startShop } from '../tests/support/processes.ts';
import { makeListQueries, makeSearchParams } from './catalogue-questions.ts';
import { insertMadeParts, makeParts } from './made-parts.ts';
import { computeMedian } from './measure.ts';

const partCount = 31_623;
const starts = 5;
/** After it is open, whatever the start has left is collected. */
const restSeconds = 20;
/** Half of them of parts, half of lists. */
const pageCount = 10_000;
const pagesAtOnce = 4;
/** Until the shop has found that nobody asks it any more, and has given back what it can. */
const afterPagesSeconds = 40;

export async function benchRest(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'compact-bench-'));
  try {
    const first = await start(dataDir);
    const pages = await withDatabase(dataDir, fill);
    await endShop(first.shop, dataDir);
    const later: number[] = [];
    for (let count = 0; count < starts; count += 1) {
      const { shop, seconds } = await start(dataDir);
      later.push(seconds);
      await endShop(shop, dataDir);
    }
    const last = await start(dataDir, 'npm'); // by the packaged Node, as every start but the first
    await sleep(restSeconds * 1000);
    const held = weigh(dataDir);
    const visited = await visitPages(last.shop, dataDir, pages);
    await endShop(last.shop, dataDir);
    return [
      `${partCount.toLocaleString('en-US')} made parts; without the demo; ${restSeconds} s after the last start`,
      '',
      '| | |',
      '| --- | --- |',
      `| first start in an empty folder, packages and pages there | ${first.seconds.toFixed(1)} s |`,
      `| a later start, the median of ${starts} | ${computeMedian(later).toFixed(2)} s |`,
      ...[...held].map(([name, kilobytes]) => `| ${name}, PSS | ${(kilobytes / 1000).toFixed(0)} MB |`),
      ...visited,
    ].join('\n');
  } finally {
    await killAll(dataDir); // a start that failed leaves some
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Until `/readyz` says so. */
async function start(
  dataDir: string,
  through: 'node' | 'npm' = 'node',
): Promise<{ shop: Shop; seconds: number }> {
  const begun = performance.now();
  const shop = await startShop({ dataDir, through, env: { DEMO: 'off', LOG_LEVEL: 'error' } });
  await shop.untilOpen();
  return { shop, seconds: (performance.now() - begun) / 1000 };
}

async function withDatabase<Result>(
  dataDir: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const [, , , port, host = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const address = { host, port: Number(port), user: 'compact', database: 'compact' };
  const { db, close } = connect(address, 1, backgroundLimits);
  return work(db).finally(close);
}

/** Returns the addresses of different pages. */
async function fill(db: Database): Promise<string[]> {
  const made = makeParts(partCount);
  await insertMadeParts(db, made);
  const parts = await db
    .selectFrom('parts')
    .select(['category', 'slug'])
    .orderBy('number')
    .limit(pageCount / 2)
    .execute();
  const lists = makeListQueries(made, pageCount / 2).map((query) => {
    const params = makeSearchParams(query);
    params.delete('category');
    return `/parts/${query.category}?${params}`;
  });
  return parts.flatMap(({ category, slug }, index) => [`/parts/${category}/${slug}`, lists[index] ?? '/']);
}

/** Rows with the resident set before, meanwhile and after. */
async function visitPages(shop: Shop, dataDir: string, pages: readonly string[]): Promise<string[]> {
  const pid = findProcesses(dataDir).find(({ command }) => nameProgram(command) === 'the shop')?.pid ?? 0;
  const readMegabytes = () => readKilobytes(pid, 'Rss') / 1000;
  const before = readMegabytes();
  let highest = before;
  const limit = pLimit(pagesAtOnce);
  const visit = async (page: string) => {
    const answer = await fetch(`${shop.url}${page}`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
    highest = Math.max(highest, readMegabytes());
  };
  await Promise.all(pages.map((page) => limit(visit, page)));
  await sleep(afterPagesSeconds * 1000);
  const compare = (megabytes: number) =>
    `${megabytes.toFixed(0)} MB, ${(megabytes / before).toFixed(2)} of it`;
  return [
    `| the shop, RSS | ${before.toFixed(0)} MB |`,
    `| the same while ${pageCount} different pages are asked for, at most | ${compare(highest)} |`,
    `| ${afterPagesSeconds} s after them | ${compare(readMegabytes())} |`,
  ];
}

/** Kilobytes, by program. */
function weigh(dataDir: string): Map<string, number> {
  const held = new Map<string, number>();
  for (const { pid, command } of findProcesses(dataDir)) {
    const name = nameProgram(command);
    held.set(name, (held.get(name) ?? 0) + readPss(pid));
  }
  return held;
}

/** Kilobytes that a process holds, with its share of what it has in common with others. */
export const readPss = (pid: number | 'self') => readKilobytes(pid, 'Pss');

function readKilobytes(pid: number | 'self', figure: 'Pss' | 'Rss'): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]);
}

const nameProgram = (command: string) =>
  programs.find(([, pattern]) => pattern.test(command))?.[0] ?? command;

const programs = [
  ['PostgreSQL, all of it', /postgres/],
  ['the card sandbox', /sandbox/],
  ['npm', /^npm/],
  ['`npm start` itself', /compact\.js start/],
  ['the shop', /server/],
] as const;
