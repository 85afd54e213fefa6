/** The manifest and entries of a backup, and whether this release can restore it. */
import { z } from 'zod';

export type BackupEntry = { name: string; bytes: Uint8Array };

/** Of all entries, in their order. */
export async function* readBytes(entries: AsyncIterable<BackupEntry>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of entries) yield bytes;
}

export type AddEntry = (entry: BackupEntry) => Promise<void>;

export const backupManifestSchema = z.object({
  format: z.literal(1),
  program: z.string(),
  madeAt: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** Texts, because sequences have 64 bits. */
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), lastValue: z.string(), isCalled: z.boolean() }),
  ),
  jobs: z.number(),
  hasOwnAuthSecret: z.boolean(),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

export const entryNames = {
  manifest: 'manifest.json',
  secrets: 'secrets.json',
  ledger: 'card-sandbox/',
  tables: 'tables/',
  jobs: 'jobs/',
  images: 'images/',
} as const;

export function findRestoreObstacle(
  { program, migrations }: Pick<BackupManifest, 'program' | 'migrations'>,
  knownMigrations: readonly string[],
): string | undefined {
  const unknownMigration = migrations.find((name, index) => name !== knownMigrations[index]);
  return unknownMigration === undefined
    ? undefined
    : `The database in this backup, made by COMPACT ${program}, has the migration ${unknownMigration}, which does not fit this COMPACT; restore it with the release that last ran on it.`;
}
