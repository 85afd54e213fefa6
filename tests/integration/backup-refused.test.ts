/** What no backup is made of, and what no backup is restored from or into; a refusal leaves everything as it was. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { BackupManifest } from '#administration/rules/backups.ts';
import { createBackupFile, openBackupFile } from '#app/commands/administration/backup.ts';
import { CommandRefusal } from '#app/commands/command.ts';
import { connect } from '#app/connect.ts';
import type { Connection } from '#platform/database/connect.ts';
import { followContent } from '#platform/database/content-version.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { listMigrations, readProgramVersion } from '#platform/database/migrate.ts';
import type { EmbeddedConnection } from '#platform/postgres/embedded-postgres.ts';
import { readAddress, runCommandHere, startCommand } from '../support/command-line.ts';
import { fillEveryTable } from '../support/every-table.ts';
import { createDatabase, givenDatabases } from '../support/postgres.ts';
import { findProgram } from '../support/processes.ts';
import { givenFolder } from '../support/shop-folders.ts';

const folder = givenFolder();
const dataDir = join(folder, 'data');
const file = join(folder, 'shop.tar.gz');
const makeDatabase = givenDatabases();

mkdirSync(dataDir);
writeFileSync(join(dataDir, 'secrets.json'), '{}');
const source = await makeDatabase();
await using(source, async ({ db }) => {
  await fillEveryTable(db);
  // so much that most of the file is rows
  await sql`insert into attempts select md5(n::text), n, now() from generate_series(1, 10000) n`.execute(db);
});
const made = await runCommandHere(['backup', file], {
  DATABASE_URL: readAddress(source),
  DATA_DIR: dataDir,
});
expect(made).toMatchObject({ code: 0 });
const whole = readFileSync(file);

describe('a file is refused', () => {
  test('wherever it is cut off', async () => {
    const lengths = fc.integer({ min: 0, max: whole.length - 1 });
    await fc.assert(
      fc.asyncProperty(lengths, async (length) => {
        expect(await verdictOn(whole.subarray(0, length))).toMatch(spoilt);
      }),
      { numRuns: 60, examples: [[0], [1], [whole.length - 1], [whole.length - 100], [200]] },
    );
  });

  test('whichever of its bits has changed', async () => {
    const places = fc.tuple(fc.integer({ min: 0, max: whole.length - 1 }), fc.integer({ min: 0, max: 7 }));
    await fc.assert(
      fc.asyncProperty(places, async ([place, bit]) => {
        const changed = Buffer.from(whole);
        changed[place] = (changed[place] ?? 0) ^ (1 << bit);
        expect(await verdictOn(changed)).toMatch(spoilt);
      }),
      { numRuns: 60, examples: [[[0, 0]], [[8, 1]], [[whole.length - 1, 7]], [[whole.length - 40, 0]]] },
    );
  });

  test.each([
    ['with something behind it', () => Buffer.concat([whole, Buffer.from('\n')])],
    ['twice in a row', () => Buffer.concat([whole, whole])],
    ['without its middle', () => Buffer.concat([whole.subarray(0, 5000), whole.subarray(60_000)])],
    ['of another program', () => Buffer.from('-- PostgreSQL database dump\n'.repeat(100))],
    ['of which there is nothing', () => Buffer.alloc(0)],
  ])('%s', async (_what, bytes) => {
    expect(await verdictOn(bytes())).toMatch(spoilt);
  });

  test('that is whole but does not hold what it promises', async () => {
    const tables = [{ name: 'people', columns: ['id'], rows: 2 }];
    expect(await verdictOn(readFileSync(await write({ tables }, ['tables/people/000001', 'one\n'])))).toMatch(
      /is a backup of a form that this COMPACT does not know/,
    );
  });
});

describe('a restore is refused before it touches anything', () => {
  test('from a file that is cut off', async () => {
    const target = await makeDatabase(createDatabase);
    const cut = join(folder, 'cut');
    writeFileSync(cut, whole.subarray(0, whole.length / 2));
    const refused = await restoreRefused(cut, target, join(folder, 'nowhere'));
    expect(refused).toBe(`“${cut}” is cut off or damaged.`);
    await expectUntouched(target);
  });

  test('from a backup of a later schema', async () => {
    const target = await makeDatabase(createDatabase);
    const later = await write({ migrations: [...(await knownMigrations()), '9999-later'], program: '9.1.0' });
    const refused = await restoreRefused(later, target, join(folder, 'nowhere'));
    expect(refused).toBe(
      'The database in this backup, made by COMPACT 9.1.0, has the migration 9999-later, which does not fit this COMPACT; restore it with the release that last ran on it.',
    );
    await expectUntouched(target);
  });

  test('into the data folder of another shop', async () => {
    const target = await makeDatabase(createDatabase);
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'secrets.json'), '{"authSecret":"another"}');
    const refused = await restoreRefused(file, target, other);
    expect(refused).toBe(
      `The data folder ${other} belongs to another shop; set DATA_DIR to one that is not there yet.`,
    );
    await expectUntouched(target);
    expect(readdirSync(other)).toEqual(['secrets.json']);
  });

  test('into a database that is not empty, be it another program’s', async () => {
    const target = await makeDatabase(createDatabase);
    await using(target, ({ db }) => sql`create table notes (text text)`.execute(db));
    const refused = await restoreRefused(file, target, join(folder, 'nowhere'));
    expect(refused).toMatch(/^The database is not empty \(there is something in “notes”\); /);
    await using(target, async ({ db }) => {
      const { rows } =
        await sql`select relname from pg_class where relnamespace = 'public'::regnamespace`.execute(db);
      expect(rows).toEqual([{ relname: 'notes' }]);
    });
  });

  test('into the database of a shop that runs', async () => {
    const target = await makeDatabase();
    const listener = await followContent(target, { startedAt: new Date(), connections: [] });
    const refused = await restoreRefused(file, target, join(folder, 'nowhere'));
    await listener.close();
    expect(refused).toBe('A shop is running on this database; stop it first.');
  });
});

test('a restore that was killed is simply repeated', { timeout: 120_000 }, async () => {
  const target = await makeDatabase(createDatabase);
  const newDir = join(folder, 'killed');
  const environment = { DATABASE_URL: readAddress(target), DATA_DIR: newDir };
  const killed = startCommand(['restore', file], environment);
  await killed.untilPrinted('Rows'); // the first of them are there, and not committed
  killed.child.kill('SIGKILL');
  await killed.ended;
  await using(target, async ({ db }) => {
    const { rows } = await sql`select from attempts`.execute(db);
    expect(rows).toEqual([]);
  });
  expect(await restore(file, target, newDir)).toMatchObject({ code: 0 });
  expect(await restoreRefused(file, target, newDir)).toMatch(/The database is not empty/);
});

test('a backup takes the place of an older one, or of an empty file, and of nothing else', async () => {
  const list = join(folder, 'parts.csv');
  writeFileSync(list, 'sku,price\n');
  const environment = { DATABASE_URL: readAddress(source), DATA_DIR: dataDir };
  expect(await readRefusal('backup', environment, list)).toBe(
    `“${list}” is there and is not a backup of COMPACT; name another file.`,
  );
  expect(readFileSync(list, 'utf8')).toBe('sku,price\n');
  writeFileSync(list, '');
  for (const _ of ['empty', 'a backup'])
    expect(await readRefusal('backup', environment, list)).toBe('It was done.');
});

test('two backups into one file at once, as by processes of two containers, do not tear each other', async () => {
  const path = join(folder, 'twice.tar.gz');
  const begin = () => createBackupFile(path, path, new Date());
  const backups = [await begin(), await begin()];
  for (const backup of backups) await backup.complete();
  for (const { draft, putInPlace, close } of backups) {
    const content = readFileSync(draft);
    await putInPlace();
    expect(readFileSync(path).equals(content)).toBe(true);
    await close();
  }
});

describe('a backup that fails leaves the one of before', () => {
  test('when the database cannot be reached', async () => {
    const refused = await readRefusal('backup', {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      DATA_DIR: dataDir,
    });
    expect(refused).toMatch(/^The database at DATABASE_URL cannot be used: .*\.$/);
    expect(readFileSync(file).equals(whole)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
  test.skipIf(!canMount)(
    `when the disk is full${canMount ? '' : ' (skipped: only root can mount one)'}`,
    async () => {
      const small = join(folder, 'small');
      mkdirSync(small);
      const run = 'mount -t tmpfs -o size=64k none "$0" && "$@"; ls -A "$0"';
      const command = [process.execPath, findProgram('command'), 'backup', join(small, 'shop.tar.gz')];
      const { stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', run, small, ...command], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, DATABASE_URL: readAddress(source), DATA_DIR: dataDir },
      });
      expect(stderr).toMatch(/“.*shop\.tar\.gz” cannot be written: the disk is full\.\n$/);
      expect(stderr).not.toMatch(/ {4}at /);
      expect(stdout).toBe('');
    },
  );
});

const spoilt = /“.*” is (not a backup of COMPACT|cut off or damaged)\.$/;

/** What is said of a file with these bytes. */
async function verdictOn(bytes: Buffer): Promise<string> {
  const path = join(folder, 'judged');
  writeFileSync(path, bytes);
  try {
    await (await openBackupFile(path, path)).close();
    return 'It is whole.';
  } catch (error) {
    if (error instanceof CommandRefusal) return error.message;
    throw error;
  }
}

