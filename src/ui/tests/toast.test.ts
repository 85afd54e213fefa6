/** What is raised at once has room in a window. */
import { expect, test } from 'vitest';
import { readToasts, toast } from '#ui/components/toast.ts';

test('of toasts raised at once the last four are shown', () => {
  for (const content of ['1', '2', '3', '4', '5', '6']) toast.info(content);
  expect(readToasts().map(({ content }) => content)).toEqual(['3', '4', '5', '6']);
});
