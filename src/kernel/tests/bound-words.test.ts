/** Measures stay on one line. */
import { expect, test } from 'vitest';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';

test.each([
  [
    'Corsair Vengeance 32 GB (2 × 16 GB) DDR5-6000 CL36',
    'Corsair Vengeance 32\u00a0GB (2\u00a0×\u00a016\u00a0GB) DDR5-6000 CL36',
  ],
  ['Samsung 990 PRO 2 TB', 'Samsung 990\u00a0PRO 2\u00a0TB'],
  ['27 Hz, 5 ms, 3 of 4 in 12 months, $5 now', '27\u00a0Hz, 5\u00a0ms, 3 of 4 in 12 months, $5 now'],
  ['A supply of 750 W, 303 mm long', 'A supply of 750\u00a0W, 303\u00a0mm long'],
  ['MSI MAG B650 TOMAHAWK WIFI', 'MSI MAG B650 TOMAHAWK WIFI'],
  ['Radeon 7 Watercooled', 'Radeon 7 Watercooled'],
])('%s', (text, shown) => expect(withNonBreakingSpaces(text)).toBe(shown));
