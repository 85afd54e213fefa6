import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { arePagesReady } from './bin/launcher/pages.js';
import { drawIcons } from './draw-icons.ts';
import { LongestFirst } from './tests/support/longest-first.ts';

// tests start programs some 200 times: their modules are compiled once
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.compact/compile-cache', import.meta.url));

const sandboxBundle = fileURLToPath(new URL('build/shop/sandbox.js', import.meta.url));
if (arePagesReady()) process.env.SANDBOX_PROGRAM ??= sandboxBundle;

// pages are rendered by what a shop runs: React and its router for development take several times as long
process.env.NODE_ENV = 'production';

const makeProject = (name: string) => ({ name, include: [`tests/${name}/**/*.test.ts`] });

/** Megabytes of the young generation. */
const fewerCollections = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

/** Browsers, processes and timers stumble now and then on a shared machine; what fails twice in a row is broken. */
const retry = process.env.CI ? 1 : 0;

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'architecture', include: ['tests/architecture.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'packages',
          include: ['packages/*/tests/**/*.test.ts'],
          isolate: false,
          retry,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // those with thousands of examples share the machine
      {
        plugins: [drawIcons()],
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'src/**/tests/*.test.ts'],
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...makeProject('integration'),
          globalSetup: ['tests/support/global-setup.ts'],
          // files that run in one process load the shop's modules once; databases, folders and shops are each file's own
          isolate: false,
          execArgv: fewerCollections,
          expect: { poll: { timeout: 15_000 } }, // what is waited for comes later on a busy machine
          retry,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...makeProject('e2e'),
          globalSetup: ['tests/support/global-setup.ts'],
          isolate: false, // so that files share a browser, too
          execArgv: fewerCollections,
          expect: { poll: { timeout: 15_000 } },
          retry,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...makeProject('processes'),
          globalSetup: ['tests/support/filled-data.ts'],
          isolate: false,
          retry,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
