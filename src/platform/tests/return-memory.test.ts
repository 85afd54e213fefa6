/** What is free between blocks in use goes back to the system, on Linux with glibc. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Of 131 MB of blocks every fiftieth stays; the resident set in MB, after a collection and after the memory was returned. */
const program = `
import { returnMemory } from ${JSON.stringify(fileURLToPath(new URL('../system/return-memory.ts', import.meta.url)))};
const readResident = () => process.memoryUsage.rss() / 1e6;
let blocks = Array.from({ length: 4000 }, () => Buffer.allocUnsafeSlow(32_768).fill(1));
globalThis.kept = blocks.filter((_, index) => index % 50 === 0);
blocks = undefined;
globalThis.gc({ type: 'major', flavor: 'last-resort' });
const before = readResident();
returnMemory();
console.log(JSON.stringify({ before, after: readResident() }));`;

const isGlibc =
  process.platform === 'linux' &&
  'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header;

test.skipIf(!isGlibc)('gives back what is free between blocks in use', () => {
  const args = ['--expose-gc', '--input-type=module', '--eval', program];
  const { before, after } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  expect(before).toBeGreaterThan(150);
  expect(after).toBeLessThan(before - 80);
});
