/** `npm run sbom` lists what is installed, by the lock file alone. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { givenFolder } from '../support/shop-folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = givenFolder();

test('the software bill of materials has every package of the lock file in its version', () => {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    copyFileSync(join(root, file), join(folder, file));
  }
  const env = { ...process.env, NODE_ENV: undefined }; // in production npm leaves out what only developers need
  execFileSync('npm', ['run', 'sbom'], {
    cwd: folder,
    stdio: 'pipe',
    shell: process.platform === 'win32',
    env,
  });
  const bill = readJson(join(folder, 'sbom.cdx.json')) as {
    bomFormat: string;
    components: { purl: string }[];
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  // by what scanners read: an alias has its own name there
  const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl).replace('pkg:npm/', '')));
  expect([...listed].sort()).toEqual([...lockedPackages()].sort());
});

/** Those of all platforms; an alias under its own name. */
function lockedPackages(): Set<string> {
  const { packages } = readJson(join(root, 'package-lock.json')) as {
    packages: Record<string, { version: string; name?: string }>;
  };
  const names = new Set<string>();
  for (const [path, { version, name }] of Object.entries(packages)) {
    if (path) names.add(`${name ?? path.replace(/^.*node_modules\//, '')}@${version}`);
  }
  return names;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
