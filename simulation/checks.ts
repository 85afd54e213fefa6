/** What is compared after each kill, and, more thoroughly, at the end of a run. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Connection, connect, type Database } from '#database/connect.ts';
import { commandLimits } from '#database/lend-client.ts';
import { openQueue } from '#jobs/job-queue.ts';
import { makeStripeGateway } from '#payments/stripe.ts';
import { stripeClient } from '#sandbox/testing/sandbox.ts';
import { reconcilePayments } from '#shop/payments/reconcile-payments.ts';
import { runCommand } from '../tests/support/command-line.ts';
import { orderBody } from '../tests/support/given.ts';
import { askAs } from './client.ts';
import { compareJournal } from './compare-journal.ts';
import { compareLists } from './compare-lists.ts';
import { compareProvider, type ProviderRows, readProvider } from './compare-provider.ts';
import { type DatabaseRows, findLooseSettings, findMovesWithoutMail, readRows } from './database-rows.ts';
import type { Finding } from './findings.ts';
import type { RunningLoad } from './load.ts';
import { findSandboxPort } from './sandbox-address.ts';
import type { Shops } from './shops.ts';

/** For how long clients may wait for their answers once the shop has recovered, in milliseconds. */
const pauseLimitMs = 60_000;
/** By then every list and page shows what the database holds, in milliseconds. */
const listsRightAfterMs = 1_000;
/** What was cut off in the middle of a payment is reconciled every minute, in milliseconds. */
const auditCleanAfterMs = 180_000;

/** Compares journal, database and lists between two actions of the clients; the load stays paused. */
export async function checkBetweenKills(running: RunningLoad, shops: Shops): Promise<Finding[]> {
  const unanswered = await pause(running);
  if (unanswered) return [unanswered];
  return await onDatabase(shops, async ({ db }) => {
    const rows = await readRows(db, running.load.parts);
    const found = compareJournal(running.load.journal, rows, running.startStocks);
    return [...found, ...(await checkLists(running, db))];
  });
}

/**
 * Compares everything, once the audit finds that all payments and refunds have ended: when the shop has reconciled them
 * by itself, or at once.
 */
export async function checkAtTheEnd(
  running: RunningLoad,
  shops: Shops,
  reconciliation: 'by itself' | 'at once',
): Promise<{ findings: Finding[]; rows: DatabaseRows; provider: ProviderRows }> {
  const { load, startStocks } = running;
  const unanswered = await pause(running);
  const port = findSandboxPort(shops.embedded.dataDir);
  if (!port) throw new Error('The card sandbox is not there at the end.');
  if (reconciliation === 'at once')
    await onDatabase(shops, (connection) => reconcile(connection, shops, port));
  const differences = await awaitCleanAudit(shops);
  const provider = await readProvider(stripeClient(port, shops.cards.secretKey));
  return await onDatabase(shops, async ({ db }) => {
    const repeated = await repeatKeys(running);
    const rows = await readRows(db, load.parts);
    const sentences = [...differences, ...(await findMovesWithoutMail(db)), ...(await findLooseSettings(db))];
    const findings = [
      ...(unanswered ? [unanswered] : []),
      ...sentences.map((sentence) => ({ sentence })),
      ...repeated,
      ...compareJournal(load.journal, rows, startStocks),
      ...compareProvider(load.journal, rows, provider),
      ...(await checkLists(running, db)),
    ];
    return { findings, rows, provider };
  });
}

async function pause({ load }: RunningLoad): Promise<Finding | undefined> {
  const timeout = sleep(pauseLimitMs, 'timeout', { ref: false });
  if ((await Promise.race([load.control.pause(), timeout])) !== 'timeout') return undefined;
  return {
    sentence: `Clients still wait for answers ${pauseLimitMs / 1000} s after the shop has recovered.`,
  };
}

/** Reads again what differs: jobs in the background may change a stock meanwhile. */
async function checkLists({ load }: RunningLoad, db: Database): Promise<Finding[]> {
  const deadline = Date.now() + listsRightAfterMs;
  for (;;) {
    const isLast = Date.now() > deadline;
    const before = await readRows(db, load.parts);
    const found = await compareLists(load, before);
    const isQuiet = isDeepStrictEqual((await readRows(db, load.parts)).parts, before.parts);
    if (found.length === 0 || (isLast && isQuiet)) return found;
    await sleep(100);
  }
}

/** Does what the shop does every minute, also about what is younger than it waits for. */
async function reconcile(connection: Connection, shops: Shops, sandboxPort: number): Promise<void> {
  const queue = await openQueue(connection, () => {});
  const apiUrl = `http://127.0.0.1:${sandboxPort}`;
  const gateway = makeStripeGateway({ ...shops.cards, apiUrl, webhookSecrets: [], onFailure: () => {} });
  try {
    await reconcilePayments(
      { db: connection.db, gateway, enqueue: queue.enqueue },
      { at: new Date(Date.now() + 60_000) },
    );
  } finally {
    await queue.close();
  }
}

/** What `npm run shop -- audit` still names when its time is over. */
async function awaitCleanAudit({ embedded }: Shops): Promise<string[]> {
  const deadline = Date.now() + auditCleanAfterMs;
  for (;;) {
    const { code, errors } = await runCommand(['audit'], { DATA_DIR: embedded.dataDir });
    if (code === 0) return [];
    if (Date.now() > deadline) return errors.trim().split('\n');
    await sleep(2_000);
  }
}

/** A key that is sent again still answers its order; of all, so many are tried. */
const repeatedKeys = 40;

async function repeatKeys({ load, buyers }: RunningLoad): Promise<Finding[]> {
  const confirmed = load.journal.wishes('order').filter(({ answer }) => answer);
  const every = Math.max(1, Math.floor(confirmed.length / repeatedKeys));
  const findings: Finding[] = [];
  for (const { key, asked, answer } of confirmed.filter((_, index) => index % every === 0)) {
    const buyer = buyers.find(({ email }) => email === asked.email);
    if (!buyer || !answer) continue;
    const again = await askAs(load, buyer, {
      method: 'POST',
      path: '/api/order',
      body: orderBody(asked.partId, asked.quantity),
      headers: { 'idempotency-key': key },
    });
    if (again.body.insertedId !== answer._id)
      findings.push({
        subject: answer._id,
        sentence: `The key of order ${answer._id} now answers ${again.status} ${again.body.insertedId}.`,
      });
  }
  return findings;
}

async function onDatabase<Result>(
  shops: Shops,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = connect(shops.database(), 2, commandLimits);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
