/** The programs of the shop that tests start: bundled as they are in a shop, and otherwise their sources. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { arePagesReady } from '../../bin/launcher/pages.js';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

const sources = { server: 'src/app/main.ts', command: 'src/app/commands/main.ts' };
export type Program = keyof typeof sources;

/** The bundle, unless it is of other sources, or of a release without bundles. */
export function findProgram(name: Program, project: string = projectRoot): string {
  const bundle = path.join(project, 'build/shop', `${name}.js`);
  const isCurrent = project === projectRoot ? isBuilt() : existsSync(bundle);
  return isCurrent ? bundle : path.join(project, sources[name]);
}

let built: boolean | undefined;

/** Hashes all sources. */
function isBuilt(): boolean {
  built ??= arePagesReady();
  return built;
}
