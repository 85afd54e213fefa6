/** Programs of several releases on one database: who may run on which schema, and what the others are told. */
import { randomUUIDv7 } from 'node:crypto';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#app/config.ts';
import { connect } from '#app/connect.ts';
import { startShop } from '#app/start.ts';
import { findPart, type PartRow } from '#catalogue/database/parts.ts';
import { factsVersion } from '#catalogue/rules/derived-facts.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { describeParts } from '#catalogue/use-cases/describe-parts.ts';
import type { Connection, Database } from '#platform/database/connect.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import {
  findSchemaProblem,
  listMigrations,
  migrate,
  type ProgramVersion,
} from '#platform/database/migrate.ts';
import type { EmbeddedConnection } from '#platform/postgres/embedded-postgres.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';
import { readAddress, runCommandHere } from '../support/command-line.ts';
import { countLockWaits } from '../support/given.ts';
import { givenDatabases } from '../support/postgres.ts';
import { freePort, projectRoot } from '../support/processes.ts';
import { givenFolder } from '../support/shop-folders.ts';

const ownFolder = path.join(projectRoot, 'src/platform/database/migrations');
const scratch = givenFolder();
const makeDatabase = givenDatabases();
let address: EmbeddedConnection;
let connection: Connection;
let db: Database;

beforeEach(async () => {
  address = await makeDatabase();
  connection = connect(address, 20, commandLimits);
  ({ db } = connection);
  onTestFinished(connection.close);
});

const addsColumn = { '9001-adds': 'alter table parts add column ninth_column integer;' };
const endsSupport = {
  ...addsColumn,
  '9002-removes': `alter table parts drop column ninth_column;
    insert into schema_releases (migration, oldest_release) values ('9002-removes', '0.10.0');`,
};

describe('a program that meets migrations of a newer release', () => {
  test('runs when none of them has ended its support, and changes nothing', async () => {
    await migrate(db, await makeProgram('0.9.0', addsColumn));
    const before = await appliedTo(db);
    const older = await makeProgram('0.8.0');
    await migrate(db, older);
    expect(await findSchemaProblem(db, older)).toBe(undefined);
    expect(await appliedTo(db)).toEqual(before);
  });

  test.each(['0.10.0', '0.10.1', '1.0.0'])(
    'runs as %s when 0.10.0 is the oldest that may',
    async (release) => {
      await migrate(db, await makeProgram('0.11.0', endsSupport));
      const older = await makeProgram(release, addsColumn);
      await migrate(db, older);
      expect(await findSchemaProblem(db, older)).toBe(undefined);
    },
  );

  test.each(['0.2.0', '0.9.9'])('is refused as %s when 0.10.0 is the oldest that may', async (release) => {
    await migrate(db, await makeProgram('0.11.0', endsSupport));
    const older = await makeProgram(release, addsColumn);
    const sentence = `COMPACT ${release} is too old for the database, which a newer release has changed: start 0.10.0 or later, or restore a backup from before that update.`;
    await expect(migrate(db, older)).rejects.toThrow(new StartupRefusal(sentence));
    expect(await findSchemaProblem(db, older)).toBe(sentence); // what /readyz tells while it is still running
  });

  test('is refused when it has migrations of its own: it is no older release, but another program', async () => {
    await migrate(db, await makeProgram('0.9.0', addsColumn));
    const stranger = await makeProgram('0.9.1', { '9001-other': 'create table others (id uuid);' });
    const sentence =
      'COMPACT 0.9.1 does not fit the database, which has the migration 9001-adds but not 9001-other: start the release that last ran on it.';
    await expect(migrate(db, stranger)).rejects.toThrow(new StartupRefusal(sentence));
    expect(await appliedTo(db)).not.toContain('9001-other');
  });
});

test('a migration that comes before one that has been applied is refused', async () => {
  await migrate(db, await makeProgram('0.9.0', addsColumn));
  const late = await makeProgram('0.9.1', { ...addsColumn, '9000-late': 'create table others (id uuid);' });
  await expect(migrate(db, late)).rejects.toThrow('has the migration 9001-adds but not 9000-late');
});

