/** Where the files of tests lie while they run. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { withMemoryFolder } from '../../bin/launcher/memory-folder.js';
import { identify } from '../../bin/launcher/processes.js';

afterEach(() => vi.unstubAllEnvs());

test('a given temporary folder is used', async () => {
  vi.stubEnv('TMPDIR', '/somewhere');
  expect(await withMemoryFolder(async () => tmpdir())).toBe('/somewhere');
});

const isInMemory = await withoutFolder(() => withMemoryFolder(async () => tmpdir().startsWith('/dev/shm/')));

test.skipIf(!isInMemory)(
  `otherwise it is in memory, is removed at the end, and so are those of killed runs${isInMemory ? '' : ' (skipped: there is too little)'}`,
  async () => {
    const { pid, born } = identify(process.ppid);
    const [running, killed] = [`/dev/shm/compact-tests-${pid}-${born}`, '/dev/shm/compact-tests-1-0'];
    mkdirSync(running, { recursive: true });
    mkdirSync(`${killed}/cluster`, { recursive: true });
    const folder = await withoutFolder(() =>
      withMemoryFolder(async () => {
        mkdirSync(`${tmpdir()}/data`);
        return tmpdir();
      }),
    );
    expect([running, killed, folder].map((each) => existsSync(each))).toEqual([true, false, false]);
    rmSync(running, { recursive: true });
  },
);

/** As where the launcher starts; it sets the variable for the tests. */
async function withoutFolder<Result>(work: () => Promise<Result>): Promise<Result> {
  const given = process.env.TMPDIR;
  delete process.env.TMPDIR;
  try {
    return await work();
  } finally {
    if (given !== undefined) process.env.TMPDIR = given;
  }
}
