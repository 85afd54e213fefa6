/** Checks that a new prefix gives no document the number of another one. */
import { findUsedPrefixes } from '#invoices/database/invoices.ts';
import { findMetNumber } from '#invoices/rules/invoices.ts';
import { refuseField } from '#kernel/refusals.ts';
import type { SettingsCheck } from '#settings/use-cases/save-settings.ts';

/**
 * Whoever issues a document at this moment has read the prefix of now: it counts as used.
 * Refuses: invalid-input (invoicePrefix).
 */
export const checkPrefix: SettingsCheck = async ({ db }, { stored, changes: { invoicePrefix } }) => {
  if (invoicePrefix === undefined) return undefined;
  const met = findMetNumber(invoicePrefix, [stored.values.invoicePrefix, ...(await findUsedPrefixes(db))]);
  if (met === undefined) return undefined;
  const message = `With “${invoicePrefix}” a new document could get the number of an earlier one, such as ${met}. Please choose another text.`;
  return refuseField('invoicePrefix', message);
};
