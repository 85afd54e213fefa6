/** Copies the card sandbox's ledger while the sandbox works with it, and puts a copy in its place. */
import { createReadStream, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** The folder below DATA_DIR that the sandbox keeps its ledger in. */
export const sandboxFolder = (dataDir: string) => join(dataDir, 'card-sandbox');

/** The ledger in it, an SQLite file. */
export const ledgerFile = (dataDir: string) => join(sandboxFolder(dataDir), 'ledger.sqlite');

export type OpenLedger = {
  /** Lets the sandbox write nothing while something happens; what is read afterwards is the ledger of that moment. */
  lockWhile(moment: () => Promise<void>): Promise<void>;
  /** The bytes of that ledger, by way of a copy in the scratch folder. */
  read(): AsyncIterable<Uint8Array>;
  close(): void;
};

/** Milliseconds to wait for a writer, as long as the sandbox itself waits. */
const lockTimeoutMs = 10_000;

/** Undefined when this shop has no sandbox of its own. */
export function openSandboxLedger(dataDir: string, scratch: string): OpenLedger | undefined {
  const file = ledgerFile(dataDir);
  if (!existsSync(file)) return undefined;
  const writer = new DatabaseSync(file, { timeout: lockTimeoutMs });
  const reader = new DatabaseSync(file, { timeout: lockTimeoutMs });
  const copy = `${scratch}.ledger`;
  const removeCopy = () => rmSync(copy, { force: true });
  process.once('exit', removeCopy); // Ctrl-C leaves nothing behind
  return {
    async lockWhile(moment) {
      writer.exec('begin immediate');
      try {
        await moment();
        if (reader.isTransaction) reader.exec('rollback');
        reader.exec('begin');
        reader.prepare('select count(*) from sqlite_schema').get(); // the first read fixes what this transaction sees
      } finally {
        writer.exec('rollback');
      }
    },
    async *read() {
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
