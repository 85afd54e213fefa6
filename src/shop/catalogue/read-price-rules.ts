/** The rules of prices for an import, by the settings of the shop. */
import type { Database } from '#database/connect.ts';
import { readSettings } from '#database/settings.ts';
import type { PricePermissions, PriceRules } from '#domain/catalogue/import/held-prices.ts';

export async function readPriceRules(db: Database, allowed: PricePermissions): Promise<PriceRules> {
  const { maxPriceFactor } = await readSettings(db);
  return { ...allowed, maxFactor: Number(maxPriceFactor) };
}
