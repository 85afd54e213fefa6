/** What dies by itself is started again, and what is asked to stop ends in time, whatever hangs. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeDice } from '../../bench/dice.ts';
import { fillData } from '../support/filled-data.ts';
import { foreignLines } from '../support/log-lines.ts';
import {
  endShop,
  findProcesses,
  freePort,
  isLinux,
  kill,
  killAll,
  listenHere,
  onlyOnLinux,
  projectRoot,
  readParts,
  type Shop,
  type ShopOptions,
  startShop,
  startTimeoutMs,
  until,
  untilProcess,
} from '../support/processes.ts';
import { findPostmaster, onShopDatabase } from '../support/running-database.ts';
import { copyData, makeFolder, removeFolder } from '../support/shop-folders.ts';

const seed = Number(process.env.STOP_SEED ?? Math.floor(Math.random() * 2 ** 31));
const stopCount = 4;
/** How long it is under load before it is stopped, in milliseconds. */
const loadMs = 300;

let folder: string;
let dataDir: string;
let running: Shop | undefined;
/** How long the last start took, in milliseconds. */
let startTakes = 4_000;

/** One folder for all tests here: what one of them leaves behind, the next start has to live with. */
beforeAll(() => {
  folder = makeFolder(undefined, '/var/tmp'); // on a disk, where a recovery takes its time
  dataDir = path.join(folder, 'data');
  if (isLinux) fillData(dataDir);
});

afterEach(async () => {
  if (running) await endShop(running, dataDir);
});

afterAll(async () => {
  if (running) await endShop(running, dataDir);
  removeFolder(folder);
});

