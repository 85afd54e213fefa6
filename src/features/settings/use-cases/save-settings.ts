/** An administrator changes settings of the shop. */
import { checkImage } from '#images/use-cases/check-image.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction, type Transaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { lockSettings, type StoredSettings, writeSettings } from '#settings/database/settings.ts';
import { type SettingName, type Settings, settingsId } from '#settings/rules/settings.ts';

/** What a feature that uses settings refuses; `changes`: those that differ from the stored ones. */
export type SettingsCheck = (
  dependencies: { db: Transaction },
  edit: { stored: StoredSettings; changes: Partial<Settings> },
) => Promise<Refusal | undefined>;

export type SettingsEdit = {
  viewer: Viewer;
  changes: Partial<Settings>;
  /** Of the settings that the editor saw. */
  seenVersion: number;
  at: Date;
};

/**
 * Changes the given settings and records before and after. A setting that was changed since the editor saw it is not
 * overwritten, unless to the same value.
 * Refuses: changed-meanwhile, invalid-input (portfolioImage), and what the checks refuse.
 */
export async function saveSettings(
  { db, checks }: Pick<Dependencies, 'db'> & { checks: readonly SettingsCheck[] },
  { viewer, changes, seenVersion, at }: SettingsEdit,
): Promise<StoredSettings | Refusal> {
  return await inTransaction(db, async (transaction) => {
    const stored = await lockSettings(transaction);
    const changed = Object.fromEntries(
      Object.entries(changes).filter(
        ([name, value]) => value !== undefined && value !== stored.values[name as SettingName],
      ),
    );
    const names = Object.keys(changed) as SettingName[];
    if (names.length === 0) return stored;
    const errors = names
      .filter((name) => (stored.versions.get(name) ?? 0) > seenVersion)
      .map((path) => ({ path, message: describeConflict(stored.values[path]) }));
    if (errors.length > 0) return { refused: 'changed-meanwhile', version: stored.version, errors };
    const image = changed.portfolioImage;
    const imageRefusal =
      image && (await checkImage({ db: transaction }, { field: 'portfolioImage', address: image }));
    if (isRefused(imageRefusal)) return imageRefusal;
    for (const check of checks) {
      const refusal = await check({ db: transaction }, { stored, changes: changed });
      if (refusal) return refusal;
    }
    await recordAdminChange(transaction, {
      adminId: viewer.id,
      subject: 'settings',
      subjectId: settingsId,
      before: Object.fromEntries(names.map((name) => [name, stored.values[name]])),
      after: changed,
      at,
    });
    const version = stored.version + 1;
    await writeSettings(transaction, changed, { version, at });
    return { ...stored, values: { ...stored.values, ...changed }, version };
  });
}

function describeConflict(value: string): string {
  const now = value === '' ? 'It is empty now' : `It is “${value}” now`;
  return `Somebody else has changed this meanwhile. ${now}. Save again to replace it by yours.`;
}
