/** Which commit is the last release, and when it cannot be run from here: what decides whether tests/processes/releases.test.ts runs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  findExcuse,
  findLastRelease,
  findMissingPackages,
  findObstacle,
  listReleases,
  readReleasedMigrations,
} from '../support/last-release.ts';
import { findWayBack, listDeclaredReleases } from '../support/migration-rules.ts';
import { projectRoot } from '../support/processes.ts';

let folder: string;
let repository: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'compact-history-'));
  repository = path.join(folder, 'repository');
  execFileSync('git', ['init', '--quiet', repository]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const excuse = findExcuse(findLastRelease());

describe.skipIf(excuse)(`the releases of this history${excuse ? ` (skipped: ${excuse})` : ''}`, () => {
  const folder = path.join(projectRoot, 'src/platform/database/migrations');
  const migrations = new Map(
    readdirSync(folder).map((file) => [
      `src/platform/database/migrations/${file}`,
      readFileSync(path.join(folder, file), 'utf8'),
    ]),
  );
  const releases = listReleases();
  const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

  test('go back to what the table in docs/running.md says, and that comes from their migrations', () => {
    const rows = [{ version: 'after it' }, ...releases].map((release) => {
      const names = 'commit' in release ? new Set(readReleasedMigrations(release)) : undefined;
      const { oldest, later } = findWayBack(migrations, (name) => names?.has(name) ?? true);
      return [release.version, oldest === release.version ? 'none' : oldest, later.join(' ')];
    });
    const [, table = ''] = read('docs/running.md').split('### What goes back to what');
    const lines = table.split('\n## ')[0]?.match(/^\| (?:\d|after).+$/gm) ?? [];
    const shown = lines.map((line) => {
      const [, version = '', back = '', until = ''] = line.split('|').map((cell) => cell.trim());
      return [version, back, [...until.matchAll(/`(\d{4}-[\w-]+)`/g)].map(([, name]) => name).join(' ')];
    });
    expect(shown).toEqual(rows);
  });

  test('are all in CHANGELOG.md, by their days, below what is not released', () => {
    const days = releases.map(({ commit, version }) => {
      const day = execFileSync('git', ['log', '-1', '--format=%ad', '--date=short', commit], {
        cwd: projectRoot,
        encoding: 'utf8',
      });
      return `[${version}] - ${day.trim()}`;
    });
    const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['[Unreleased]', ...days]);
  });

  test('are what migrations name: nobody is told to start one that does not exist', () => {
    const declared = [...listDeclaredReleases(migrations).values()];
    const versions = releases.map(({ version }) => version);
    expect([...new Set(declared)].filter((version) => !versions.includes(version))).toEqual([]);
  });
});

test('the commit that changed the version last is the last release, wherever the present one is', () => {
  commit({ version: '0.1.0' });
  commit({ version: '0.2.0' });
  const third = commit({ version: '0.3.0' });
  expect(findLastRelease(repository)).toEqual({ commit: third, version: '0.3.0' });
  commit({ version: '0.3.0', description: 'A shop.' });
  expect(findLastRelease(repository)).toEqual({ commit: third, version: '0.3.0' });
});

test('the first commit is no release: it changes nothing', () => {
  commit({ version: '0.1.0' });
  commit({ version: '0.1.0', description: 'A shop.' });
  expect(findLastRelease(repository)).toBe('there has been no release yet');
});

test('a history that is cut off before the release, or missing, says so', () => {
  commit({ version: '0.1.0' });
  commit({ version: '0.2.0' });
  commit({ version: '0.2.0', description: 'A shop.' });
  const shallow = path.join(folder, 'shallow');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${repository}`, shallow]);
  expect(findLastRelease(shallow)).toBe('the history is shallow and has no release');
  expect(findLastRelease(folder)).toBe('there is no git history here');
});

test('only what is no checkout is excused: one without its history, or whose schema has left the release behind, fails', () => {
  const release = { commit: 'c', version: '0.10.0' };
  expect([findExcuse(release, repository), findObstacle(release, '0.10.0')]).toEqual([undefined, undefined]);
  expect(findObstacle(release, '0.11.0')).toMatch(
    /ended the support of 0\.10\.0, the last release.* needs 0\.11\.0\./,
  );
  for (const reason of ['there is no git history here', 'the history is shallow and has no release']) {
    expect(findExcuse(reason, repository)).toBeUndefined();
    expect(findObstacle(reason, '0.3.0')).toMatch(new RegExp(`${reason}\\. Install git and fetch`));
    expect(findExcuse(reason, folder)).toBe(reason); // an archive
  }
  expect(findExcuse('there has been no release yet', repository)).toBe('there has been no release yet');
});

test('packages that are gone or of another version are missing; new ones and those of the checks do no harm', () => {
  commit({ version: '0.1.0' });
  const packages = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } };
  const dev = { 'node_modules/lint': { version: '1.0.0', dev: true } };
  lock({ ...packages, ...dev });
  const release = { commit: commit({ version: '0.2.0' }), version: '0.2.0' };
  expect(findMissingPackages(release, repository)).toEqual([]);
  lock({ ...packages, 'node_modules/c': { version: '1.0.0' } });
  expect(findMissingPackages(release, repository)).toEqual([]);
  lock({ 'node_modules/a': { version: '1.0.1' } });
  expect(findMissingPackages(release, repository)).toEqual(['a', 'b']);
});

function commit(manifest: object): string {
  writeFileSync(path.join(repository, 'package.json'), JSON.stringify(manifest));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: repository,
      encoding: 'utf8',
    });
  git('add', '.');
  git('commit', '--quiet', '--no-verify', '--message', 'a commit');
  return git('rev-parse', 'HEAD').trim();
}

function lock(packages: object): void {
  const root = { '': { name: 'compact' } };
  writeFileSync(
    path.join(repository, 'package-lock.json'),
    JSON.stringify({ packages: { ...root, ...packages } }),
  );
}
