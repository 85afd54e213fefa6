/** Caches are bounded by what the documents promise. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { keptBytes } from '#kernel/kept-bytes.ts';

test('what a process keeps of its answers is the sum that docs/running.md says', async () => {
  const sum = Object.values(keptBytes).reduce((total, each) => total + each, 0) / 1024 ** 2;
  const page = await readFile(new URL('../../../docs/running.md', import.meta.url), 'utf8');
  expect(page).toContain(`at most ${sum} MB for what it has answered`);
});
