/** Two processes on one database that each have a card sandbox of their own: half of the payments would fail. */
import { expect, test } from 'vitest';
import { claimSandboxLedger } from '#payments/database/sandbox-ledger-claim.ts';
import { createDatabase, givenDatabases } from '../support/postgres.ts';

const makeDatabase = givenDatabases();

test('a database is claimed by the processes of one sandbox, until the last of them has ended', async () => {
  const [here, elsewhere] = [await makeDatabase(createDatabase), await makeDatabase(createDatabase)];
  const first = await claimSandboxLedger(here, 'one');
  const beside = await claimSandboxLedger(here, 'one');
  expect([first, beside]).not.toContain(undefined);
  expect(await claimSandboxLedger(here, 'another')).toBeUndefined();
  const other = await claimSandboxLedger(elsewhere, 'another');
  expect(other).toBeDefined();
  await first?.close();
  expect(await claimSandboxLedger(here, 'another')).toBeUndefined();
  await beside?.close();
  const after = await claimSandboxLedger(here, 'another');
  expect(after).toBeDefined();
  await Promise.all([after?.close(), other?.close()]);
});
