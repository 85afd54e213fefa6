/** Builds the web pages and bundles the programs, only when their sources have changed. */

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { computeHash, readStamp } from './hash.js';
import { runTool } from './processes.js';
import { inProject, isProgramFolder, root, shopNode } from './project.js';

const stampPath = ['build', '.compact-build.json'];

/** All of src/ counts: the server part of the pages imports several layers, and the bundles have the rest. */
const sources = [
  'src',
  'packages/sandbox/src',
  'public',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
  'build-patterns.ts',
  'bundle-programs.ts',
  'draw-icons.ts',
];

/** By the times of the files, as git does it; where these differ, as in a copy, by what is in them. */
export function arePagesReady() {
  if (isProgramFolder) return true;
  const stamp = readStamp(...stampPath);
  const times = computeHash(sources, 'times');
  if (stamp.times === times) return true;
  if (stamp.sources !== computeHash(sources)) return false;
  try {
    writeStamp({ sources: stamp.sources, times });
  } catch {
    // Another user's folder: the next start reads the files again.
  }
  return true;
}

/**
 * Builds, and writes the stamp only on success, so that the next start builds again after a failure.
 * @param {(pid: number) => void} onStart
 */
export async function buildPages(onStart) {
  // before the build, so that later changes are built next time
  const stamp = { sources: computeHash(sources), times: computeHash(sources, 'times') };
  rmSync(inProject(...stampPath), { force: true });
  const outcome = await runTool(shopNode(), ['node_modules/@react-router/dev/bin.cjs', 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    killAfter: 3000,
    onStart,
  });
  if (outcome.code === 0) writeStamp(stamp);
  return outcome;
}

/** In a new file: other starts may read it. @param {Record<string, string>} stamp */
function writeStamp(stamp) {
  const file = inProject(...stampPath);
  writeFileSync(`${file}.new-${process.pid}`, `${JSON.stringify(stamp)}\n`);
  renameSync(`${file}.new-${process.pid}`, file);
}
