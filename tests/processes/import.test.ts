/** An import that dies, or is stopped, in the middle keeps what it has done; repeated, it ends in the same catalogue. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '#app/commands/command.ts';
import { readConfig } from '#app/config.ts';
import { migrate } from '#platform/database/migrate.ts';
import { runCommandHere, startCommand } from '../support/command-line.ts';
import { givenFile, givenListRows } from '../support/part-lists.ts';
import { findProcesses, isLinux, kill, onlyOnLinux, startTimeoutMs, until } from '../support/processes.ts';
import { copyData, givenFolder } from '../support/shop-folders.ts';

/** In all several batches of 500. */
const rowsOfEach = 400;
const allRows = (4 * rowsOfEach).toLocaleString('en-US');
/** What is said when the first batch is written. */
const firstBatch = 'Writing parts';
/** The data folder of a shop without parts. */
const empty = 'empty';

const folder = givenFolder();

describe.skipIf(!isLinux)(
  `an import of ${allRows} parts${onlyOnLinux}`,
  { timeout: 4 * startTimeoutMs },
  () => {
    let files: string[];
    let whole: string;

    beforeAll(async () => {
      const lists = Object.entries(givenListRows(rowsOfEach));
      files = lists.map(([kind, rows]) => givenFile(folder, `${kind}.jsonl`, rows));
      await withConnection(readConfig(inShop(empty)), 'refuse', ({ db }) => migrate(db));
      for (const name of ['whole', 'killed', 'all-killed', 'stopped', 'nothing']) givenEmptyShop(name);
      const undisturbed = await runCommandHere(['import', ...files], inShop('whole'));
      expect(undisturbed.output, undisturbed.errors).toContain(`${allRows} rows: ${allRows} added`);
      await until(
        'its database has ended',
        async () => findProcesses(path.join(folder, 'whole')).length === 0,
      );
      whole = await readCatalogue('whole');
      expect(whole.split('\n')).toHaveLength(4 * rowsOfEach + 2);
    }, 4 * startTimeoutMs);

    afterAll(() => {
      for (const running of findProcesses(folder)) kill(running.pid, 'SIGKILL');
    });

    test('is repeated after kill -9', async () => {
      const command = startCommand(['import', ...files], inShop('killed'));
      await command.untilPrinted(firstBatch);
      command.child.kill('SIGKILL');
      await command.ended;
      await expectTheRest('killed');
    });

    test('is repeated after kill -9 of everything, the database too', async () => {
      const command = startCommand(['import', ...files], inShop('all-killed'));
      await command.untilPrinted(firstBatch);
      for (const running of findProcesses(path.join(folder, 'all-killed'))) kill(running.pid, 'SIGKILL');
      await command.ended;
      await expectTheRest('all-killed');
    });

    test('is ended by Ctrl-C after the batch at hand, tells how far it has come, and is repeated', async () => {
      const command = startCommand(['import', ...files], inShop('stopped'), 'launcher');
      await command.untilPrinted(firstBatch);
      process.kill(-(command.child.pid ?? 0), 'SIGINT'); // to the whole group, as a terminal does
      const ended = await command.ended;
      expect(ended.code).toBe(130);
      expect(ended.errors).toMatch(
        /Interrupted\. Run the same command again to go on\.\n1,600 rows: [\d,]+ added, 0 updated, 0 the same as before, 0 refused, [\d,]+ not imported\./,
      );
      await until(
        'the database has stopped, too',
        async () => findProcesses(path.join(folder, 'stopped')).length === 0,
      );
      await expectTheRest('stopped');
    });

    test('asked for all or nothing, is nothing when it is killed', async () => {
      const command = startCommand(['import', ...files, '--all-or-nothing'], inShop('nothing'));
      await command.untilPrinted(firstBatch);
      command.child.kill('SIGKILL');
      await command.ended;
      const exported = await runCommandHere(['export'], inShop('nothing'));
      expect(exported).toMatchObject({ code: 1, errors: expect.stringContaining('it has no parts') });
      const again = await runCommandHere(['import', ...files, '--all-or-nothing'], inShop('nothing'));
      expect(again.output, again.errors).toContain(`${allRows} rows: ${allRows} added`);
      expect(await readCatalogue('nothing')).toBe(whole);
    });

    /** A copy saves a first start. */
    function givenEmptyShop(name: string): void {
      copyData(path.join(folder, empty), path.join(folder, name));
    }

    function inShop(name: string): NodeJS.ProcessEnv {
      return { DATA_DIR: path.join(folder, name), TMPDIR: process.env.TMPDIR };
    }

    /** The second time adds the rest, the third nothing; then the catalogue is that of an import nobody disturbed. */
    async function expectTheRest(name: string): Promise<void> {
      const again = await runCommandHere(['import', ...files], inShop(name));
      const counts =
        /^1,600 rows: ([\d,]+) added, 0 updated, ([\d,]+) the same as before, 0 refused\.$/m.exec(
          again.output,
        );
      const [added = 0, same = 0] = (counts ?? []).slice(1).map((count) => Number(count.replaceAll(',', '')));
      expect(added, again.output + again.errors).toBeGreaterThan(0);
      expect(same).toBeGreaterThan(0);
      expect(added + same).toBe(4 * rowsOfEach);
      expect(await readCatalogue(name)).toBe(whole);
    }

    async function readCatalogue(name: string): Promise<string> {
      const file = path.join(folder, `${name}.csv`);
      const exported = await runCommandHere(['export', file], inShop(name));
      expect(exported, exported.errors).toMatchObject({ code: 0 });
      return readFileSync(file, 'utf8');
    }
  },
);
