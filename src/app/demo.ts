/** The demo: fills an empty shop and makes its accounts, only on loopback addresses. */
import { readdir, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '#app/config.ts';
import { populateShop } from '#app/populate-shop.ts';
import { demoPeople } from '#app/sandbox/demo-identity.ts';
import { demoPartSchema, demoReviewSchema } from '#catalogue/rules/import/demo-parts.ts';
import { signInEndpoint } from '#people/contract/people.ts';
import { findPersonByEmail } from '#people/database/people.ts';
import type { Accounts } from '#people/identity/accounts.ts';
import { lockAccount, makeVerifiedAccount } from '#people/identity/demo-accounts.ts';
import { makeAdmin } from '#people/use-cases/change-role.ts';
import type { Database } from '#platform/database/connect.ts';
import { isLocalRequest } from '#platform/http/loopback.ts';
import { sendRefusal } from '#platform/http/problems.ts';
import type { Log } from '#platform/system/log.ts';

/** Their password is public, so they exist on loopback addresses only. */
export const demoAccounts = [
  { email: 'admin@compact.test', name: 'Ada Admin', password: 'compact-demo', isAdmin: true },
  { email: 'customer@compact.test', name: 'Carl Customer', password: 'compact-demo', isAdmin: false },
] as const;

export type Demo = {
  db: Database;
  accounts: Accounts;
  config: Pick<Config, 'isDemo' | 'isLocal'>;
  log: Log;
  at: Date;
};

export async function openDemo({ db, accounts, config, log, at }: Demo): Promise<void> {
  if (!config.isLocal) {
    for (const email of [...demoAccounts.map(({ email }) => email), ...demoPeople])
      await lockAccount(db, email);
  }
  if (!config.isDemo) return;
  for (const { isAdmin, ...account } of demoAccounts) {
    if (await findPersonByEmail(db, account.email)) continue;
    await makeVerifiedAccount(accounts, { ...account, at });
    if (isAdmin) await makeAdmin({ db }, { email: account.email, adminId: null, at });
  }
  const filled = await populateShop({ db }, { ...(await readCatalogue()), at });
  if (filled) log(`4/4 Filling the shop with ${filled.parts} parts and ${filled.reviews} reviews`);
}

/** Refuses their log-in from other machines: a proxy may be in front of a shop without PUBLIC_URL. */
export function guardDemoAccounts(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url !== signInEndpoint.path) return;
    const { email } = request.body as { email: string };
    if (demoAccounts.some((account) => account.email === email) && !isLocalRequest(request))
      return sendRefusal(reply, { refused: 'demo-account-elsewhere' });
  });
}

const folder = new URL('../../catalogue/', import.meta.url);

export async function readCatalogue() {
  const files = (await readdir(new URL('parts/', folder))).filter((file) => file.endsWith('.json')).sort();
  const parts = await Promise.all(
    files.map(async (file) =>
      z.array(demoPartSchema).parse(await readJson(new URL(`parts/${file}`, folder))),
    ),
  );
  const reviews = z.array(demoReviewSchema).parse(await readJson(new URL('reviews.json', folder)));
  return { parts: parts.flat(), reviews };
}

async function readJson(file: URL): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
