/** What the texts of pages can name of the shop, from its settings and its rules of delivery. */
import type { DeliveryRules } from '#delivery/rules/rules.ts';
import {
  describeMethod,
  describeWorkingDays,
  describeZone,
  formatCutOff,
  isDeliveryFree,
} from '#delivery/rules/rules-wording.ts';
import type { PageFacts } from '#settings/rules/page-texts.ts';
import { type Settings, splitLines } from '#settings/rules/settings.ts';

export function makePageFacts(settings: Settings, rules: DeliveryRules): PageFacts {
  return {
    shop: settings.name,
    email: settings.email,
    address: splitLines(settings.postalAddress),
    ceo: settings.portfolioName,
    hasCeo: settings.ceo !== 'hidden',
    isDeliveryFree: isDeliveryFree(rules),
    zones: rules.zones.map((zone) => `${describeZone(zone)}; ${zone.methods.map(describeMethod).join('; ')}`),
    cutOff: formatCutOff(rules),
    timeZone: rules.calendar.timeZone.replaceAll('_', ' '),
    workingDays: describeWorkingDays(rules),
  };
}
