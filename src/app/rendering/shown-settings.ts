/** The settings of the shop and the texts of its pages, as pages show them, read again after changes. */
import { makePageFacts } from '#app/page-facts.ts';
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import { type DeliveryRules, defaultDeliveryRules } from '#delivery/rules/rules.ts';
import type { Database } from '#platform/database/connect.ts';
import type { ContentVersion } from '#platform/database/content-version.ts';
import type { LogPosition } from '#platform/database/log-positions.ts';
import { isUnavailable } from '#platform/database/unavailable.ts';
import { findOwnTexts } from '#settings/database/page-texts.ts';
import { readSettings } from '#settings/database/settings.ts';
import { defaultSettings, type Settings } from '#settings/rules/settings.ts';
import { type ShownSettings, showTexts } from '#settings/rules/shown-texts.ts';

export type SettingsCache = ReturnType<typeof openSettings>;

/** Reads again when anything that pages show has changed in any process. */
export function openSettings({ db, version }: { db: Database; version: ContentVersion }) {
  let last = show(defaultSettings, defaultDeliveryRules, new Map());
  let lastVersion: string | undefined;
  return {
    /**
     * Includes what the visitor wrote, whether this process has heard of it or not. The last known settings while the
     * database is unavailable.
     */
    async read(written?: LogPosition): Promise<ShownSettings> {
      const current = version.current();
      const hasHeard = written === undefined || version.hasHeardUntil(written);
      if (hasHeard && current !== undefined && current === lastVersion) return last;
      try {
        const { rules } = await findDeliveryRules(db);
        last = show(await readSettings(db), rules, await findOwnTexts(db));
        lastVersion = current;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
      return last;
    },
  };
}

function show(
  settings: Settings,
  rules: DeliveryRules,
  own: Awaited<ReturnType<typeof findOwnTexts>>,
): ShownSettings {
  const texts = showTexts(makePageFacts(settings, rules), own);
  return { ...settings, timeZone: rules.calendar.timeZone, texts };
}
