/** An administrator changes settings of the shop. */

import { checkImage } from '#features/images/use-cases/check-image.ts';
import { findUsedPrefixes } from '#features/invoices/database/invoices.ts';
import { findMetNumber } from '#features/invoices/rules/invoices.ts';
import { lockSettings, type StoredSettings, writeSettings } from '#features/settings/database/settings.ts';
import { type SettingName, type Settings, settingsId } from '#features/settings/rules/settings.ts';
import type { Viewer } from '#kernel/people.ts';
import { type FieldError, isRefused, type Refusal } from '#kernel/refusals.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

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
 * Refuses: changed-meanwhile, invalid-input (portfolioImage, invoicePrefix).
 */
export async function saveSettings(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, changes, seenVersion, at }: SettingsEdit,
): Promise<StoredSettings | Refusal> {
  return await inTransaction(db, async (transaction) => {
    const stored = await lockSettings(transaction);
    const changed = selectChanges(stored, changes);
    const names = Object.keys(changed) as SettingName[];
    if (names.length === 0) return stored;
    const errors = findConflicts(stored, names, seenVersion);
    if (errors.length > 0) return { refused: 'changed-meanwhile', version: stored.version, errors };
    const image = changed.portfolioImage;
    const imageRefusal =
      image && (await checkImage({ db: transaction }, { field: 'portfolioImage', address: image }));
    if (isRefused(imageRefusal)) return imageRefusal;
    const prefixRefusal = await checkPrefix({ db: transaction }, { stored, prefix: changed.invoicePrefix });
    if (prefixRefusal) return prefixRefusal;
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

/** Whoever issues a document at this moment has read the prefix of now: it counts as used. */
async function checkPrefix(
  { db }: Pick<Dependencies, 'db'>,
  { stored, prefix }: { stored: StoredSettings; prefix: string | undefined },
): Promise<Refusal | undefined> {
  if (prefix === undefined) return undefined;
  const met = findMetNumber(prefix, [stored.values.invoicePrefix, ...(await findUsedPrefixes(db))]);
  if (met === undefined) return undefined;
  const message = `With “${prefix}” a new document could get the number of an earlier one, such as ${met}. Please choose another text.`;
  return { refused: 'invalid-input', errors: [{ path: 'invoicePrefix', message }] };
}

function selectChanges({ values }: StoredSettings, changes: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => value !== undefined && value !== values[name as SettingName],
    ),
  );
}

function findConflicts(
  { values, versions }: StoredSettings,
  names: SettingName[],
  seenVersion: number,
): FieldError[] {
  return names
    .filter((name) => (versions.get(name) ?? 0) > seenVersion)
    .map((path) => ({ path, message: describeConflict(values[path]) }));
}

function describeConflict(value: string): string {
  const now = value === '' ? 'It is empty now' : `It is “${value}” now`;
  return `Somebody else has changed this meanwhile. ${now}. Save again to replace it by yours.`;
}
