/** Installs the packages of the lock file, if they are not installed yet. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { computeHash, readStamp } from './hash.js';
import { installingNode } from './node-version.js';
import { runTool } from './processes.js';
import { inProject, isProgramFolder, root, shopNode } from './project.js';
import { StartRefusal, step } from './say.js';

/** The packages of the shop, or also those of the checks. @typedef {'shop' | 'all'} PackageSet */

const stampPath = ['node_modules', '.compact-install.json'];

/**
 * By the note of the last look, or by npm's own list of what is installed: packages that a change of the lock file, of
 * the machine or of Node's version leaves as they are need no new installation.
 * @param {PackageSet} wanted
 */
export function arePackagesReady(wanted) {
  if (isProgramFolder) return wanted === 'shop';
  const stamp = readStamp(...stampPath);
  const isNoted = Object.entries(describeNeeds()).every(([name, value]) => stamp[name] === value);
  const installed = isNoted ? stamp.set : findInstalledSet();
  if (!installed || (wanted === 'all' && installed === 'shop')) return false;
  if (isNoted) return true;
  checkNode();
  try {
    writeStamp(/** @type {PackageSet} */ (installed));
  } catch {
    // Another user's folder: the packages are right, only the stamp is missing.
  }
  return true;
}

/**
 * @param {PackageSet} wanted
 * @param {(pid: number) => void} onStart
 * @param {import('./say.js').Say} say
 */
export async function installPackages(wanted, onStart, say) {
  const set = wanted === 'all' || hasTools() ? 'all' : 'shop';
  const seconds =
    set === 'all' ? 'with the tools of the checks, a minute or two' : 'first start only, about a minute';
  const args = [
    'ci',
    set === 'all' ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--ignore-scripts', // the only script creates PostgreSQL's links, which the shop does at its start
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    // Without a network, fail after seconds instead of npm's 70.
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ];
  const { program, first, shell } = findNpm();
  const outcome = await step(say, 1, `Installing the packages (${seconds})`, () =>
    runTool(program, [...first, ...args], {
      cwd: root,
      shell,
      killAfter: 3000,
      stdio: ['ignore', 'pipe', 'pipe'],
      onStart,
    }),
  ).catch((error) => {
    if (error instanceof StartRefusal) throw error;
    throw new StartRefusal(
      `npm could not be started (${error.message}); install Node with npm and start again.`,
    );
  });
  if (outcome.code !== 0) throw explain(outcome);
  checkNode();
  writeStamp(set);
}

/** The packaged Node needs a library that very small systems lack. */
function checkNode() {
  const { status, stderr } = spawnSync(shopNode(), ['--version'], { encoding: 'utf8' });
  if (status === 0) return;
  rmSync(inProject('node_modules', '.bin', 'node'), { force: true }); // npm would start the launcher with it
  const library = /loading shared libraries: (?:\S*\/)?([^\s:]+):/.exec(stderr ?? '')?.[1];
  throw new StartRefusal(
    library
      ? `The packaged Node needs ${library}, which this system lacks. Install it (libatomic.so.1: apt-get install libatomic1, or dnf install libatomic) and start again.`
      : 'The packaged Node does not run on this system; install Node 26 or later and start again.',
  );
}

/**
 * The npm that started the launcher, with its Node: `node` may be the installed one, which npm replaces while it installs.
 */
function findNpm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script && node && /npm-cli\.js$/.test(script) && existsSync(script) && existsSync(node)) {
    return { program: node, first: [script], shell: false };
  }
  return { program: 'npm', first: [], shell: process.platform === 'win32' };
}

/** Whether the packages of the checks are installed; they stay installed. */
function hasTools() {
  const installed = readPackages('node_modules/.package-lock.json') ?? {};
  return Object.values(installed).some(({ dev, optional }) => dev && !optional);
}

/** The installed set by npm's hidden lock file, also after `npm install` by hand; undefined when packages differ. */
function findInstalledSet() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  if (!wanted || !installed) return undefined;
  const names = Object.keys(wanted).filter((name) => name !== '');
  const fits = (/** @type {string} */ name) =>
    installed[name]
      ? installed[name].version === wanted[name]?.version
      : wanted[name]?.optional === true && !isForThisMachine(wanted[name]);
  if (names.every(fits)) return /** @type {const} */ ('all');
  if (names.every((name) => fits(name) || wanted[name]?.dev)) return /** @type {const} */ ('shop');
  return undefined;
}

/**
 * Whether npm installs an optional package here. It silently leaves out those whose engines exclude its Node, and others
 * are for no machine in particular: what they serve has a better one.
 * @param {Package} package_
 */
function isForThisMachine({ os, cpu, libc }) {
  return Boolean(
    os?.includes(process.platform) && cpu?.includes(process.arch) && (!libc || libc.includes(findLibc())),
  );
}

/** The system's C library, as the packages of Linux name it. */
function findLibc() {
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string[] }} Package */
/** @typedef {Record<string, Package>} Packages */

/** @param {string} file @returns {Packages | undefined} */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(inProject(file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * In a new file: copies of the folder by links keep theirs.
 * @param {PackageSet} set
 */
function writeStamp(set) {
  const file = inProject(...stampPath);
  writeFileSync(`${file}.new`, `${JSON.stringify({ ...describeNeeds(), set })}\n`);
  renameSync(`${file}.new`, file);
}

/** What decides which packages npm installs. */
function describeNeeds() {
  const machine = `${process.platform}-${process.arch}`;
  return { lock: computeHash(['package-lock.json']), machine, node: installingNode };
}

/** @param {import('./processes.js').Outcome} outcome */
function explain({ output }) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(
      output,
    )
  ) {
    return new StartRefusal(
      'The packages could not be fetched: npm does not reach its registry; connect to the network and start again.',
    );
  }
  if (/ENOSPC/.test(output)) {
    return new StartRefusal(
      'The packages could not be installed: the disk is full; make room and start again.',
    );
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return new StartRefusal(`The packages could not be installed: this user may not write into ${root}.`);
  }
  if (/in sync|EUSAGE/.test(output)) {
    return new StartRefusal(
      "package.json and package-lock.json do not fit together; run 'npm install', then start again.",
    );
  }
  const reason = /npm error (?!code)(.+)/.exec(output)?.[1] ?? 'npm gave no reason';
  return new StartRefusal(
    `The packages could not be installed: ${reason} (run 'npm ci' to see all that npm says).`,
  );
}
