/** Builds the web pages and bundles the programs, only when their sources have changed. */

import { rmSync, writeFileSync } from 'node:fs';
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
];

export function arePagesReady() {
  return isProgramFolder || readStamp(...stampPath).sources === computeHash(sources);
}

/**
 * Builds, and writes the stamp only on success, so that the next start builds again after a failure.
 * @param {(pid: number) => void} onStart
 */
export async function buildPages(onStart) {
  const built = computeHash(sources); // before the build, so that later changes are built next time
  rmSync(inProject(...stampPath), { force: true });
  const outcome = await runTool(shopNode(), ['node_modules/@react-router/dev/bin.cjs', 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    killAfter: 3000,
    onStart,
  });
  if (outcome.code === 0) writeFileSync(inProject(...stampPath), `${JSON.stringify({ sources: built })}\n`);
  return outcome;
}
