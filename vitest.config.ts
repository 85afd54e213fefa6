import { defineConfig } from 'vitest/config';

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
      { test: { ...ofRoom('unit'), testTimeout: 30_000 } }, // those with thousands of examples share the machine
      {
        test: {
          ...ofRoom('integration'),
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...ofRoom('e2e'),
          globalSetup: ['tests/support/global-setup.ts'],
          expect: { poll: { timeout: 15_000 } }, // what is waited for comes later on a busy machine
          // a real browser on a shared machine stumbles now and then; what fails twice in a row is broken
          retry: process.env.CI ? 1 : 0,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: { ...ofRoom('processes'), testTimeout: 240_000, hookTimeout: 120_000, fileParallelism: false },
      },
    ],
    maxWorkers: 2,
  },
});
