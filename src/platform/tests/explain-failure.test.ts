/** What PostgreSQL says becomes a sentence for the owner, and an exit code for the supervisor. */
import { expect, test } from 'vitest';
import { explainFailure } from '#platform/system/explain-failure.ts';

test.each([
  ['could not write to file "base/1": No space left on device', 'the disk is full', 75],
  [
    'could not resize shared memory segment "/PostgreSQL.1" to 1048576 bytes: No space left on device',
    'the machine has too little shared memory',
    78,
  ],
])('%s', (output, sentence, exitCode) => {
  expect(explainFailure('No start', `FATAL: ${output}`)).toMatchObject({
    message: expect.stringContaining(sentence),
    exitCode,
  });
});
