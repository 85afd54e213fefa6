/** What a shop knows of the newest backup of it: noted when one is made, read by the checklist. */
import type { Database } from '#platform/database/connect.ts';
import { findSchemaProblem } from '#platform/database/migrate.ts';
import { findProbes, writeProbe } from '#settings/database/probes.ts';

/** In the checklist: what was found when the file was read last. */
export const backupItem = 'Backup';

/** Not in the checklist: its sentence is the path, its time that of the backup. */
const newestBackup = 'Newest backup';

/** `path`: absolute, of a file that was read back whole. Before an update, the database may have no table for it yet. */
export async function noteBackup(db: Database, path: string, at: Date): Promise<void> {
  if (await findSchemaProblem(db)) return;
  const note = { state: 'done', about: undefined, checked_at: at } as const;
  await writeProbe(db, { ...note, item: newestBackup, sentence: path });
  await writeProbe(db, {
    ...note,
    item: backupItem,
    sentence: `“${path}” was made, read back and is whole.`,
  });
}

/** Without `path`: noted by a release before that kept none. */
export async function findNewestBackup(db: Database): Promise<{ madeAt: Date; path?: string } | undefined> {
  const probes = await findProbes(db);
  const newest = probes.get(newestBackup);
  if (newest) return { madeAt: newest.checked_at, path: newest.sentence };
  const madeAt = probes.get(backupItem)?.checked_at;
  return madeAt && { madeAt };
}
