import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// tests start programs some 200 times: their modules are compiled once
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.compact/compile-cache', import.meta.url));

const ofRoom = (room: string) => ({ name: room, include: [`tests/${room}/**/*.test.ts`] });

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'architecture', include: ['tests/architecture.test.ts'] } },
      {
        test: {
          name: 'packages',
          include: ['packages/*/tests/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // those with thousands of examples share the machine
      { test: { ...ofRoom('unit'), isolate: false, testTimeout: 30_000 } },
      {
        test: {
          ...ofRoom('integration'),
          globalSetup: ['tests/support/global-setup.ts'],
          // files that run in one process load the shop's modules once; databases, folders and shops are each file's own
          isolate: false,
          expect: { poll: { timeout: 15_000 } }, // what is waited for comes later on a busy machine
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...ofRoom('e2e'),
          globalSetup: ['tests/support/global-setup.ts'],
          isolate: false, // so that files share a browser, too
          expect: { poll: { timeout: 15_000 } },
          // a real browser on a shared machine stumbles now and then; what fails twice in a row is broken
          retry: process.env.CI ? 1 : 0,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      { test: { ...ofRoom('processes'), testTimeout: 240_000, hookTimeout: 120_000 } },
    ],
    maxWorkers: 2,
  },
});
