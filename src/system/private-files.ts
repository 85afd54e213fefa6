/** Restricts the modes of an existing data folder to its owner. */
import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartupRefusal } from '#system/startup-refusal.ts';

const privateFolders = ['outbox', 'images', 'card-sandbox'];

/** Not PostgreSQL's; 0711 when that runs as another user. Throws a StartupRefusal. */
export function restrictDataDir(dataDir: string): void {
  if (process.platform === 'win32') return;
  try {
    restrictMode(dataDir, isSharedWithPostgres(dataDir) ? 0o711 : 0o700);
    for (const entry of readdirSync(dataDir, { withFileTypes: true }))
      if (entry.isFile()) restrictMode(join(dataDir, entry.name), 0o600);
    for (const name of privateFolders) restrictFolder(join(dataDir, name));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartupRefusal(
      `The data folder ${dataDir} cannot be closed to others: ${code ?? message}. Make it the shop's own (chown), or close it by hand (chmod 700).`,
    );
  }
}

function isSharedWithPostgres(dataDir: string): boolean {
  const own = process.getuid?.();
  const cluster = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false });
  return statSync(dataDir).uid !== own || (cluster !== undefined && cluster.uid !== own);
}

function restrictFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  restrictMode(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) restrictFolder(path);
    else if (entry.isFile()) restrictMode(path, 0o600);
  }
}

function restrictMode(path: string, maxMode: number): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & 0o777 & ~maxMode) === 0) return;
  try {
    chmodSync(path, mode & maxMode);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })) throw error;
  }
}
