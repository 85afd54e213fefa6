/** The last release, taken from the history: a commit that changes `version` in package.json. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './processes.ts';

type Release = { commit: string; version: string };

const noHistory = 'there is no git history here';
const noRelease = 'there has been no release yet';

/** The last release of this history, or the reason why there is none. */
export function findLastRelease(repository = projectRoot): Release | string {
  if (runGit(repository, 'rev-parse', '--git-dir') === undefined) return noHistory;
  const [last] = listReleases(repository);
  if (last) return last;
  const isShallow = runGit(repository, 'rev-parse', '--is-shallow-repository') === 'true';
  return isShallow ? 'the history is shallow and has no release' : noRelease;
}

/** All releases of this history, the last one first. */
export function listReleases(repository = projectRoot): Release[] {
  const changes = ['log', '--format=%H', '-G"version":', '--', 'package.json'];
  const commits = runGit(repository, ...changes)?.split('\n') ?? [];
  return commits.flatMap((commit) => {
    const version = readVersion(repository, commit);
    const before = readVersion(repository, `${commit}^`); // undefined for the first commit
    return version && before && version !== before ? [{ commit, version }] : [];
  });
}

/** The names of a release's migrations. */
export function readReleasedMigrations({ commit }: Release, repository = projectRoot): string[] {
  const files = runGit(repository, 'ls-tree', '-r', '--name-only', commit)?.split('\n') ?? [];
  return files.flatMap((file) => /\bmigrations\/(\d{4}-.+)\.sql$/.exec(file)?.[1] ?? []);
}

/** Why the last release need not run beside the present program; undefined when it must, and a checkout cannot be excused. */
export function findExcuse(release: Release | string, repository = projectRoot): string | undefined {
  if (typeof release !== 'string') return undefined;
  return release === noRelease || !existsSync(path.join(repository, '.git')) ? release : undefined;
}

/** What is wrong when the last release has to run and cannot; `oldest`: the oldest release that may run on the schema. */
export function findObstacle(release: Release | string, oldest: string): string | undefined {
  if (typeof release === 'string') {
    return `The last release cannot be run beside the present program: ${release}. Install git and fetch the whole history (git fetch --unshallow).`;
  }
  return release.version.localeCompare(oldest, 'en', { numeric: true }) < 0
    ? `A migration has ended the support of ${release.version}, the last release: the schema needs ${oldest}. First add, and remove one release later (docs/releasing.md).`
    : undefined;
}

/** The packages of the release, without dev dependencies, that are not installed in the same version. */
export function findMissingPackages({ commit }: Release, repository = projectRoot): string[] {
  const then = readPackages(runGit(repository, 'show', `${commit}:package-lock.json`));
  const now = readPackages(readFileSync(path.join(repository, 'package-lock.json'), 'utf8'));
  return Object.entries(then)
    .filter(([name, { version, dev }]) => name !== '' && !dev && now[name]?.version !== version)
    .map(([name]) => name.replace('node_modules/', ''));
}

/** Makes a folder with the release's files: its launcher installs its packages there. */
export async function unpackRelease({ commit }: Release, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const archive = `${folder}.tar`;
  await run('git', ['archive', '--output', archive, commit], { cwd: projectRoot });
  await run('tar', ['-x', '-f', archive, '-C', folder]);
  rmSync(archive);
}

/** A folder with the release, its pages built and its packages installed; it is kept for the next run. */
export async function prepareRelease(release: Release): Promise<string> {
  const kept = path.join(projectRoot, '.compact/last-release');
  const folder = path.join(kept, release.commit);
  if (existsSync(folder)) {
    await providePackages(release, folder);
    return folder;
  }
  rmSync(kept, { recursive: true, force: true }); // of an earlier release, or not whole
  const incomplete = `${folder}.incomplete`;
  await unpackRelease(release, incomplete);
  await providePackages(release, incomplete);
  await run(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], { cwd: incomplete });
  renameSync(incomplete, folder);
  return folder;
}

/** The packages of this project when the release needs no others, otherwise its own. */
async function providePackages(release: Release, folder: string): Promise<void> {
  const packages = path.join(folder, 'node_modules');
  const hasOwn = existsSync(packages) && !lstatSync(packages).isSymbolicLink();
  if (hasOwn && existsSync(path.join(packages, '.package-lock.json'))) return; // npm writes it last
  rmSync(packages, { recursive: true, force: true });
  if (findMissingPackages(release).length === 0)
    symlinkSync(path.join(projectRoot, 'node_modules'), packages);
  else await run('npm', installArguments, { cwd: folder, maxBuffer: 2 ** 26 });
}

/** As the launcher installs the packages of a shop. */
const installArguments = [
  'ci',
  '--omit=dev',
  '--include=optional',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
];

const run = promisify(execFile);

type Packages = Record<string, { version?: string; dev?: boolean }>;

function readPackages(lock: string | undefined): Packages {
  return (JSON.parse(lock ?? '{}') as { packages?: Packages }).packages ?? {};
}

function readVersion(repository: string, commit: string): string | undefined {
  const text = runGit(repository, 'show', `${commit}:package.json`);
  return text === undefined ? undefined : (JSON.parse(text) as { version?: string }).version;
}

/** Git's output; undefined when it fails or is not installed. */
function runGit(repository: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return status === 0 ? stdout.trim() : undefined;
}
