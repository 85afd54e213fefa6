/** Starts what all test files share: a temporary PostgreSQL with a migrated template, and a card sandbox. */
import type { TestProject } from 'vitest/node';
import { connect } from '#app/connect.ts';
import { openQueue } from '#app/jobs/job-queue.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { EmbeddedConnection } from '#platform/postgres/embedded-postgres.ts';
import { PUBLISHABLE_KEY, SECRET_KEY, startSandbox } from '#sandbox/testing/sandbox.ts';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: EmbeddedConnection;
    sandbox: { url: string; secretKey: string; publishableKey: string };
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, sandbox] = await Promise.all([
    startTestPostgres(prepareTemplate),
    startSandbox({ environment: { SANDBOX_IDENTITY: 'on' } }),
  ]);
  project.provide('postgres', postgres.connection);
  project.provide('sandbox', { url: sandbox.origin, secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY });
  return async () => {
    await Promise.all([postgres.stop(), sandbox.remove()]);
  };
}

async function prepareTemplate(connection: EmbeddedConnection): Promise<void> {
  const opened = connect(connection);
  await migrate(opened.db);
  const queue = await openQueue(opened, (error) => console.error(error));
  await queue.close();
  await opened.close();
}
