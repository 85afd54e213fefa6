/** `describe-api` and `describe-database`: write what a test compares, after a change of the contract or a new migration. */
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeTables } from '#app/commands/describe-tables.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Command, CommandRefusal, withConnection } from './command.ts';

export const describeApiCommand: Command = {
  parameters: [],
  help: 'writes openapi.json anew, after a change of a contract',
  async run() {
    const { describeShop, formatDescription } = await import('#app/description.ts'); // slow to load, and only needed here
    const file = new URL('../../../openapi.json', import.meta.url);
    await writeDescription(file, formatDescription(await describeShop()));
    return `${fileURLToPath(file)} describes every call now.`;
  },
};

export const describeDatabaseCommand: Command = {
  parameters: [],
  help: 'writes src/platform/database/schema.ts anew, after a new migration',
  async run() {
    const file = new URL('../../platform/database/schema.ts', import.meta.url);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'compact-describe-'));
    await withConnection({ dataDir: folder.path, databaseUrl: undefined }, 'refuse', async ({ db }) => {
      await migrate(db);
      await writeDescription(file, await describeTables(db));
    });
    return `${fileURLToPath(file)} describes every table now.`;
  },
};

/** Refuses a program that cannot be changed, as that of another user. */
export async function writeDescription(file: URL, text: string): Promise<void> {
  await writeFile(file, text).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandRefusal(`${fileURLToPath(file)} cannot be written: ${code}.`);
  });
}
