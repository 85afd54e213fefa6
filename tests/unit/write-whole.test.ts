/** A file is written whole or not at all. */
import { expect, test } from 'vitest';
import { writeWhole } from '#system/write-atomically.ts';

test.skipIf(process.platform !== 'linux')(
  'a folder that cannot be made is an error at once (skipped elsewhere: only Linux has /proc)',
  async () => {
    await expect(writeWhole('/proc/nothing/data/secrets.json', [Buffer.from('{}')])).rejects.toThrow(
      'ENOENT',
    );
  },
);
