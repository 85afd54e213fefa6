/** Where a file is that somebody has named on the command line. */
import { resolve } from 'node:path';

/** npm runs its scripts in the project's folder and keeps in INIT_CWD where it was called. */
export function resolveGivenPath(name: string): string {
  const { npm_lifecycle_event, INIT_CWD } = process.env;
  return resolve((npm_lifecycle_event === 'shop' && INIT_CWD) || '.', name);
}