describe.skipIf(!isLinux)(`a shop${onlyOnLinux}`, { timeout: 4 * startTimeoutMs }, () => {
  test('starts again whatever of it dies, and keeps its data', async () => {
    const shop = await open({ env: { NODE_OPTIONS: throwOnSignal } });
    const parts = await readParts(shop);
    const server = await findServer();

    kill(findPostmaster(dataDir).pid, 'SIGKILL');
    await untilSaid(shop, 'PostgreSQL runs again.');
    expect(await readParts(shop)).toEqual(parts);

    kill((await untilProcess(dataDir, 'build/shop/sandbox.js')).pid, 'SIGKILL');
    await untilSaid(shop, 'The card sandbox runs again.');
    expect(await findServer()).toBe(server);

    kill(server, 'SIGUSR2');
    await untilSaid(shop, 'COMPACT ended unexpectedly (exit code 1); starting it again in 1 s.');
    expect(shop.errors()).toContain('Error: spoilt');
    await untilOpenedTimes(shop, 2);
    expect(await readParts(shop)).toEqual(parts);

    kill(await findServer(), 'SIGKILL');
    await untilSaid(shop, 'COMPACT ended unexpectedly (SIGKILL); starting it again in');
    await untilOpenedTimes(shop, 3);
    expect(await readParts(shop)).toEqual(parts);

    // nobody reads what it prints any more, and its launcher cannot write, as on a full disk
    for (const output of [shop.launcher.stdout, shop.launcher.stderr]) output?.destroy();
    const note = path.join(projectRoot, '.compact/running', `${shop.launcher.pid}.json`);
    mkdirSync(`${note}.new-${shop.launcher.pid}`);
    const unread = await findServer();
    kill(unread, 'SIGKILL');
    await until('it is started again', async () => (await findServer()) !== unread);
    await shop.untilOpen();
    rmdirSync(`${note}.new-${shop.launcher.pid}`);
    await stopAndExpect(shop);
  });

  test('ends at once when it is asked to while something of it is to be started again', async () => {
    const one = await open({});
    kill(findPostmaster(dataDir).pid, 'SIGKILL');
    await stopAndExpect(one);

    const other = await open({ through: 'npm' });
    kill(await findServer(), 'SIGKILL');
    await untilSaid(other, 'starting it again in 1 s.');
    other.launcher.kill('SIGTERM');
    await other.ended;
    await sleep(1500); // when it would have started again
    expect(findProcesses(dataDir).filter(({ command }) => command.includes('build/shop/'))).toEqual([]);
  });

  test('starts again after PostgreSQL was asked to stop while it recovered from a crash', async () => {
    const shop = await open();
    const parts = await readParts(shop);
    const postmaster = findPostmaster(dataDir).pid;
    const log = () => readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
    const known = log().length;
    const backend = await backendPid(
      'drop table if exists replayed; create table replayed as select repeat(md5(n::text), 10) from generate_series(1, 100000) n',
    );
    kill(backend, 'SIGKILL');
    await until('PostgreSQL recovers', async () => log().slice(known).includes('was interrupted'));
    kill(postmaster, 'SIGINT'); // as the exit handler of former shops did
    kill(shop.launcher.pid ?? 0, 'SIGKILL');
    kill(await findServer(), 'SIGKILL');
    await shop.ended;
    running = undefined; // or its PostgreSQL would be killed as well
    const next = await open();
    expect(next.output()).toContain('PostgreSQL does not stop when asked and is ended by force');
    expect(await readParts(next)).toEqual(parts);
    await stopAndExpect(next);
  });

  test('stops in time, and says what it waited for, with everything hanging that it waits for', async () => {
    const shop = await open();
    const visitor = connect(Number(new URL(shop.url).port), '127.0.0.1');
    visitor.on('error', () => {});
    visitor.write('POST /api/identity/sign-in/email HTTP/1.1\r\nHost: shop\r\nContent-Length: 10\r\n\r\n{');
    await once(visitor, 'connect');
    await readParts(shop); // whose answer comes after the connection before it was taken
    kill((await untilProcess(dataDir, 'build/shop/sandbox.js')).pid, 'SIGSTOP');
    kill(await backendPid(), 'SIGSTOP');
    kill(findPostmaster(dataDir).pid, 'SIGSTOP');
    await stopAndExpect(shop);
    expect(shop.output()).toContain('Stopping: open requests are cut off.');
    expect(shop.output()).toContain('The card sandbox does not stop when asked and is ended by force.');
    expect(shop.output()).toContain('PostgreSQL does not stop when asked and is ended by force');
  });

  test('stops while it still waits for a database that never answers', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    const port = await listenHere(silent);
    try {
      const shop = await start({ env: { DATABASE_URL: `postgres://any@127.0.0.1:${port}/any` } });
      await until('the shop asks for its database', async () => sockets.length > 0);
      await stopAndExpect(shop);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  test(`ends on SIGTERM at ${stopCount} random moments of its start and under load, seed ${seed}`, async () => {
    const dice = makeDice(seed);
    const second = path.join(folder, 'second');
    copyData(dataDir, second);
    const moments = Array.from({ length: stopCount }, () => dice.next() * 2 * startTakes);
    const stopAll = async (data: string) => {
      for (let moment = moments.pop(); moment !== undefined; moment = moments.pop()) {
        await stopAt(data, moment);
      }
    };
    await Promise.all([stopAll(dataDir), stopAll(second)]);
  });
});

async function stopAt(data: string, moment: number): Promise<void> {
  const shop = await startShop({ dataDir: data });
  const load = new AbortController();
  let asking: Promise<void>[] = [];
  try {
    await sleep(Math.max(0, moment - loadMs));
    asking = Array.from({ length: 8 }, () => askUntil(load.signal, shop.url));
    await sleep(Math.min(moment, loadMs));
    shop.launcher.kill('SIGTERM');
    // before the launcher has got to hear signals, it simply dies of this one
    const how = `after ${moment} ms:\n${shop.output()}\n${shop.errors()}`;
    expect([0, 'SIGTERM'], how).toContain(await shop.ended);
    expect(shop.errors(), how).toBe('');
    await until('nothing of it is left', async () => findProcesses(data).length === 0, 5000);
  } finally {
    load.abort();
    await Promise.all(asking);
    await killAll(data);
  }
}

/** Load, if it is open. */
async function askUntil(signal: AbortSignal, url: string): Promise<void> {
  while (!signal.aborted) {
    const answer = fetch(`${url}/api/parts?limit=24`, { signal }).then((answer) => answer.text());
    await answer.catch(() => sleep(20));
  }
}

async function open(options: Partial<ShopOptions> = {}): Promise<Shop> {
  if (running) await endShop(running, dataDir);
  const begun = Date.now();
  const shop = await start(options);
  await shop.untilOpen();
  startTakes = Date.now() - begun;
  await untilOpenedTimes(shop, 1);
  if (options.through !== 'npm') expect(foreignLines(shop.printed())).toEqual([]);
  return shop;
}

async function start(options: Partial<ShopOptions>): Promise<Shop> {
  running = await startShop({ dataDir, port: await freePort(), ...options });
  return running;
}

/**
 * It ends by itself, with code 0 and everything it has started; its launcher does not have to force it. All that it has
 * printed since its start are JSON lines of its log.
 */
async function stopAndExpect(shop: Shop): Promise<void> {
  shop.launcher.kill('SIGTERM');
  expect(await shop.ended, `${shop.output()}\n${shop.errors()}`).toBe(0);
  expect(foreignLines(shop.printed())).toEqual([]);
  await until('nothing of it is left', async () => findProcesses(dataDir).length === 0, 5000);
}

async function untilSaid(shop: Shop, words: string): Promise<void> {
  await until(`it says “${words}”`, async () => `${shop.output()}\n${shop.errors()}`.includes(words));
}

async function untilOpenedTimes(shop: Shop, times: number): Promise<void> {
  const openings = () => shop.output().split('COMPACT is open at').length - 1;
  await until(`it has opened ${times} times`, async () => openings() >= times);
}

async function findServer(): Promise<number> {
  return (await untilProcess(dataDir, 'build/shop/server.js')).pid;
}

/** One of the shop's own sessions at its database, in which something is done before. */
async function backendPid(before = ''): Promise<number> {
  return await onShopDatabase(dataDir, async (client) => {
    await client.query(before);
    const { rows } = await client.query(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0].pid;
  });
}

/** Lets a process of the shop throw what nobody catches, at a signal. */
const throwOnSignal = `--import data:text/javascript,process.on('SIGUSR2',()=>{throw(new(Error)('spoilt'))})`;
