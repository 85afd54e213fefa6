/** Two commits are compared row by row, whatever one of them has more of. */
import { expect, test } from 'vitest';
import { formatComparison, readRows } from '../../bench/compare.ts';

const head = '| orders | connections | a second | p50 |\n| --- | --- | --- | --- |\n';
const read = (...rows: string[]) => readRows(`quiet\n${head}${rows.join('\n')}\n`);

test('each figure is the median ratio of its row, also where rows have one name', () => {
  const make = (perSecond: number) => ({
    before: read('| old one | 1 | 7 | 1 ms |', '| many | 1 | 100 | 4.0 ms |', '| many | 16 | 1,000 | 8 ms |'),
    after: read(
      `| many | 1 | ${perSecond} | 2.0 ms |`,
      '| many | 16 | 500 | 8 ms |',
      '| new | 1 | 5 | 1 ms |',
    ),
  });
  const [, , ...lines] = formatComparison([make(150), make(50), make(200)], 'abc1234').split('\n');
  expect(lines).toEqual([
    '| orders | connections | a second | p50 |',
    '| many | 1.00 (1.00 to 1.00) | 1.50 (0.50 to 2.00) | 0.50 (0.50 to 0.50) |',
    '| many | 1.00 (1.00 to 1.00) | 0.50 (0.50 to 0.50) | 1.00 (1.00 to 1.00) |',
    '| new | 1 | 5 | 1 ms |',
  ]);
});
