/** The last release, taken from the history: a commit that changes `version` in package.json. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './programs.ts';

export type Release = { commit: string; version: string };

/** Earlier ones promised less: a database that several parts were bought on together refused them. */
const firstRunRelease = '0.3.0';

const noHistory = 'there is no git history here';
const noRelease = 'there has been no release yet';

/** The last release of this history, or the reason why there is none. */
export function findLastRelease(repository = projectRoot): Release | string {
  if (runGit(repository, 'rev-parse', '--git-dir') === undefined) return noHistory;
  const commits = runGit(repository, 'log', '--format=%H', '--', 'package.json')?.split('\n') ?? [];
  for (const commit of commits) {
    const version = readVersion(repository, commit);
    const before = readVersion(repository, `${commit}^`); // undefined for the first commit
    if (version && before && version !== before) return { commit, version };
  }
  const isShallow = runGit(repository, 'rev-parse', '--is-shallow-repository') === 'true';
  return isShallow ? 'the history is shallow and has no release' : noRelease;
}

/** Why the last release need not run beside the present program; undefined when it must, and a checkout cannot be excused. */
export function findExcuse(release: Release | string, repository = projectRoot): string | undefined {
  if (typeof release !== 'string') {
    return compareVersions(release.version, firstRunRelease) < 0
      ? `${release.version} is older than ${firstRunRelease}, the first release that runs beside its successors`
      : undefined;
  }
  return release === noRelease || !existsSync(path.join(repository, '.git')) ? release : undefined;
}

/** What is wrong when the last release has to run and cannot; `oldest`: the oldest release that may run on the schema. */
export function findObstacle(release: Release | string, oldest: string): string | undefined {
  if (typeof release === 'string') {
    return `The last release cannot be run beside the present program: ${release}. Install git and fetch the whole history (git fetch --unshallow).`;
  }
  return compareVersions(release.version, oldest) < 0
    ? `A migration has ended the support of ${release.version}, the last release: the schema needs ${oldest}. First add, and remove one release later (docs/releasing.md).`
    : undefined;
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
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
}

/** Also builds its web pages, on its own packages; its launcher would install them anew each time. */
export async function buildRelease(release: Release, folder: string): Promise<void> {
  await unpackRelease(release, folder);
  symlinkSync(await findPackages(release), path.join(folder, 'node_modules'));
  await run(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], { cwd: folder });
}

/** The installed packages when the release needs no others, or its own, which are kept for the next run. */
async function findPackages(release: Release): Promise<string> {
  if (findMissingPackages(release).length === 0) return path.join(projectRoot, 'node_modules');
  const [manifest = '', lock = ''] = ['package.json', 'package-lock.json'].map((file) =>
    runGit(projectRoot, 'show', `${release.commit}:${file}`),
  );
  const kept = path.join(projectRoot, '.compact/release-packages');
  const name = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = path.join(kept, name);
  if (!existsSync(folder)) {
    rmSync(kept, { recursive: true, force: true }); // of earlier releases, or not whole
    const incomplete = `${folder}.incomplete`;
    mkdirSync(incomplete, { recursive: true });
    writeFileSync(path.join(incomplete, 'package.json'), manifest);
    writeFileSync(path.join(incomplete, 'package-lock.json'), lock);
    await run('npm', installArguments, { cwd: incomplete, maxBuffer: 2 ** 26 });
    renameSync(incomplete, folder);
  }
  return path.join(folder, 'node_modules');
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
