/** However the shop ends, nothing is left behind and the next start simply works. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#app/config.ts';
import { openGateway } from '#app/sandbox/provider.ts';
import { fillData } from '../support/filled-data.ts';
import { orderBody } from '../support/given.ts';
import { givenImageForm } from '../support/pictures.ts';
import {
  endShop,
  findProcesses,
  freePort,
  isLinux,
  killAll,
  onlyOnLinux,
  pressCtrlC,
  projectRoot,
  readParts,
  type Shop,
  type ShopOptions,
  startShop,
  startTimeoutMs,
  until,
  untilProcess,
} from '../support/processes.ts';
import { findPostmaster } from '../support/running-database.ts';
import { makeFolder, removeFolder } from '../support/shop-folders.ts';
import { logInVisitor } from '../support/visitor.ts';

let folder: string;
let dataDir: string;
let shops: Shop[];

beforeEach(() => {
  folder = makeFolder();
  dataDir = path.join(folder, 'data');
  shops = [];
  fillData(dataDir);
});

afterEach(async () => {
  for (const shop of shops.reverse()) await endShop(shop, dataDir);
  removeFolder(folder);
});

describe.skipIf(!isLinux)(`a running shop${onlyOnLinux}`, { timeout: 2 * startTimeoutMs }, () => {
  // beside the other tests, because the work of a minute begins with the next one
  let expiring: ReturnType<typeof expireOrder>;
  beforeAll(() => {
    expiring = expireOrder();
    expiring.catch(() => {}); // its test says why
  });
  afterAll(() => expiring.catch(() => {}));

  test('ends on Ctrl-C with everything it has started', async () => {
    const shop = await open({ through: 'npm' });
    const { socketDir } = findPostmaster(dataDir);
    expect(existsSync(socketDir)).toBe(true);
    await uploadPicture(shop);
    await untilProcess(dataDir, 'isolated');
    pressCtrlC(shop);
    await shop.ended;
    await untilNothingIsLeft();
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    expect(existsSync(socketDir)).toBe(false);
    expect(shop.errors()).not.toMatch(/^ {2,}at /m);
  });

  test('ends when npm alone gets SIGTERM, and leaves its catalogue to the next start', async () => {
    const left = path.join(dataDir, 'catalogue-index');
    expect(existsSync(left)).toBe(true); // of the stop before
    const shop = await open({ through: 'npm' });
    expect(existsSync(left)).toBe(false);
    await readParts(shop);
    shop.launcher.kill('SIGTERM');
    await shop.ended;
    await untilNothingIsLeft();
  });

  test('tells proxies first that it ends, and serves meanwhile, when its terminal is closed', async () => {
    const shop = await open({ env: { STOP_DELAY_SECONDS: '5' } });
    shop.launcher.kill('SIGHUP');
    await until('it is not ready', async () => (await fetch(`${shop.url}/readyz`)).status === 503);
    const probe = await fetch(`${shop.url}/readyz`);
    expect([probe.status, await probe.json()]).toEqual([503, { status: 'the process is stopping' }]);
    await readParts(shop);
    expect(await shop.ended).toBe(0);
    await untilNothingIsLeft();
  });

  test('does not start its card sandbox again that ends while it stops', async () => {
    const said: string[] = [];
    const stopping = new AbortController();
    const { close } = await openGateway(readConfig({ DATA_DIR: dataDir }), {
      onFailure: () => {},
      log: (sentence) => said.push(sentence),
      signal: stopping.signal,
    });
    stopping.abort();
    for (const { pid } of findProcesses(dataDir)) process.kill(pid, 'SIGTERM');
    await untilNothingIsLeft();
    await sleep(300); // until it would have been started again
    await close();
    expect(said).toEqual([]);
  });

  test('ends with a benchmark that is interrupted', async () => {
    const benchmark = spawn(process.execPath, ['bench/main.ts', 'orders'], {
      cwd: projectRoot,
      env: { ...process.env, TMPDIR: folder },
      stdio: 'ignore',
    });
    await untilProcess(folder, 'checkpointer');
    benchmark.kill('SIGTERM');
    expect(await once(benchmark, 'exit')).toEqual([130, null]);
    expect(findProcesses(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['data']);
  });

  test('starts although the dead PostgreSQL’s process number belongs to a stranger by now, and ends when its launcher is killed', async () => {
    const before = await open({});
    const parts = await readParts(before);
    await killAll(dataDir);
    const pidFile = path.join(dataDir, 'postgres/postmaster.pid');
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid)));
    const after = await open({});
    expect(await readParts(after)).toEqual(parts);
    after.launcher.kill('SIGKILL');
    await after.ended;
    await untilNothingIsLeft();
  });

  test('lets unpaid orders expire by itself when their time is up', async () => {
    const { before, after } = await expiring.catch(() => expireOrder());
    expect(after).toBe(before);
  });
});

async function open(how: Pick<ShopOptions, 'through' | 'env'>): Promise<Shop> {
  const shop = await startShop({ dataDir, port: await freePort(), ...how });
  shops.push(shop);
  await shop.untilOpen();
  return shop;
}

/** Places an order in a shop of its own, and waits for its end; the units that were there before and are there after. */
async function expireOrder(): Promise<{ before: number; after: number }> {
  const own = makeFolder();
  const data = path.join(own, 'data');
  fillData(data);
  const env = { ORDER_EXPIRY_HOURS: '0.001' };
  const shop = await startShop({ dataDir: data, port: await freePort(), env });
  try {
    await shop.untilOpen();
    const account = { email: 'customer@compact.test', password: 'compact-demo' };
    const customer = await logInVisitor(shop.url, account);
    const [part] = await customer.call('GET', '/api/parts?limit=1');
    if (!part) throw new Error('Nothing is on sale.');
    const { _id } = await customer.call('POST', '/api/order', orderBody(part._id));
    const readState = async () => (await customer.call('GET', `/api/my_order/${_id}`)).status;
    await until('it has expired', async () => (await readState()) === 'expired', 2 * startTimeoutMs);
    const { available_quantity: after } = await customer.call('GET', `/api/parts/${part._id}`);
    return { before: part.available_quantity, after };
  } finally {
    await endShop(shop, data);
    removeFolder(own);
  }
}

async function untilNothingIsLeft(): Promise<void> {
  await until('no process of the shop is left', async () => findProcesses(dataDir).length === 0);
}

/** An isolated process makes its files, and stays for a while. */
async function uploadPicture({ url }: Shop): Promise<void> {
  const admin = await logInVisitor(url, { email: 'admin@compact.test', password: 'compact-demo' });
  await admin.call('POST', '/api/image', await givenImageForm());
}
