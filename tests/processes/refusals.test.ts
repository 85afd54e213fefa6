/** A start that cannot be says so in one sentence, with a non-zero exit code, and harms nobody. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import { fillData } from '../support/filled-data.ts';
import { foreignLines } from '../support/log-lines.ts';
import {
  endShop,
  freePort,
  isLinux,
  listenHere,
  type Shop,
  startShop,
  startTimeoutMs,
  until,
} from '../support/processes.ts';
import {
  copyProjectWithLinks,
  givenFolder,
  isRoot,
  makeFolder,
  ordinaryUid,
  projectFor,
  removeFolder,
} from '../support/shop-folders.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;
const mountNeeds = canMount ? '' : ' (skipped: needs root and the right to mount)';
const rootNeeds = isRoot ? '' : ' (skipped: only root can become another user)';

const folder = givenFolder();
const started: { shop: Shop; dataDir: string }[] = [];

afterEach(async () => {
  for (const { shop, dataDir } of started.splice(0)) await endShop(shop, dataDir);
});

describe('a start', { timeout: 2 * startTimeoutMs }, () => {
  test('beside a running shop on the same data is refused, and does it no harm', async () => {
    const dataDir = path.join(folder, 'data');
    fillData(dataDir);
    const running = await start({ dataDir });
    await running.untilOpen();

    const second = await start({ dataDir });
    expect(await readSentence(second)).toContain(dataDir);

    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
  });

  test('reads .env below the environment; one whose packages have changed is refused while it runs', async () => {
    const project = copyProjectWithLinks(folder);
    const dataDir = path.join(folder, 'old');
    fillData(dataDir);
    const settings = path.join(project, '.env');
    const typed = '\uFEFFMETRICS_TOKEN="0123456789#abcdef"\nDATA_DIR=overridden\nof-others=1\n'; // as Windows writes it
    writeFileSync(settings, typed, { mode: 0o644, encoding: 'utf16le' });
    const running = await start({ dataDir, project, env: { ENV_FILE: '' } });
    await running.untilOpen();
    expect(running.errors()).toContain(`Others on this machine may read the secrets in ${settings}`);
    const metrics = (token: string) =>
      fetch(`${running.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await metrics('0123456789')).status).toBe(404);
    expect((await metrics('0123456789#abcdef')).status).toBe(200);
    expect(existsSync(path.join(project, 'overridden'))).toBe(false);
    const lock = path.join(project, 'package-lock.json');
    writeFileSync(lock, readFileSync(lock, 'utf8').replaceAll('"version": "', '"version": "1'));
    const second = await start({ dataDir: path.join(folder, 'new'), project });
    expect(await readSentence(second, 1)).toContain('is running'); // the launcher's own, before there is a shop
    expect(existsSync(path.join(project, 'node_modules/fastify/package.json'))).toBe(true);
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
  });

  test('with a settings file that is not there or cannot be read is refused', async () => {
    const dataDir = path.join(folder, 'unopened');
    writeFileSync(path.join(folder, 'others.bin'), '\0PORT=4100\n');
    for (const [ENV_FILE, sentence] of [
      [path.join(folder, 'others.bin'), 'cannot be read'],
      [path.join(folder, 'mistyped.env'), 'which is not there'],
      [folder, 'cannot be read'],
      [path.join(folder, 'x'.repeat(300)), 'cannot be read'],
    ] as const)
      expect(await readSentence(await start({ dataDir, env: { ENV_FILE } }))).toContain(sentence);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('on a port that something else has taken is refused', async () => {
    const server = createServer();
    const port = await listenHere(server);
    try {
      const shop = await start({ dataDir: path.join(folder, 'port'), port });
      expect(await readSentence(shop)).toContain(
        `Port ${port} is taken: the shop is open already, or another program has it.`,
      );
    } finally {
      server.close();
    }
  });

  test('with settings that cannot be is refused, and makes nothing', async () => {
    const cases: [env: Record<string, string>, named: string, dataDir?: string][] = [
      [{ HOST: 'name.that.is.not.ours.invalid', CARD_SANDBOX: 'on' }, 'name.that.is.not.ours.invalid'],
      [{ PUBLIC_URL: 'https://shop.example' }, 'CARD_SANDBOX=on'],
      ...(isLinux ? [[{}, '/proc/nothing', '/proc/nothing/data'] satisfies (typeof cases)[number]] : []),
    ];
    for (const [env, named, dataDir = path.join(folder, 'unopened')] of cases)
      expect(await readSentence(await start({ dataDir, env, through: 'main' }))).toContain(named);
    expect(existsSync(path.join(folder, 'unopened', 'postgres'))).toBe(false);
  });

  test.skipIf(!canMount)(`on a full disk is refused${mountNeeds}`, async () => {
    const dataDir = path.join(folder, 'full');
    mkdirSync(dataDir);
    // A disk of 20 MB, seen by this start alone.
    const mount = 'mount -t tmpfs -o size=20m none "$0" && exec "$@"';
    const within = ['unshare', '--mount', 'sh', '-c', mount, dataDir];
    expect(await readSentence(await start({ dataDir, within }), 75)).toContain('the disk is full');
  });

  test.skipIf(!canMount)(
    `on a read-only disk is refused, before its first start and later${mountNeeds}`,
    async () => {
      const [first, later] = ['first', 'later'].map((name) => path.join(folder, 'read-only', name)) as [
        string,
        string,
      ];
      mkdirSync(first, { recursive: true });
      fillData(later);
      chmodSync(later, 0o755);
      const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
      for (const dataDir of [first, later]) {
        const within = ['unshare', '--mount', 'sh', '-c', mount, dataDir];
        const sentence = await readSentence(await start({ dataDir, within }));
        expect(sentence).toContain('cannot be used: the disk is read-only; set DATA_DIR to');
      }
    },
  );

  test.skipIf(!isRoot)(`on a data folder that may not be written is refused${rootNeeds}`, async () => {
    const closed = makeFolder(); // root's own, 0700
    const project = projectFor(ordinaryUid, folder);
    try {
      const dataDir = path.join(closed, 'data');
      const shop = await start({ dataDir, project, uid: ordinaryUid });
      expect(await readSentence(shop)).toContain(dataDir);
    } finally {
      removeFolder(closed);
    }
  });
});

describe('DATABASE_URL', { timeout: 2 * startTimeoutMs }, () => {
  let outside: EmbeddedPostgres;
  let outsidePort: number;
  let address: string;

  beforeAll(async () => {
    const dataDir = path.join(folder, 'outside');
    outsidePort = await freePort();
    const hba_file = path.join(folder, 'pg_hba.conf'); // the shop's own database lets nobody in by TCP
    const host = '127.0.0.1/32';
    writeFileSync(
      hba_file,
      `local all all trust\nhost all stranger ${host} scram-sha-256\nhost all all ${host} trust\n`,
    );
    outside = await startEmbeddedPostgres({
      dataDir,
      log: () => {},
      settings: { listen_addresses: '127.0.0.1', port: String(outsidePort), hba_file, fsync: 'off' },
    });
    address = `postgres://compact:any@127.0.0.1:${outsidePort}`;
  }, startTimeoutMs);

  afterAll(async () => await outside?.stop());

  test('names a PostgreSQL of one’s own, which may come later than the shop, and none is started beside it', async () => {
    const dataDir = path.join(folder, 'with-url');
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: outsidePort });
    try {
      await proxy.fail('refuse');
      const DATABASE_URL = `postgres://compact:any@127.0.0.1:${proxy.port}/compact`;
      const shop = await start({ dataDir, env: { DATABASE_URL } });
      await until('it waits', async () => shop.output().includes('COMPACT waits for it'));
      const answers = await Promise.all(
        ['/healthz', '/readyz', '/api/parts'].map(async (page) => {
          const answer = await fetch(shop.url + page);
          return [answer.status, answer.headers.get('retry-after'), await answer.json()];
        }),
      );
      expect(answers).toEqual([
        [200, null, { status: 'alive' }],
        [503, '2', { status: 'the database cannot be reached' }],
        [503, '2', expect.objectContaining({ status: 503, refused: 'database-unavailable' })],
      ]);
      await proxy.heal();
      await shop.untilOpen();
      expect(shop.output().split('COMPACT waits for it')).toHaveLength(2);
      expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);

      const other = { dataDir: path.join(folder, 'another'), env: { DATABASE_URL: `${address}/compact` } };
      expect(await readSentence(await start({ ...other, through: 'main' }))).toContain(
        'card sandbox of its own',
      );
    } finally {
      await proxy.close();
    }
  });

  test('is refused with a sentence when no waiting mends what is wrong there', async () => {
    const wrong = {
      'There is no such database.': `${address}/no_such_database`,
      'There is no such role.': address.replace('compact', 'nobody'),
      'The password is wrong.': address.replace('compact', 'stranger'),
    };
    for (const [what, DATABASE_URL] of Object.entries(wrong)) {
      const dataDir = path.join(folder, 'wrong-url');
      const shop = await start({ dataDir, env: { DATABASE_URL }, through: 'main' });
      expect(await readSentence(shop), what).toContain('DATABASE_URL');
    }
  });
});

async function start(options: Parameters<typeof startShop>[0]): Promise<Shop> {
  const shop = await startShop(options);
  started.push({ shop, dataDir: options.dataDir });
  return shop;
}

/** What a refused start has said: one line of the log, no stack trace, and an exit code; by 78 nobody starts it again. */
async function readSentence(shop: Shop, exitCode = 78): Promise<string> {
  const code = await shop.ended;
  expect(code, shop.output()).toBe(exitCode);
  const lines = shop.errors().trim().split('\n');
  expect(lines, shop.errors()).toHaveLength(1);
  expect(lines[0]).toMatch(/^[A-Z].{20}/);
  expect(foreignLines(shop.printed())).toEqual([]);
  return lines[0] ?? '';
}