test('an older and a newer program may migrate at once, from nothing', async () => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const newer = await makeProgram('0.9.0', addsColumn);
  const older = await makeProgram('0.8.0');
  await Promise.all([older, newer, older, newer].map((program) => migrate(db, program)));
  expect((await appliedTo(db)).at(-1)).toBe('9001-adds');
  for (const program of [older, newer]) expect(await findSchemaProblem(db, program)).toBe(undefined);
});

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  const broken = { ...addsColumn, '9002-broken': 'create table others (id uuid); select 1 / 0;' };
  await expect(migrate(db, await makeProgram('0.9.0', broken))).rejects.toThrow('division by zero');
  expect((await appliedTo(db)).at(-1)).toBe('9001-adds');
  await migrate(
    db,
    await makeProgram('0.9.0', { ...addsColumn, '9002-mended': 'create table others (id uuid);' }),
  );
});

test('a statement that a migration repeats commits each time, and the rest follows when nothing is left', async () => {
  await sql`create table counted (id integer, piece xid8)`.execute(db);
  await sql`insert into counted select generate_series(1, 5)`.execute(db);
  const inPieces = {
    '9001-pieces': `update counted set piece = pg_current_xact_id()
        where id in (select id from counted where piece is null order by id limit 2);
      -- [repeat]
      alter table counted alter column piece set not null;`,
    '9002-broken': 'update counted set piece = null where id = 1; -- [repeat]',
  };
  await expect(migrate(db, await makeProgram('0.9.0', inPieces))).rejects.toThrow('not-null');
  const { rows } =
    await sql`select array_agg(id order by id) ids from counted group by piece order by 1`.execute(db);
  expect(rows).toEqual([{ ids: [1, 2] }, { ids: [3, 4] }, { ids: [5] }]);
  expect((await appliedTo(db)).at(-1)).toBe('9001-pieces');
});

test('a migration that waits for a lock does not block readers, and continues when it gets the lock', async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const hasRead = Promise.withResolvers<void>();
  const reading = db.transaction().execute(async (slow) => {
    await slow.selectFrom('parts').select('id').execute(); // its lock lasts until the transaction ends
    hasRead.resolve();
    await isReleased;
  });
  await hasRead.promise;
  const migrating = migrate(db, await makeProgram('0.9.0', addsColumn));
  await waitingForLock();
  await db.selectFrom('parts').select('id').execute(); // queues behind the migration, and hangs if that waits for ever
  release();
  await reading;
  await migrating;
  expect((await appliedTo(db)).at(-1)).toBe('9001-adds');
});

