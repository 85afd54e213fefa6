/** Adds and updates parts by SKU, from the rows of files. */
import { randomUUIDv7 } from 'node:crypto';
import { readStagedParts, withStagedParts } from '#catalogue/database/staged-parts.ts';
import type { PricePermissions } from '#catalogue/rules/import/held-prices.ts';
import type { ImportDefaults } from '#catalogue/rules/import/part-import.ts';
import { readPriceRules } from '#catalogue/use-cases/read-price-rules.ts';
import {
  emptyStaging,
  type StagingCounts,
  type StagingJob,
  stageAll,
} from '#catalogue/use-cases/stage-all.ts';
import { stagePrices } from '#catalogue/use-cases/stage-prices.ts';
import {
  emptyWrite,
  keepFirstOfKinds,
  type PartImport,
  type WriteCounts,
  writeParts,
} from '#catalogue/use-cases/write-parts.ts';
import type { Database } from '#platform/database/connect.ts';
import { repeatAfterDeadlock, runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type ImportJob = StagingJob & {
  files: string[];
  defaults: ImportDefaults;
  isAllOrNothing: boolean;
  /** Of prices that jump or are taken away. */
  allowed: PricePermissions;
  /** Changes only prices and stock of parts of the shop. */
  isPriceList?: boolean | undefined;
  onWritten(done: number, of: number): void;
  at: Date;
};

export type ImportReport = StagingCounts & {
  /** 'refused': all or nothing, and a row was refused. 'busy': another import is running. */
  outcome: 'done' | 'interrupted' | 'refused' | 'busy';
};

/** A transaction for each batch, or with `isAllOrNothing` one for all; repeated after a crash it completes. */
export async function importParts({ db }: Pick<Dependencies, 'db'>, job: ImportJob): Promise<ImportReport> {
  const report = await withStagedParts(db, async (connection) => {
    const staging = await (job.isPriceList ? stagePrices : stageAll)({ db: connection }, job);
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

async function writeInBatches(db: Database, job: ImportJob, total: number): Promise<WriteCounts> {
  const partImport = await makeImport(db, job);
  let counts = emptyWrite;
  for await (const parts of readStagedParts(db)) {
    if (job.signal.aborted) break;
    const batch = await repeatAfterDeadlock(() =>
      runTransaction(db, (transaction) => writeParts({ db: transaction }, { parts, partImport })),
    );
    counts = sum(counts, batch);
    job.onWritten(counts.added + counts.updated + counts.same, total);
  }
  return counts;
}

async function writeInOneTransaction(db: Database, job: ImportJob, total: number): Promise<WriteCounts> {
  const partImport = await makeImport(db, job);
  const interruption = new Error('The import was interrupted.');
  try {
    return await runTransaction(db, async (transaction) => {
      let counts = emptyWrite;
      for await (const parts of readStagedParts(transaction)) {
        counts = sum(counts, await writeParts({ db: transaction }, { parts, partImport }));
        job.onWritten(counts.added + counts.updated + counts.same, total);
        if (job.signal.aborted) throw interruption;
      }
      return counts;
    });
  } catch (error) {
    if (error === interruption) return emptyWrite;
    throw error;
  }
}

async function makeImport(db: Database, { files, defaults, allowed, at }: ImportJob): Promise<PartImport> {
  return { id: randomUUIDv7(), files, defaults, prices: await readPriceRules({ db }, { allowed }), at };
}

function sum(one: WriteCounts, other: WriteCounts): WriteCounts {
  return {
    added: one.added + other.added,
    updated: one.updated + other.updated,
    same: one.same + other.same,
    unpriced: one.unpriced + other.unpriced,
    recognized: one.recognized + other.recognized,
    jumps: one.jumps + other.jumps,
    removals: one.removals + other.removals,
    unusualPrices: keepFirstOfKinds([...one.unusualPrices, ...other.unusualPrices]),
  };
}
