/** What fails in the background is told in words, and not again and again. */
import { expect, test } from 'vitest';
import { makeErrorLogger } from '#platform/logging/log-errors.ts';

test('tells of errors, of plain objects and of anything else in words, each failure once', () => {
  const lines: string[] = [];
  const complain = makeErrorLogger((line) => lines.push(line));
  for (let turn = 0; turn < 3; turn += 1) {
    complain('The queue of jobs', { message: 'timeout expired', queue: 'sweep' });
    complain('The queue of jobs', new Error('Connection terminated'));
    complain('The job sweep', { code: 'ECONNRESET' });
    complain('The job sweep', 'gone');
  }
  expect(lines).toEqual([
    'The queue of jobs failed: timeout expired',
    'The queue of jobs failed: Connection terminated',
    'The job sweep failed: ECONNRESET',
    'The job sweep failed: gone',
  ]);
});
