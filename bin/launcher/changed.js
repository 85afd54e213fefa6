/** What has changed since a commit, as git tells, and which tests must then all run. */

import { execFileSync } from 'node:child_process';
import { root } from './project.js';
import { StartRefusal } from './refusal.js';

/**
 * Paths from the project's folder, with `/`: what is not committed, and what was committed since.
 * @param {string} since
 * @returns {string[]}
 */
export function changedFiles(since) {
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

/** Documents, tests and what only tests import: the tests that are affected import them. */
const isImported = /^(tests|bench|docs|packages\/art|packages\/[^/]+\/(tests|testing))\/|\.md$/;
/** Of the source what tests do not import, but start or load by its path. */
const isStarted = /^src\/(cli|server|web)\/|\.sql$/;

/**
 * Whether all tests of a kind have to run, because imports do not tell which are affected.
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
