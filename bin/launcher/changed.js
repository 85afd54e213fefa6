/** Finds the files that have changed since a commit, and the kinds of tests that must run completely. */

import { execFileSync } from 'node:child_process';
import { root } from './project.js';
import { StartRefusal } from './say.js';

/**
 * Uncommitted files and files committed since then, as paths from the project's folder with `/`.
 * @param {string} since
 * @returns {string[]}
 */
export function findChangedFiles(since) {
  try {
    const lines = [
      git('diff', '--name-only', '--relative', `${since}...HEAD`),
      git('diff', '--name-only', '--relative', 'HEAD'),
      git('ls-files', '--others', '--exclude-standard'),
    ];
    return [...new Set(lines.join('\n').split('\n').filter(Boolean))];
  } catch {
    throw new StartRefusal(`--changed needs git, a clone and a commit '${since}' in it.`);
  }
}

/** @typedef {'packages' | 'integration' | 'e2e' | 'processes'} Kind */

/** Documents, tests, and files that only tests import. */
const isImported =
  /^(tests|bench|browsers|docs|packages\/art|packages\/[^/]+\/(tests|testing))\/|^src\/.*\/tests\/|\.md$/;
/** Sources that tests start or load by path instead of importing them. */
const isStarted = /^src\/(app\/|ui\/|features\/[^/]+\/(pages|components)\/|[^/]+$)|\.sql$/;

/**
 * Whether all tests of a kind must run, because imports do not show which are affected.
 * @param {Kind} kind
 * @param {string[]} files
 */
export function affectsAll(kind, files) {
  const ofPrograms = files.filter((file) => !isImported.test(file));
  if (kind === 'e2e' || kind === 'processes') return ofPrograms.length > 0;
  const isOutside = ofPrograms.some((file) => !file.startsWith('src/'));
  return isOutside || (kind === 'integration' && ofPrograms.some((file) => isStarted.test(file)));
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
