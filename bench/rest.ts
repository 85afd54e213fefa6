/** Measures starts of the shop as processes, and what they hold at rest: the proportional set size, by /proc. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#app/connect.ts';
import { backgroundLimits } from '#platform/database/lend-client.ts';
import { endShop, findProcesses, killAll, type Shop, startShop } from '../tests/support/processes.ts';
import { insertMadeParts, makeParts } from './made-parts.ts';

const partCount = 31_623;
const starts = 5;
/** After it is open, whatever the start has left is collected. */
const restSeconds = 20;

export async function benchRest(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'compact-bench-'));
  try {
    const first = await start(dataDir);
    await fill(dataDir);
    await endShop(first.shop, dataDir);
    const later: number[] = [];
    let last = await start(dataDir);
    for (let count = 1; count < starts; count += 1) {
      later.push(last.seconds);
      await endShop(last.shop, dataDir);
      last = await start(dataDir);
    }
    later.push(last.seconds);
    await sleep(restSeconds * 1000);
    const held = weigh(dataDir);
    await endShop(last.shop, dataDir);
    later.sort((one, other) => one - other);
    return [
      `${partCount.toLocaleString('en-US')} made parts; without the demo; ${restSeconds} s after the last start`,
      '',
      '| | |',
      '| --- | --- |',
      `| first start in an empty folder, packages and pages there | ${first.seconds.toFixed(1)} s |`,
      `| a later start, the median of ${starts} | ${(later[(starts - 1) / 2] ?? 0).toFixed(2)} s |`,
      ...[...held].map(([name, kilobytes]) => `| ${name}, PSS | ${(kilobytes / 1000).toFixed(0)} MB |`),
    ].join('\n');
  } finally {
    await killAll(dataDir); // a start that failed leaves some
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Until `/readyz` says so. */
async function start(dataDir: string): Promise<{ shop: Shop; seconds: number }> {
  const begun = performance.now();
  const shop = await startShop({ dataDir, env: { DEMO: 'off', LOG_LEVEL: 'error' } });
  await shop.untilOpen();
  return { shop, seconds: (performance.now() - begun) / 1000 };
}

async function fill(dataDir: string): Promise<void> {
  const [, , , port, host = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const address = { host, port: Number(port), user: 'compact', database: 'compact' };
  const { db, close } = connect(address, 1, backgroundLimits);
  await insertMadeParts(db, makeParts(partCount)).finally(close);
}

/** Kilobytes, by program. */
function weigh(dataDir: string): Map<string, number> {
  const held = new Map<string, number>();
  for (const { pid, command } of findProcesses(dataDir)) {
    const name = programs.find(([, pattern]) => pattern.test(command))?.[0] ?? command;
    held.set(name, (held.get(name) ?? 0) + readPss(pid));
  }
  return held;
}

/** Kilobytes that a process holds, with its share of what it has in common with others. */
export function readPss(pid: number | 'self'): number {
  const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes);
}

const programs = [
  ['PostgreSQL, all of it', /postgres/],
  ['the card sandbox', /sandbox/],
  ['`npm start` itself', /compact\.js start/],
  ['the shop', /server/],
] as const;
