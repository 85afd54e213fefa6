/** Who is told of what happens in a feature, from below: each list is one event. */
import { checkPrefix } from '#features/invoices/use-cases/check-prefix.ts';
import type { SettingsCheck } from '#features/settings/use-cases/save-settings.ts';

/** Before settings are saved. */
export const settingsChecks: readonly SettingsCheck[] = [checkPrefix];
