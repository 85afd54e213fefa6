/** A temporary shop for one run, with the demo catalogue and optionally populated. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#app/config.ts';
import { connect } from '#app/connect.ts';
import { demoAccounts } from '#app/demo.ts';
import { type Shop, startShop } from '#app/start.ts';
import type { Database } from '#platform/database/connect.ts';
import { type PopulatedShop, populateTestShop } from '../tests/support/populate-test-shop.ts';
import { freePort } from '../tests/support/processes.ts';
import { logInVisitor } from '../tests/support/visitor.ts';

export type ThrowAwayShop = Shop & {
  /** Runs a command of the command line. */
  command(...words: string[]): void;
};

/** Starts a shop on a free port for the work, and removes it afterwards; a stop signal ends the work and then the process. */
export async function withThrowAwayShop<Result>(
  work: (shop: ThrowAwayShop) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'compact-bench-'));
  const interruption = listenForInterruption();
  try {
    const environment = {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      UNPAID_ORDERS_PER_PERSON: '0',
      DEMO_TRADE: 'off',
      ...settings,
    };
    const shop = await startShop(readConfig(environment), () => {}, interruption.signal);
    const command = (...words: string[]) => {
      const cli = fileURLToPath(new URL('../src/app/commands/main.ts', import.meta.url));
      execFileSync(process.execPath, [cli, ...words], { env: { ...process.env, ...environment } });
    };
    try {
      return await Promise.race([work({ ...shop, command }), interruption.happens]);
    } finally {
      await shop.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    interruption.leave();
  }
}

/** As `withThrowAwayShop`, without parts, accounts and orders, and with a connection to its database. */
export function withEmptyShop<Result>(
  work: (shop: ThrowAwayShop & { db: Database }) => Promise<Result>,
): Promise<Result> {
  return withThrowAwayShop(
    (shop) => {
      const { db, close } = connect(shop.database);
      return work({ ...shop, db }).finally(close);
    },
    { DEMO: 'off' },
  );
}

/** As in shells. */
const interruptedExitCode = 130;

/** Signals, and the end of the launcher; after one of them, to leave ends the process. */
export function listenForInterruption() {
  const interruption = new AbortController();
  const { signal } = interruption;
  const happens = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  happens.catch(() => {}); // only awaited during the work
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'];
  const interrupt = () => interruption.abort();
  for (const event of events) process.on(event, interrupt);
  process.channel?.unref();
  const leave = () => {
    if (signal.aborted) process.exit(interruptedExitCode);
    for (const event of events) process.off(event, interrupt);
  };
  return { signal, happens, leave };
}

/** Options of Playwright, which would end this process before the shop has stopped; its browsers end with the process. */
export const ignoresSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** Populates the demo shop, and waits for the dispute that one of the cards causes. */
export async function populateDemoShop(address: string): Promise<PopulatedShop> {
  const admin = await logInVisitor(address, demoAccounts[0]);
  const populated = await populateTestShop(address, admin);
  const deadline = Date.now() + 20_000;
  while ((await admin.call('GET', '/api/disputes')).length === 0) {
    if (Date.now() > deadline) throw new Error('The disputed card brought no dispute.');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return populated;
}