test('a transaction that has read tables can write them, whichever migration waits for it', {
  timeout: 60_000,
}, async () => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const program = { release: '0.9.0', folder: pathToFileURL(`${ownFolder}/`) };
  const last = '0031-shipments'; // no older program runs on its schema
  await migrate(db, { ...program, lastMigration: last });
  const later = (await listMigrations(program)).filter((name) => name > last);
  expect(later.length).toBeGreaterThan(10);
  for (const lastMigration of later) {
    let migrating = Promise.resolve();
    const writing = db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ name: string }>`
        select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db);
      const tables = sql.raw(rows.map(({ name }) => name).join(', '));
      await sql`lock table ${tables} in access share mode`.execute(transaction);
      let isOver = false;
      migrating = migrate(db, { ...program, lastMigration }).finally(() => {
        isOver = true;
      });
      await waitingForLock(() => isOver);
      await sql`lock table ${tables} in row exclusive mode`.execute(transaction);
    });
    await expect(writing, lastMigration).resolves.toBe(undefined);
    await migrating;
  }
});

test('facts of parts are made anew when an earlier version made them, and kept when a later one did', async () => {
  for (const version of [factsVersion - 1, factsVersion + 1]) {
    const id = await insertPart('other', { Length: '2 m' });
    await sql`update parts set facts = '{}', facts_version = ${version} where id = ${id}`.execute(db);
  }
  expect(await describeParts({ db })).toBe(1);
  const { rows } = await sql`select facts_version, facts from parts order by facts_version`.execute(db);
  expect(rows).toEqual([
    { facts_version: factsVersion, facts: { Length: '2 m' } },
    { facts_version: factsVersion + 1, facts: {} },
  ]);
});

test('facts are read of a part as an edit at the same moment leaves it', async () => {
  const id = await insertPart('other');
  let describing: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (transaction) => {
    await sql`update parts set specs = '{"Length": "2 m"}' where id = ${id}`.execute(transaction);
    let isOver = false;
    describing = describeParts({ db }).finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await countLockWaits({ db })) > 0).toBe(true);
  });
  await describing;
  const { rows } = await sql`select facts from parts where id = ${id}`.execute(db);
  expect(rows).toEqual([{ facts: { Length: '2 m' } }]);
});

test('text that facts say is left out, and read as it was; what cannot be read, or is written otherwise, stays', async () => {
  const specs = { ecc: 'maybe', cores: 6, socket: 'LGA 1700', memoryTypes: 'DDR4, DDR5' };
  const id = await insertPart('cpu', specs);
  const read = async () => JSON.stringify(((await findPart(db, id)) as PartRow).specs);
  expect(await read()).toBe(JSON.stringify(specs));
  await describeParts({ db });
  expect(await read()).toBe(JSON.stringify(specs));
  const { rows } = await connection.query('select specs, facts from parts');
  const facts = { cores: 6, socket: 'LGA1700', memoryTypes: [4, 5] };
  expect(rows).toEqual([{ specs: { ecc: 'maybe', socket: 'LGA 1700' }, facts }]);
  expect(await describeParts({ db })).toBe(0);
});

/** As a program that knows no facts. */
async function insertPart(category: Category, specs: object = {}): Promise<string> {
  const id = randomUUIDv7();
  await sql`insert into parts (id, sku, category, brand, name, description, price_cents, stock, minimum_order,
    specs, slug, created_at, updated_at) values (${id}, ${id}, ${category}, 'Testco', 'A part', 'It is there.', 1000,
    5, 1, ${JSON.stringify(specs)}, ${id}, now(), now())`.execute(db);
  return id;
}

test('the shop and its commands end with that one sentence, and no stack', async () => {
  await sql`insert into schema_migrations (name, timestamp) values ('9002-removes', '')`.execute(db);
  await sql`insert into schema_releases (migration, oldest_release) values ('9002-removes', '99.0.0')`.execute(
    db,
  );
  const environment = {
    DATABASE_URL: readAddress(address),
    DATA_DIR: path.join(scratch, 'data'),
    PORT: String(await freePort()),
  };
  const sentence =
    /^COMPACT \S+ is too old for the database, which a newer release has changed: start 99\.0\.0 or later, .+\.$/;
  await expect(startShop(readConfig(environment), () => {})).rejects.toThrow(sentence);
  const { code, errors } = await runCommandHere(['audit'], environment);
  expect(errors.trim()).toMatch(sentence);
  expect(code).toBe(1);
});

/** A program with our migrations and these. */
async function makeProgram(release: string, more: Record<string, string> = {}): Promise<ProgramVersion> {
  const folder = await mkdtemp(path.join(scratch, 'program-'));
  await cp(ownFolder, folder, { recursive: true });
  for (const [name, text] of Object.entries(more)) await writeFile(path.join(folder, `${name}.sql`), text);
  return { release, folder: pathToFileURL(`${folder}/`) };
}

async function appliedTo(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Resolves when a migration waits for a table. */
async function waitingForLock(isOver = () => false): Promise<void> {
  await expect
    .poll(
      async () => {
        if (isOver()) return true;
        const { rows } = await sql`
        select from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation is not null
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
        return rows.length > 0;
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(true);
}
