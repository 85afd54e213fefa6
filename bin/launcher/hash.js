/** Hashes files, to detect changes since a stamp was written. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './project.js';

/** Of files: what is in them, or, in less time, only their sizes and when they were written. @typedef {'content' | 'times'} Seen */

/**
 * One hash over files and folders of the project, missing ones included.
 * @param {string[]} names
 * @param {Seen} [seen]
 */
export function computeHash(names, seen = 'content') {
  const hash = createHash('sha256');
  for (const name of names) addTo(hash, name, seen);
  return hash.digest('hex');
}

/** @param {string[]} parts @returns {Record<string, string>} */
export function readStamp(...parts) {
  try {
    return JSON.parse(readFileSync(inProject(...parts), 'utf8'));
  } catch {
    return {};
  }
}

/** @param {import('node:crypto').Hash} hash @param {string} name @param {Seen} seen */
function addTo(hash, name, seen) {
  const file = inProject(name);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    if (/^src\/.*\/tests$/.test(name)) return; // unit tests, beside what they test
    for (const child of readdirSync(file).sort()) addTo(hash, path.posix.join(name, child), seen);
  } else if (seen === 'times') {
    hash.update(`${name}\0${stat?.size} ${stat?.mtimeMs}\0`);
  } else {
    const content = stat ? readFileSync(file) : undefined;
    hash.update(`${name}\0${content ? content.length : 'none'}\0`);
    if (content) hash.update(content);
  }
}
