/** A snapshot of the database says whether anything has been committed since another one. */
import { expect, test } from 'vitest';
import { seeSame } from '#catalogue/database/catalogue-changes.ts';

test.each([
  ['nothing', '100:100:', '100:100:', true],
  ['one began', '100:100:', '100:101:100', true],
  ['two began', '100:100:', '100:102:100,101', true],
  ['one began while another ran', '90:100:90', '90:101:90,100', true],
  ['one was committed', '100:100:', '101:101:', false],
  ['one that ran was committed', '90:100:90', '100:100:', false],
  ['one that ran was committed, another began', '90:100:90', '100:101:100', false],
  ['of two that began, one was committed', '100:100:', '100:102:100', false],
  ['the server is another', '100:100:', '50:50:', false],
])('%s: is it the same?', (_, earlier, later, isSame) => {
  expect(seeSame(earlier, later)).toBe(isSame);
});