/** What a command says instead of doing it: the last line, after those on its progress. */
async function readRefusal(
  command: 'backup' | 'restore',
  environment: Record<string, string>,
  from = file,
): Promise<string> {
  const { code, errors } = await runCommandHere([command, from], environment);
  return code === 0 ? 'It was done.' : (errors.trim().split('\n').at(-1) ?? '');
}

/** A well-formed backup with such a manifest. */
async function write(manifest: Partial<BackupManifest>, ...entries: [string, string][]): Promise<string> {
  const path = join(folder, `${randomUUID()}.tar.gz`);
  const complete: BackupManifest = {
    ...{ format: 1, program: '1', madeAt: '', migrations: await knownMigrations(), tables: [] },
    ...{ sequences: [], jobs: 0, hasOwnAuthSecret: false, ...manifest },
  };
  const output = await createBackupFile(path, path, new Date());
  for (const [name, text] of [
    ['manifest.json', JSON.stringify(complete)],
    ['secrets.json', '{}'],
    ...entries,
  ] as const)
    await output.add({ name, bytes: Buffer.from(text) });
  await output.complete();
  await output.putInPlace();
  await output.close();
  return path;
}

async function knownMigrations(): Promise<string[]> {
  return await listMigrations(await readProgramVersion());
}

async function using(address: EmbeddedConnection, work: (connection: Connection) => Promise<unknown>) {
  const connection = connect(address, 2, commandLimits);
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}

function restore(from: string, target: EmbeddedConnection, into: string) {
  return runCommandHere(['restore', from], { DATABASE_URL: readAddress(target), DATA_DIR: into });
}

function restoreRefused(from: string, target: EmbeddedConnection, into: string) {
  return readRefusal('restore', { DATABASE_URL: readAddress(target), DATA_DIR: into }, from);
}

async function expectUntouched(target: EmbeddedConnection): Promise<void> {
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  await using(target, async ({ db }) => {
    const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db);
    expect(rows).toEqual([]);
  });
}
