/** Copies the card sandbox's ledger while the sandbox is running. */
import { createReadStream, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

export const sandboxFolder = (dataDir: string) => join(dataDir, 'card-sandbox');

export const ledgerFile = (dataDir: string) => join(sandboxFolder(dataDir), 'ledger.sqlite');

/** The same as the sandbox's own timeout. */
const lockTimeoutMs = 10_000;

export function openSandboxLedger(dataDir: string, scratch: string) {
  const file = ledgerFile(dataDir);
  if (!existsSync(file)) return undefined;
  const writer = new DatabaseSync(file, { timeout: lockTimeoutMs });
  const reader = new DatabaseSync(file, { timeout: lockTimeoutMs });
  const copy = `${scratch}.ledger`;
  const removeCopy = () => rmSync(copy, { force: true });
  process.once('exit', removeCopy); // after Ctrl-C
  return {
    async lockWhile(moment: () => Promise<void>) {
      writer.exec('begin immediate');
      try {
        await moment();
        if (reader.isTransaction) reader.exec('rollback');
        reader.exec('begin');
        reader.prepare('select count(*) from sqlite_schema').get(); // the first read starts the snapshot
      } finally {
        writer.exec('rollback');
      }
    },
    async *read(): AsyncGenerator<Uint8Array> {
      writeFileSync(copy, '', { mode: 0o600 });
      await backup(reader, copy);
      reader.exec('rollback');
      yield* createReadStream(copy);
    },
    close() {
      writer.close();
      reader.close();
      removeCopy();
    },
  };
}
