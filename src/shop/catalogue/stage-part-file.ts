/** Stages the rows of an uploaded file, and computes what importing them would do. */
import { createHash } from 'node:crypto';
import type { PartRow } from '#database/catalogue/parts.ts';
import type { Database } from '#database/connect.ts';
import { readPartFile } from '#domain/catalogue/import/part-files.ts';
import { importDefaults } from '#domain/catalogue/import/part-import.ts';
import { explainWrongKind, UnreadablePartFile } from '#domain/catalogue/import/part-text.ts';
import { groupRefusedRows, type ImportRow } from '#domain/catalogue/import/refused-rows.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import { stageAll } from '#shop/catalogue/import-parts.ts';
import { maxPlannedRows, type PartsPlan, planParts } from '#shop/catalogue/plan-parts.ts';
import type { Dependencies } from '#shop/dependencies.ts';

export type UploadedPartFile = { name: string; bytes: Uint8Array; category: Category | undefined };

export type ImportPreview = PartsPlan & {
  /** Of the file and of all that its import would do. */
  hash: string;
  rows: number;
  repeated: number;
  refusedRows: number;
  /** The most frequent first. */
  reasons: { reason: string; rows: number; firstRow: number }[];
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
  const hash = createHash('sha256').update(JSON.stringify([file.name, file.category ?? '']));
  hash.update(file.bytes);
  const groups = groupRefusedRows();
  const { rows, repeated, refused } = await stageAll(
    { db },
    {
      rows: readRows(file),
      signal: new AbortController().signal,
      async onRefused(refusedRows) {
        hash.update(JSON.stringify(refusedRows));
        for (const row of refusedRows) groups.add(row);
      },
    },
  );
  const plan = await planParts({ db }, { defaults: importDefaults, hash, findParts });
  const reasons = groups.list().slice(0, maxPlannedRows);
  return {
    ...plan,
    hash: hash.digest('hex'),
    rows,
    repeated,
    refusedRows: refused,
    reasons: reasons.map(({ reason, count, first }) => ({ reason, rows: count, firstRow: first.row })),
  };
}

async function* readRows({ name, bytes, category }: UploadedPartFile): AsyncGenerator<ImportRow> {
  const wrongKind = explainWrongKind(bytes.subarray(0, 4096));
  if (wrongKind) throw new UnreadablePartFile(`“${name}” ${wrongKind}`);
  yield* readPartFile({ name, source: [bytes] }, category);
}
