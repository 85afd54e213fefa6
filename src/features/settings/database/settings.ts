/** Reads and writes the settings of the shop; what was never changed is not stored. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';
import { defaultSettings, type SettingName, type Settings, settingNames } from '#settings/rules/settings.ts';

export type StoredSettings = {
  values: Settings;
  /** Of the last change of any setting; 0: none was changed. */
  version: number;
  /** Of the last change of each setting that was ever changed. */
  versions: ReadonlyMap<SettingName, number>;
};

export async function readSettings(db: Database): Promise<Settings> {
  return (await findSettings(db)).values;
}

export async function findSettings(db: Database): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['name', 'value', 'version']).execute();
  const known = rows.filter((row): row is typeof row & { name: SettingName } => isSettingName(row.name));
  return {
    values: { ...defaultSettings, ...Object.fromEntries(known.map(({ name, value }) => [name, value])) },
    version: Math.max(0, ...rows.map(({ version }) => version)),
    versions: new Map(known.map(({ name, version }) => [name, version])),
  };
}

/** As `findSettings`; other changes of settings wait until the transaction ends. */
export async function lockSettings(transaction: Transaction): Promise<StoredSettings> {
  await sql`lock table settings in share row exclusive mode`.execute(transaction);
  return await findSettings(transaction);
}

/** Stores the changed values under a new version. */
export async function writeSettings(
  transaction: Transaction,
  changes: Partial<Settings>,
  { version, at }: { version: number; at: Date },
): Promise<void> {
  await changeContent(transaction)
    .insertInto('settings')
    .values(Object.entries(changes).map(([name, value]) => ({ name, value, version, updated_at: at })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        value: row.ref('excluded.value'),
        version: row.ref('excluded.version'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

function isSettingName(name: string): name is SettingName {
  return (settingNames as string[]).includes(name);
}
