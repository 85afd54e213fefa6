/** The last release, taken from the history: a commit that changes `version` in package.json. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './programs.ts';

export type Release = { commit: string; version: string };

/** The last release of this history, or the reason why there is none. */
export function findLastRelease(repository = projectRoot): Release | string {
  if (runGit(repository, 'rev-parse', '--git-dir') === undefined) return 'there is no git history here';
  const commits = runGit(repository, 'log', '--format=%H', '--', 'package.json')?.split('\n') ?? [];
  for (const commit of commits) {
    const version = readVersion(repository, commit);
    const before = readVersion(repository, `${commit}^`); // undefined for the first commit
    if (version && before && version !== before) return { commit, version };
  }
  const isShallow = runGit(repository, 'rev-parse', '--is-shallow-repository') === 'true';
  return isShallow ? 'the history is shallow and has no release' : 'there has been no release yet';
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

/** Also builds its web pages, on the packages that are installed here; its launcher would replace them. */
export async function buildRelease(release: Release, folder: string): Promise<void> {
  await unpackRelease(release, folder);
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
  await run(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], { cwd: folder });
}

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
