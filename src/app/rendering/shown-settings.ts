/** The settings of the shop as pages show them, read again after changes. */
import { findTimeZone } from '#delivery/database/delivery-rules.ts';
import { defaultDeliveryRules } from '#delivery/rules/rules.ts';
import type { Database } from '#platform/database/connect.ts';
import type { ContentVersion } from '#platform/database/content-version.ts';
import { isUnavailable } from '#platform/database/unavailable.ts';
import { readSettings } from '#settings/database/settings.ts';
import { defaultSettings, type ShownSettings } from '#settings/rules/settings.ts';

export type SettingsCache = {
  /** The last known settings while the database is unavailable. */
  read(): Promise<ShownSettings>;
};

/** Reads again when anything that pages show has changed in any process. */
export function openSettings({ db, version }: { db: Database; version: ContentVersion }): SettingsCache {
  let last: ShownSettings = { ...defaultSettings, timeZone: defaultDeliveryRules.calendar.timeZone };
  let lastVersion: string | undefined;
  return {
    async read() {
      const current = version.current();
      if (current !== undefined && current === lastVersion) return last;
      try {
        last = { ...(await readSettings(db)), timeZone: await findTimeZone(db) };
        lastVersion = current;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
      return last;
    },
  };
}
