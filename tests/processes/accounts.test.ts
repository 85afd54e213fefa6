/** The shop starts for whoever starts it, wherever its folder is. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  endShop,
  findProcesses,
  projectRoot,
  type Shop,
  startShop,
  startTimeoutMs,
  until,
} from '../support/processes.ts';
import {
  copyProjectWithLinks,
  hasNamespaces,
  isRoot,
  makeFolder,
  ordinaryUid,
  projectFor,
  removeFolder,
} from '../support/shop-folders.ts';

const needsRoot = isRoot ? '' : ' (skipped: only root can become another user)';
const needsNamespaces =
  isRoot && !hasNamespaces() ? ' (skipped: this machine forbids user namespaces)' : needsRoot;

let folder: string;
let dataDir: string;
let shop: Shop | undefined;

beforeEach(() => {
  folder = makeFolder();
  dataDir = path.join(folder, 'data');
});

afterEach(async () => {
  if (shop) await endShop(shop, dataDir);
  shop = undefined;
  removeFolder(folder);
});

describe('npm start', { timeout: 2 * startTimeoutMs }, () => {
  test('opens the shop for whoever runs the tests, closes an old data folder to others, and ends clean', async () => {
    givenOldDataDir();
    shop = await startShop({ dataDir, through: 'npm' });
    await shop.untilOpen();
    const { output, url } = shop;
    await until('the shop says where it is open', async () => output().includes(`COMPACT is open at ${url}`));
    expect(existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(readModes(dataDir)).toEqual({ ...closed, '': '700' });
    expect(readFileSync(path.join(dataDir, 'address'), 'utf8')).toBe(url);
    await endShop(shop, dataDir);
    expect(shop.errors()).not.toMatch(/^ {2,}at /m);
  });

  test.skipIf(!isRoot)(
    `opens the shop of a program folder, without sources and tools, for a user who may not write there${needsRoot}`,
    async () => {
      chmodSync(folder, 0o711); // to pass through; nobody else's data is in it
      const project = path.join(folder, 'program');
      execFileSync('npm', ['run', 'build', '--', project], { cwd: projectRoot, stdio: 'ignore' });
      execFileSync('chmod', ['-R', 'a-w', project]);
      expect(existsSync(path.join(project, 'node_modules/vite'))).toBe(false);
      const home = path.join(folder, 'home');
      mkdirSync(home, { mode: 0o777 });
      chmodSync(home, 0o777);
      dataDir = path.join(home, 'data');
      shop = await startShop({ dataDir, project, through: 'npm', uid: ordinaryUid, env: { HOME: home } });
      await shop.untilOpen();
      expect(shop.output()).not.toMatch(/[12]\/4 /); // nothing is installed or built
      for (const page of ['/', '/favicon.ico']) expect((await fetch(shop.url + page)).status).toBe(200);
    },
  );

  test.skipIf(!isRoot)(
    `lets PostgreSQL pass through the data folder as another user${needsRoot}`,
    async () => {
      const project = projectFor(ordinaryUid, folder);
      const theirs = makeFolder(ordinaryUid); // which root without its rights, as in a namespace, may not enter
      try {
        dataDir = path.join(theirs, 'data');
        givenOldDataDir();
        shop = await startShop({ dataDir, project });
        await shop.untilOpen();
        expect(statSync(path.join(dataDir, 'postgres')).uid).toBe(ordinaryUid);
        expect(readModes(dataDir)).toEqual({ ...closed, '': '711' });
        await endShop(shop, dataDir);
        shop = await startShop({ dataDir, project });
        await shop.untilOpen();
      } finally {
        if (shop) await endShop(shop, dataDir);
        shop = undefined;
        removeFolder(theirs);
      }
    },
  );

  test.skipIf(needsNamespaces)(
    `opens the shop below a folder that only root may enter${needsNamespaces}`,
    async () => {
      const closed = path.join(folder, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      const project = copyProjectWithLinks(closed);
      dataDir = path.join(project, 'data');
      shop = await startShop({ dataDir, project, through: 'npm' });
      await shop.untilOpen();
      expect(findProcesses(dataDir).some((running) => running.command.startsWith(project))).toBe(true);
    },
  );
});

const closed = {
  'secrets.json': '600',
  'postgres.log': '600',
  outbox: '700',
  'outbox/old.json': '600',
  images: '700',
  'images/old.jpg': '600',
  'card-sandbox': '700',
  'card-sandbox/ledger.sqlite': '600',
};

/** A data folder as somebody may have made it before: everybody may read what is in it. */
function givenOldDataDir(): void {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  for (const name of ['outbox/old.json', 'images/old.jpg']) {
    const file = path.join(dataDir, name);
    mkdirSync(path.dirname(file));
    chmodSync(path.dirname(file), 0o755);
    writeFileSync(file, '{}');
    chmodSync(file, 0o644);
  }
}

function readModes(root: string): Record<string, string> {
  const names = ['', ...Object.keys(closed)];
  return Object.fromEntries(
    names.map((name) => [name, (statSync(path.join(root, name)).mode & 0o777).toString(8)]),
  );
}
