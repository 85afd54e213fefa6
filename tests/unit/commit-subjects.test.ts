/** Commits say in their subject where they change what. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findBadSubjects, readSubjects } from '../support/commit-rules.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the history', () => {
  test('has subjects that say area and change, since this became the rule', ({ skip }) => {
    const history = readSubjects(root, '2d0d497');
    if ('missing' in history) return skip(history.missing);
    expect(findBadSubjects(history.subjects)).toEqual([]);
  });

  test.each([
    'Fix the basket',
    'server fix the basket',
    'server: Fix the basket',
    'server: fixed the basket',
    'server: fixing the basket',
    'server: fix the basket.',
    'Server: fix the basket',
    'Merge branch paths',
    `server: fix ${'x'.repeat(61)}`,
  ])('would not have the subject %s', (subject) => {
    expect(findBadSubjects([subject])).toHaveLength(1);
  });

  test('would have these', () => {
    const good = [
      'release: 0.3.0',
      'server: fix the basket',
      'images, mail-layout: bring both home',
      `api: fix ${'x'.repeat(63)}`,
    ];
    expect(findBadSubjects(good)).toEqual([]);
  });
});
