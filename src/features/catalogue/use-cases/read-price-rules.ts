/** Reads the rules of prices for an import, with the factor of the settings. */
import type { PricePermissions, PriceRules } from '#catalogue/rules/import/held-prices.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { readSettings } from '#settings/database/settings.ts';

export async function readPriceRules(
  { db }: Pick<Dependencies, 'db'>,
  { allowed }: { allowed: PricePermissions },
): Promise<PriceRules> {
  const { maxPriceFactor } = await readSettings(db);
  return { ...allowed, maxFactor: Number(maxPriceFactor) };
}
