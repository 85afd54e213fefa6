/** Refuses a data folder without a shop, for commands that must not make one. */
import { existsSync } from 'node:fs';
import { CommandRefusal } from '#cli/command.ts';
import type { DataPaths } from '#server/config/config.ts';

/** Throws a CommandRefusal. */
export function requireShop({ dataDir, secretsFile }: Pick<DataPaths, 'dataDir' | 'secretsFile'>): void {
  if (existsSync(secretsFile)) return;
  throw new CommandRefusal(
    `There is no shop in the data folder ${dataDir}; DATA_DIR names the one that the shop uses.`,
  );
}
