/** Two processes on one database that each have a card sandbox of their own: half of the payments would fail. */
import { expect, test } from 'vitest';
import { claimSandboxLedger } from '#payments/database/sandbox-ledger-claim.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();
const elsewhere = givenShop();

test('a database is claimed by the processes of one sandbox, until the last of them has ended', async () => {
  const first = await claimSandboxLedger(shop.address, 'one');
  const beside = await claimSandboxLedger(shop.address, 'one');
  expect([first, beside]).not.toContain(undefined);
  expect(await claimSandboxLedger(shop.address, 'another')).toBeUndefined();
  const other = await claimSandboxLedger(elsewhere.address, 'another');
  expect(other).toBeDefined();
  await first?.close();
  expect(await claimSandboxLedger(shop.address, 'another')).toBeUndefined();
  await beside?.close();
  const after = await claimSandboxLedger(shop.address, 'another');
  expect(after).toBeDefined();
  await Promise.all([after?.close(), other?.close()]);
});
