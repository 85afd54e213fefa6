/** Stages the rows of an uploaded file, and computes what importing them would do. */
import { createHash } from 'node:crypto';
import type { PartRow } from '#catalogue/database/parts.ts';
import type { PricePermissions } from '#catalogue/rules/import/held-prices.ts';
import type { ImportPreview } from '#catalogue/rules/import/import-previews.ts';
import { readPartFile } from '#catalogue/rules/import/part-files.ts';
import { importDefaults } from '#catalogue/rules/import/part-import.ts';
import { explainWrongKind, UnreadablePartFile } from '#catalogue/rules/import/part-text.ts';
import { groupRefusedRows, type ImportRow, type RefusedGroup } from '#catalogue/rules/import/refused-rows.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { TextEncoding } from '#catalogue/rules/text-encodings.ts';
import { planParts } from '#catalogue/use-cases/plan-parts.ts';
import { readPriceRules } from '#catalogue/use-cases/read-price-rules.ts';
import { stageAll } from '#catalogue/use-cases/stage-all.ts';
import { stagePrices } from '#catalogue/use-cases/stage-prices.ts';
import { maxPlannedRows } from '#catalogue/use-cases/write-parts.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type UploadedPartFile = {
  name: string;
  bytes: Uint8Array;
  category: Category | undefined;
  /** Changes only prices and stock of parts of the shop. */
  isPriceList: boolean;
  /** Of prices that jump or are taken away. */
  allowed: PricePermissions;
};

export type StagingRequest = {
  file: UploadedPartFile;
  findParts(db: Database, skus: readonly string[]): Promise<PartRow[]>;
};

/** Throws UnreadablePartFile. */
export async function stagePartFile(
  { db }: Pick<Dependencies, 'db'>,
  { file, findParts }: StagingRequest,
): Promise<ImportPreview> {
  const hash = createHash('sha256').update(
    JSON.stringify([file.name, file.category ?? '', file.isPriceList, file.allowed]),
  );
  hash.update(file.bytes);
  const [groups, quarantined] = [groupRefusedRows(), groupRefusedRows()];
  let encoding: TextEncoding = 'UTF-8';
  const stage = file.isPriceList ? stagePrices : stageAll;
  const { rows, repeated, refused } = await stage(
    { db },
    {
      rows: readRows(file, (other) => {
        encoding = other;
      }),
      signal: new AbortController().signal,
      async onRefused(refusedRows) {
        hash.update(JSON.stringify(refusedRows));
        for (const row of refusedRows) groups.add(row);
      },
      async onQuarantined(facts) {
        for (const fact of facts) quarantined.add(fact);
      },
    },
  );
  const prices = await readPriceRules({ db }, file);
  const plan = await planParts({ db }, { defaults: importDefaults, prices, hash, findParts });
  return {
    ...plan,
    hash: hash.digest('hex'),
    encoding,
    rows,
    repeated,
    refusedRows: refused,
    reasons: listReasons(groups.list()),
    quarantined: listReasons(quarantined.list()),
  };
}

function listReasons(groups: readonly RefusedGroup[]) {
  return groups.slice(0, maxPlannedRows).map(({ reason, count, first, rows }) => ({
    reason,
    rows: count,
    firstRow: first.row,
    firstRows: rows,
  }));
}

async function* readRows(
  { name, bytes, ...reading }: UploadedPartFile,
  onEncoding: (encoding: TextEncoding) => void,
): AsyncGenerator<ImportRow> {
  const wrongKind = explainWrongKind(bytes.subarray(0, 4096));
  if (wrongKind) throw new UnreadablePartFile(`“${name}” ${wrongKind}`);
  yield* readPartFile({ name, source: [bytes], onEncoding }, reading);
}
