/** Adds and updates parts by SKU, from the rows of files. */
import { randomUUIDv7 } from 'node:crypto';
import { readStagedParts, withStagedParts } from '#database/catalogue/staged-parts.ts';
import type { Database } from '#database/connect.ts';
import { repeatAfterDeadlock, runTransaction } from '#database/transaction.ts';
import type { ImportDefaults } from '#domain/catalogue/import/part-import.ts';
import type { ImportRow, RefusedRow } from '#domain/catalogue/import/refused-rows.ts';
import { recognizeParts } from '#shop/catalogue/recognize-parts.ts';
import { stageRows } from '#shop/catalogue/stage-rows.ts';
import { type PartImport, type WriteCounts, writeParts } from '#shop/catalogue/write-parts.ts';
import type { Dependencies } from '#shop/dependencies.ts';

export type ImportJob = {
  rows: AsyncIterable<ImportRow>;
  files: string[];
  defaults: ImportDefaults;
  isAllOrNothing: boolean;
  signal: AbortSignal;
  onRefused(rows: RefusedRow[]): Promise<void>;
  onWritten(done: number, of: number): void;
  at: Date;
};

/** `added + updated + same + repeated + refused + unwritten` equals `rows`. */
export type ImportReport = WriteCounts & {
  /** 'refused': all or nothing, and a row was refused. 'busy': another import is running. */
  outcome: 'done' | 'interrupted' | 'refused' | 'busy';
  rows: number;
  repeated: number;
  refused: number;
  unwritten: number;
};

/** A transaction for each batch, or with `isAllOrNothing` one for all; repeated after a crash it completes. */
export async function importParts({ db }: Pick<Dependencies, 'db'>, job: ImportJob): Promise<ImportReport> {
  const report = await withStagedParts(db, async (connection) => {
    const staging = await stageAll({ db: connection }, job);
    if (job.signal.aborted) return { ...staging, outcome: 'interrupted' as const };
    if (job.isAllOrNothing && staging.refused > 0) return { ...staging, outcome: 'refused' as const };
    const counts = await (job.isAllOrNothing ? writeInOneTransaction : writeInBatches)(
      connection,
      job,
      staging.unwritten,
    );
    const unwritten = staging.unwritten - counts.added - counts.updated - counts.same;
    const outcome = unwritten > 0 ? ('interrupted' as const) : ('done' as const);
    return { ...staging, ...counts, unwritten, outcome };
  });
  return report ?? { ...emptyStaging, outcome: 'busy' };
}

type StagingCounts = Omit<ImportReport, 'outcome'>;

const emptyWrite: WriteCounts = { added: 0, updated: 0, same: 0, unpriced: 0, recognized: 0 };
const emptyStaging: StagingCounts = { ...emptyWrite, rows: 0, repeated: 0, refused: 0, unwritten: 0 };

export async function stageAll(
  { db }: Pick<Dependencies, 'db'>,
  { rows, signal, onRefused }: Pick<ImportJob, 'rows' | 'signal' | 'onRefused'>,
): Promise<StagingCounts> {
  const counts = { ...emptyStaging };
  for await (const batch of splitIntoBatches(rows, 1000)) {
    const { refused, repeated } = await stageRows({ db }, { rows: batch });
    if (refused.length > 0) await onRefused(refused);
    counts.rows += batch.length;
    counts.refused += refused.length;
    counts.repeated += repeated;
    counts.unwritten += batch.length - refused.length - repeated;
    if (signal.aborted) return counts;
  }
  await recognizeParts({ db });
  return counts;
}

async function writeInBatches(db: Database, job: ImportJob, total: number): Promise<WriteCounts> {
  const partImport = makeImport(job);
  let [counts, position] = [emptyWrite, 0];
  while (!job.signal.aborted) {
    const staged = await readStagedParts(db, position, batchSize);
    if (staged.length === 0) break;
    const parts = staged.map(({ part }) => part);
    const batch = await repeatAfterDeadlock(() =>
      runTransaction(db, (transaction) => writeParts({ db: transaction }, { parts, partImport })),
    );
    counts = sum(counts, batch);
    position = staged.at(-1)?.position ?? position;
    job.onWritten(counts.added + counts.updated + counts.same, total);
  }
  return counts;
}

async function writeInOneTransaction(db: Database, job: ImportJob, total: number): Promise<WriteCounts> {
  const partImport = makeImport(job);
  const interruption = new Error('The import was interrupted.');
  try {
    return await runTransaction(db, async (transaction) => {
      let [counts, position] = [emptyWrite, 0];
      for (;;) {
        const staged = await readStagedParts(transaction, position, batchSize);
        if (staged.length === 0) return counts;
        const parts = staged.map(({ part }) => part);
        counts = sum(counts, await writeParts({ db: transaction }, { parts, partImport }));
        position = staged.at(-1)?.position ?? position;
        job.onWritten(counts.added + counts.updated + counts.same, total);
        if (job.signal.aborted) throw interruption;
      }
    });
  } catch (error) {
    if (error === interruption) return emptyWrite;
    throw error;
  }
}

/** Small, because a buyer of one of these parts waits for the batch to commit. */
const batchSize = 500;

function makeImport({ files, defaults, at }: ImportJob): PartImport {
  return { id: randomUUIDv7(), files, defaults, at };
}

function sum(one: WriteCounts, other: WriteCounts): WriteCounts {
  return {
    added: one.added + other.added,
    updated: one.updated + other.updated,
    same: one.same + other.same,
    unpriced: one.unpriced + other.unpriced,
    recognized: one.recognized + other.recognized,
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
