/** Resolves a path given on the command line. */
import { resolve } from 'node:path';

/** npm runs scripts in the project's folder; INIT_CWD is the folder in which it was called. */
export function resolveGivenPath(name: string, { npm_lifecycle_event, INIT_CWD }: NodeJS.ProcessEnv): string {
  return resolve((npm_lifecycle_event === 'shop' && INIT_CWD) || '.', name);
}
