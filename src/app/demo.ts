/** The demo: fills an empty shop and makes its accounts, only on loopback addresses. */
import { randomUUIDv7 } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '#app/config.ts';
import { findTradeBeginning, planTrade, sumTakenUnits } from '#app/demo-trade/plan.ts';
import { findTrade, insertTrade } from '#app/demo-trade/state.ts';
import { demoPeople } from '#app/sandbox/demo-identity.ts';
import { selectParts } from '#catalogue/database/parts.ts';
import { insertParts } from '#catalogue/database/write-parts.ts';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import {
  type DemoPart,
  type DemoReview,
  demoPartSchema,
  demoReviewSchema,
} from '#catalogue/rules/import/demo-parts.ts';
import { dollarsToCents } from '#kernel/money.ts';
import { signInEndpoint } from '#people/contract/people.ts';
import { findPersonByEmail } from '#people/database/people.ts';
import { type Accounts, lockAccount, makeVerifiedAccount } from '#people/identity/accounts.ts';
import { makeAdmin } from '#people/use-cases/change-role.ts';
import type { Database } from '#platform/database/connect.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import { isLocalRequest } from '#platform/http/loopback.ts';
import { sendRefusal } from '#platform/http/problems.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import type { Log } from '#platform/system/log.ts';
import { insertReviews } from '#reviews/database/reviews.ts';

/** Their password is public, so they exist on loopback addresses only. */
export const demoAccounts = [
  { email: 'admin@compact.test', name: 'Ada Admin', password: 'compact-demo', isAdmin: true },
  { email: 'customer@compact.test', name: 'Carl Customer', password: 'compact-demo', isAdmin: false },
] as const;

export type Demo = {
  db: Database;
  accounts: Accounts;
  config: Pick<Config, 'isDemo' | 'isLocal' | 'hasDemoTrade'>;
  log: Log;
  at: Date;
};

/** What is to be said of it once the shop is open; nothing of a shop that was begun for real. */
export async function openDemo({ db, accounts, config, log, at }: Demo): Promise<string[]> {
  if (!config.isLocal) {
    for (const email of [...demoAccounts.map(({ email }) => email), ...demoPeople])
      await lockAccount(db, email);
  }
  if (!config.isDemo || (await findTrade(db))?.ended_at) return [];
  const { hasDemoTrade: hasTrade } = config;
  const filled = await populateShop({ db }, { ...(await readCatalogue()), at, hasTrade });
  if (filled) log(`4/4 Filling the shop with ${filled.parts} parts and ${filled.reviews} reviews`);
  for (const { isAdmin, ...account } of demoAccounts) {
    if (await findPersonByEmail(db, account.email)) continue;
    await makeVerifiedAccount(accounts, { ...account, at: filled?.at ?? at });
    if (isAdmin) await makeAdmin({ db }, { email: account.email, adminId: null, at });
  }
  const emails = demoAccounts.map(({ email }) => email).join(' and ');
  return [`Demo accounts: ${emails}, password ${demoAccounts[0].password}`];
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

/** `hasTrade`: with the stock of before its trade, which is made when the shop is open. */
type ShopContent = { parts: DemoPart[]; reviews: DemoReview[]; at: Date; hasTrade?: boolean };

export async function populateShop(
  { db }: Pick<Dependencies, 'db'>,
  { parts: files, reviews, at: now, hasTrade = false }: ShopContent,
): Promise<{ parts: number; reviews: number; at: Date } | undefined> {
  const at = hasTrade ? findTradeBeginning(now) : now;
  const taken = hasTrade ? sumTakenUnits(planTrade(files, now)) : new Map<string, number>();
  const parts = files.map((part) => ({
    ...part,
    available_quantity: part.available_quantity + (taken.get(part.sku) ?? 0),
  }));
  return await runTransaction(db, async (transaction) => {
    if (await selectParts(transaction).select('id').limit(1).executeTakeFirst()) return undefined;
    if (hasTrade) await insertTrade(transaction, now);
    const featured = parts.filter((part) => part.featured);
    await insertParts(
      transaction,
      parts.map((part, index) => ({
        ...makePartRow(part, featured.indexOf(part), at),
        file_row: index + 1, // the order of lists is the same in each demo
      })),
    );
    await insertReviews(transaction, reviews.map(makeReviewRow));
    return { parts: parts.length, reviews: reviews.length, at };
  });
}

function makePartRow(part: DemoPart, featuredIndex: number, at: Date) {
  const { specs, derivedFields } = deriveFacts(part);
  return {
    id: randomUUIDv7(),
    sku: part.sku,
    mpn: part.mpn ?? null,
    category: part.category,
    brand: part.brand,
    name: part.name,
    description: part.description,
    price_cents: dollarsToCents(part.price),
    stock: part.available_quantity,
    minimum_order: part.minimum_order,
    specs: JSON.stringify(specs),
    derived_fields: JSON.stringify(derivedFields),
    featured_rank: featuredIndex === -1 ? null : featuredIndex + 1,
    created_at: at,
    updated_at: at,
  };
}

function makeReviewRow({ name, avatar, review, rating, posted }: DemoReview) {
  return {
    id: randomUUIDv7(),
    author_name: name,
    author_image: `/pictures/avatar-${avatar}-128.webp`,
    author_id: null,
    review,
    rating,
    created_at: new Date(posted),
  };
}
