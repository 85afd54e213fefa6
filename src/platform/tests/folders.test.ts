/** A folder is made with its parents, or not. */
import { expect, test } from 'vitest';
import { createFolder } from '#platform/system/files.ts';

test.skipIf(process.platform !== 'linux')(
  'a folder that cannot be made is an error at once (skipped elsewhere: only Linux has /proc)',
  () => expect(() => createFolder('/proc/nothing/data')).toThrow('ENOENT'),
);
