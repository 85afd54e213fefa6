/** What a backup says of itself, and whether this program can restore it. */
import { z } from 'zod';

/** A named piece of a backup; it fits into memory, what is larger comes in numbered pieces. */
export type BackupEntry = { name: string; bytes: Uint8Array };

/** Takes the pieces of a backup one after the other; resolves when it can take the next. */
export type AddEntry = (entry: BackupEntry) => Promise<void>;

/** The first entry of every backup; it says what is to come. */
export const backupManifestSchema = z.object({
  format: z.literal(1),
  /** The version of the program that made it. */
  program: z.string(),
  madeAt: z.string(),
  /** The migrations that its database had, in their order. */
  migrations: z.array(z.string()).min(1),
  /** In an order in which every row finds the rows that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** Where the sequences of columns go on; texts, because they are 64 bits wide. */
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), lastValue: z.string(), isCalled: z.boolean() }),
  ),
  /** Jobs that wait to be done. */
  jobs: z.number(),
  /** True when the shop had its AUTH_SECRET from the environment: the one in the backup is then not in use. */
  hasOwnAuthSecret: z.boolean(),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

/** The names of a backup's entries, or what they begin with. */
export const entryNames = {
  manifest: 'manifest.json',
  secrets: 'secrets.json',
  ledger: 'card-sandbox/',
  tables: 'tables/',
  jobs: 'jobs/',
  pictures: 'images/',
} as const;

/** Why this program cannot restore the backup, as a sentence; undefined when it can. `known` are its migrations. */
export function whyNotRestorable(
  { program, migrations }: Pick<BackupManifest, 'program' | 'migrations'>,
  known: readonly string[],
): string | undefined {
  const foreign = migrations.find((name, index) => name !== known[index]);
  return foreign === undefined
    ? undefined
    : `The database in this backup, made by COMPACT ${program}, has the migration ${foreign}, which does not fit this COMPACT; restore it with the release that last ran on it.`;
}
