/** Who is told of what happens in a feature, from below: each list is one event. */
import { presentOwnBasket } from '#basket/api/basket.ts';
import { checkPrefix } from '#invoices/use-cases/check-prefix.ts';
import type { LogInListener } from '#people/api/people.ts';
import type { SettingsCheck } from '#settings/use-cases/save-settings.ts';

/** A visitor's basket becomes the person's. */
export const whenLoggedIn: readonly LogInListener[] = [presentOwnBasket];

/** Before settings are saved. */
export const settingsChecks: readonly SettingsCheck[] = [checkPrefix];
