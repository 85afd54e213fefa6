/** The comparisons after each kill and at the end of a run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { connect } from '#app/connect.ts';
import { openQueue } from '#app/jobs/job-queue.ts';
import { makeStripeGateway } from '#payments/provider/stripe.ts';
import { reconcilePayments } from '#payments/use-cases/reconcile-payments.ts';
import type { Database } from '#platform/database/connect.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { stripeClient } from '#sandbox/testing/sandbox.ts';
import { readPurchase, sendPurchase } from './buyer.ts';
import type { Load } from './client.ts';
import { compareJournal } from './compare-journal.ts';
import { compareProvider, type ProviderRows, readProvider } from './compare-provider.ts';
import {
  type DatabaseRows,
  findTransitionsWithoutMail,
  findUnsafeSettings,
  readRows,
} from './database-rows.ts';
import { about, type Finding } from './journal.ts';
import type { RunningLoad } from './load.ts';
import { readList, readPage } from './readers.ts';
import type { TestedShop } from './shops.ts';

/** The maximum wait of clients for their answers after the recovery. */
const pauseLimitMs = 60_000;
/** After this time every list and page shows the state of the database. */
const listsRightAfterMs = 1_000;
/** Interrupted payments are reconciled every minute. */
const auditCleanAfterMs = 180_000;

/** Compares journal, database and lists between two actions of the clients; the load stays paused. */
export async function checkBetweenKills(running: RunningLoad, shop: TestedShop): Promise<Finding[]> {
  const unanswered = await pause(running);
  if (unanswered) return [unanswered];
  await using db = connect(shop.database(), 2, commandLimits).db;
  const rows = await readRows(db, running.load.parts);
  const findings = compareJournal(running.load.journal, rows, running.startStocks);
  return [...findings, ...(await checkLists(running, db))];
}

/**
 * Compares everything after all payments and refunds have ended: waits for the shop's reconciliation, or runs one
 * immediately.
 */
export async function checkAtTheEnd(
  running: RunningLoad,
  shop: TestedShop,
  reconciliation: 'automatic' | 'immediate',
): Promise<{ findings: Finding[]; rows: DatabaseRows; provider: ProviderRows }> {
  const { load, startStocks } = running;
  const unanswered = await pause(running);
  const sandbox = shop.cardSandbox();
  if (reconciliation === 'immediate') await reconcile(shop);
  const differences = await awaitCleanAudit(shop);
  const provider = await readProvider(stripeClient(sandbox.port, sandbox.secretKey));
  await using db = connect(shop.database(), 2, commandLimits).db;
  const repeated = await repeatKeys(running);
  const rows = await readRows(db, load.parts);
  const sentences = [
    ...differences,
    ...(await findTransitionsWithoutMail(db)),
    ...(await findUnsafeSettings(db)),
  ];
  const findings = [
    ...(unanswered ? [unanswered] : []),
    ...sentences.map((sentence) => ({ sentence })),
    ...repeated,
    ...compareJournal(load.journal, rows, startStocks),
    ...compareProvider(load.journal, rows, provider),
    ...(await checkLists(running, db)),
  ];
  return { findings, rows, provider };
}

async function pause({ load }: RunningLoad): Promise<Finding | undefined> {
  const timeout = sleep(pauseLimitMs, 'timeout', { ref: false });
  if ((await Promise.race([load.control.pause(), timeout])) !== 'timeout') return undefined;
  return {
    sentence: `Clients still wait for answers ${pauseLimitMs / 1000} s after the shop has recovered.`,
  };
}

/** Retries on differences: background jobs may change a stock during the comparison. */
async function checkLists({ load }: RunningLoad, db: Database): Promise<Finding[]> {
  const deadline = Date.now() + listsRightAfterMs;
  for (;;) {
    const isLast = Date.now() > deadline;
    const before = await readRows(db, load.parts);
    const findings = await compareLists(load, before);
    const isUnchanged = isDeepStrictEqual((await readRows(db, load.parts)).parts, before.parts);
    if (findings.length === 0 || (isLast && isUnchanged)) return findings;
    await sleep(100);
  }
}

/** Reconciles as the shop does every minute, including younger payments. */
async function reconcile(shop: TestedShop): Promise<void> {
  const { port, ...keys } = shop.cardSandbox();
  const connection = connect(shop.database(), 2, commandLimits);
  await using db = connection.db;
  const queue = await openQueue(connection, () => {});
  const apiUrl = `http://127.0.0.1:${port}`;
  const gateway = makeStripeGateway({ ...keys, apiUrl, webhookSecrets: [], onFailure: () => {} });
  try {
    await reconcilePayments({ db, gateway, enqueue: queue.enqueue }, { at: new Date(Date.now() + 60_000) });
  } finally {
    await queue.close();
  }
}

/** The differences that `npm run shop -- audit` still reports at the timeout. */
async function awaitCleanAudit(shop: TestedShop): Promise<string[]> {
  const deadline = Date.now() + auditCleanAfterMs;
  for (;;) {
    const { code, errors } = await shop.audit();
    if (code === 0) return [];
    if (Date.now() > deadline) return errors.trim().split('\n');
    await sleep(2_000);
  }
}

/** A repeated key must return its purchase; checks a sample. */
const repeatedKeys = 40;

async function repeatKeys({ load, buyers }: RunningLoad): Promise<Finding[]> {
  const confirmed = load.journal.operations('purchase').filter(({ answer }) => answer);
  const every = Math.max(1, Math.floor(confirmed.length / repeatedKeys));
  const findings: Finding[] = [];
  for (const { key, input, answer } of confirmed.filter((_, index) => index % every === 0)) {
    const buyer = buyers.find(({ email }) => email === input.email);
    if (!buyer || !answer) continue;
    const again = readPurchase(await sendPurchase(load, buyer, { key, lines: input.lines }));
    if (again.purchaseId !== answer.purchaseId)
      findings.push(
        about(answer.purchaseId, `The key of purchase ${answer.purchaseId} now answers ${again.purchaseId}.`),
      );
  }
  return findings;
}

/** The list and every part's page at each address must match the database. */
async function compareLists(load: Load, { parts }: DatabaseRows): Promise<Finding[]> {
  const perAddress = load.processes.map(async (address) => {
    const listed = await readList(address, load);
    if (!listed) return [{ sentence: `${address} does not list parts.` }];
    const perPart = parts.map(async (part) => {
      const row = listed.find(({ _id }) => _id === part.id);
      if (!row) return [about(part.id, `${address} does not list part ${part.id}.`)];
      const inList = `${Math.round((row.price ?? 0) * 100)} cents, ${row.available_quantity} units`;
      const page = await readPage(address, row, load);
      const onPage = page ? `${page.cents} cents, ${page.stock} units` : 'nothing';
      const inDatabase = `${part.cents} cents, ${part.stock} units`;
      return [
        ...compareShown(part.id, `${address} lists part ${part.id}`, inList, inDatabase),
        ...compareShown(part.id, `${address} shows on the page of part ${part.id}`, onPage, inDatabase),
      ];
    });
    return (await Promise.all(perPart)).flat();
  });
  return (await Promise.all(perAddress)).flat();
}

function compareShown(subject: string, what: string, shown: string, expected: string): Finding[] {
  return shown === expected ? [] : [about(subject, `${what} with ${shown}; the database holds ${expected}.`)];
}
