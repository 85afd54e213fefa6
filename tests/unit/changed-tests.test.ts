/** Which tests `npm test -- --changed` runs whatever they import. */
import { expect, test } from 'vitest';
import { affectsAll } from '../../bin/launcher/changed.js';

const kinds = ['packages', 'integration', 'e2e', 'processes'] as const;
const everything = [...kinds];

test.each([
  ['README.md', []],
  ['docs/decisions/001-one.md', []],
  ['tests/e2e/sale.test.ts', []],
  ['bench/made-parts.ts', []],
  ['browsers/walk.ts', []],
  ['packages/sandbox/tests/cards.test.ts', []],
  ['src/features/catalogue/tests/search.test.ts', []],
  ['src/kernel/money.ts', ['e2e', 'processes']],
  ['src/features/fit/pages/build.tsx', ['integration', 'e2e', 'processes']],
  ['src/features/purchases/use-cases/place-purchase.ts', ['e2e', 'processes']],
  ['src/root.tsx', ['integration', 'e2e', 'processes']],
  ['src/app/commands/main.ts', ['integration', 'e2e', 'processes']],
  ['src/app/main.ts', ['integration', 'e2e', 'processes']],
  ['src/platform/database/migrations/0002-sale.sql', ['integration', 'e2e', 'processes']],
  ['bin/compact.js', everything],
  ['packages/sandbox/src/main.ts', everything],
  ['catalogue/memory.json', everything],
  ['package-lock.json', everything],
  ['vitest.config.ts', everything],
])('a change of %s affects all tests of %j', (file, affected) => {
  expect(kinds.filter((kind) => affectsAll(kind, ['docs/security.md', file]))).toEqual(affected);
});
