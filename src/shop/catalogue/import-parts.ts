/** Adds and updates parts by their SKUs, from the rows of files. */
import { randomUUIDv7 } from 'node:crypto';
import { readStagedParts, withStagedParts } from '#database/catalogue/staged-parts.ts';
import type { Database } from '#database/connect.ts';
import { runTransaction } from '#database/transaction.ts';
import type { ImportDefaults } from '#domain/catalogue/import/part-import.ts';
import { type ImportRow, type RefusedRow, stageRows } from '#shop/catalogue/stage-rows.ts';
import { type PartImport, type Written, writeParts } from '#shop/catalogue/write-parts.ts';
import type { Dependencies } from '#shop/dependencies.ts';

export type ImportJob = {
  /** Every row of the files, in their order. */
  rows: AsyncIterable<ImportRow>;
  /** What the files are called, for the record. */
  files: string[];
  defaults: ImportDefaults;
  /** Whether one refused row keeps all others out. */
  isAllOrNothing: boolean;
  /** Ends the import after the batch at hand. */
  interrupted: AbortSignal;
  /** Hears of the rows that are refused, in the order of the files. */
  onRefused(rows: RefusedRow[]): Promise<void>;
  /** Hears how many parts of how many have been written. */
  onWritten(done: number, of: number): void;
  at: Date;
};

/** How many rows came to what; `added + updated + same + repeated + refused + left` are all `rows`. */
export type ImportReport = Written & {
  /** 'refused': all or nothing was asked for, and a row was refused. 'busy': another import was running. */
  outcome: 'done' | 'interrupted' | 'refused' | 'busy';
  rows: number;
  /** The same part as an earlier row. */
  repeated: number;
  refused: number;
  /** Good, but not written. */
  left: number;
};

/**
 * Checks all rows, then writes the good ones in batches, each in a transaction of its own, or with `isAllOrNothing`
 * all of them in one. Interrupted, even by its death, it keeps the batches that are done; repeated, it ends in the same
 * catalogue. What the rows do not say of a part that is there stays as it is. One import runs at a time.
 */
export async function importParts({ db }: Pick<Dependencies, 'db'>, job: ImportJob): Promise<ImportReport> {
  const report = await withStagedParts(db, async (connection) => {
    const read = await stageAll(connection, job);
    if (job.interrupted.aborted) return { ...read, outcome: 'interrupted' as const };
    if (job.isAllOrNothing && read.refused > 0) return { ...read, outcome: 'refused' as const };
    const written = await (job.isAllOrNothing ? writeAtOnce : writeInBatches)(connection, job, read.left);
    const left = read.left - written.added - written.updated - written.same;
    return { ...read, ...written, left, outcome: left > 0 ? ('interrupted' as const) : ('done' as const) };
  });
  return report ?? { ...nothingRead, outcome: 'busy' };
}

type Read = Omit<ImportReport, 'outcome'>;

const nothingWritten: Written = { added: 0, updated: 0, same: 0, unpriced: 0 };
const nothingRead: Read = { ...nothingWritten, rows: 0, repeated: 0, refused: 0, left: 0 };

async function stageAll(db: Database, { rows, interrupted, onRefused }: ImportJob): Promise<Read> {
  const read = { ...nothingRead };
  for await (const batch of splitIntoBatches(rows, 1000)) {
    const { refused, repeated } = await stageRows({ db }, { rows: batch });
    if (refused.length > 0) await onRefused(refused);
    read.rows += batch.length;
    read.refused += refused.length;
    read.repeated += repeated;
    read.left += batch.length - refused.length - repeated;
    if (interrupted.aborted) break;
  }
  return read;
}

async function writeInBatches(db: Database, job: ImportJob, total: number): Promise<Written> {
  const partImport = makeImport(job);
  let [written, position] = [nothingWritten, 0];
  while (!job.interrupted.aborted) {
    const staged = await readStagedParts(db, position, batchSize);
    if (staged.length === 0) break;
    const parts = staged.map(({ part }) => part);
    const batch = await runTransaction(db, (transaction) =>
      writeParts({ db: transaction }, { parts, partImport }),
    );
    written = sum(written, batch);
    position = staged.at(-1)?.position ?? position;
    job.onWritten(written.added + written.updated + written.same, total);
  }
  return written;
}

/** All or nothing: an interruption rolls back what was written. */
async function writeAtOnce(db: Database, job: ImportJob, total: number): Promise<Written> {
  const partImport = makeImport(job);
  const stopped = new Error('The import was interrupted.');
  try {
    return await runTransaction(db, async (transaction) => {
      let [written, position] = [nothingWritten, 0];
      for (;;) {
        const staged = await readStagedParts(transaction, position, batchSize);
        if (staged.length === 0) return written;
        const parts = staged.map(({ part }) => part);
        written = sum(written, await writeParts({ db: transaction }, { parts, partImport }));
        position = staged.at(-1)?.position ?? position;
        job.onWritten(written.added + written.updated + written.same, total);
        if (job.interrupted.aborted) throw stopped;
      }
    });
  } catch (error) {
    if (error === stopped) return nothingWritten;
    throw error;
  }
}

/** Small enough that a buyer who wants one of its parts does not notice the wait. */
const batchSize = 500;

function makeImport({ files, defaults, at }: ImportJob): PartImport {
  return { id: randomUUIDv7(), files, defaults, at };
}

function sum(one: Written, other: Written): Written {
  return {
    added: one.added + other.added,
    updated: one.updated + other.updated,
    same: one.same + other.same,
    unpriced: one.unpriced + other.unpriced,
  };
}

async function* splitIntoBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
