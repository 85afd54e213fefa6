/** Reads the rules of prices for an import, with the factor of the settings. */
import { readSettings } from '#database/settings.ts';
import type { PricePermissions, PriceRules } from '#domain/catalogue/import/held-prices.ts';
import type { Dependencies } from '#shop/dependencies.ts';

export async function readPriceRules(
  { db }: Pick<Dependencies, 'db'>,
  { allowed }: { allowed: PricePermissions },
): Promise<PriceRules> {
  const { maxPriceFactor } = await readSettings(db);
  return { ...allowed, maxFactor: Number(maxPriceFactor) };
}
