/** The primary is lost under load, and its standby promoted: two shops go on with everything that they have confirmed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { demoAccounts } from '#app/demo.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import { PUBLISHABLE_KEY, SECRET_KEY, startSandbox } from '#sandbox/testing/sandbox.ts';
import { makeDice } from '../../bench/dice.ts';
import { checkAtTheEnd, checkBetweenKills } from '../../simulation/checks.ts';
import { awaitRecovery } from '../../simulation/recovery.ts';
import { openShop, type RunningShop, type TestedShop } from '../../simulation/shops.ts';
import { runUnderLoad } from '../../simulation/simulate.ts';
import { promote, startStandby } from '../../simulation/standby.ts';
import { runCommand } from '../support/command-line.ts';
import { endShop, isLinux, onlyOnLinux, startTimeoutMs } from '../support/processes.ts';
import { findPostmaster } from '../support/running-database.ts';
import { readTarget, startTcpProxy } from '../support/tcp-proxy.ts';
import { logInVisitor } from '../support/visitor.ts';

const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** The load before the loss. */
const loadMs = 3_000;

test.skipIf(!isLinux)(
  `a promoted standby has everything that was confirmed, seed ${seed}${onlyOnLinux}`,
  { timeout: 3 * startTimeoutMs },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'compact-promotion-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = path.join(folder, 'primary');
    const primary = await startEmbeddedPostgres({ dataDir, log: () => {} });
    onTestFinished(() => primary.stop());
    const wire = await startTcpProxy(readTarget(primary.connection));
    onTestFinished(() => wire.close());
    const { shop } = await openTwoShops(folder, wire.port);
    const standby = await startStandby(
      { dataDir, connection: primary.connection },
      path.join(folder, 'standby'),
    );
    onTestFinished(() => standby.stop());

    const dice = makeDice(seed);
    const { findings, running } = await runUnderLoad(
      shop,
      { folder, dice },
      async ({ findings, running }) => {
        await sleep(loadMs);
        const since = performance.now();
        process.kill(findPostmaster(dataDir).pid, 'SIGKILL');
        // at once: the embedded PostgreSQL starts its killed server again, and a shop that reached that one would stay with it
        wire.retarget(readTarget(standby.connection));
        await promote(standby);
        await awaitRecovery(running.load, shop.processes, running.prober, since);
        findings.push(...(await checkBetweenKills(running, shop)));
        running.load.control.resume();
        findings.push(...(await checkAtTheEnd(running, shop, 'immediate')).findings);
      },
    );

    expect(findings).toEqual([]);
    const acknowledged = running.load.journal.operations('purchase').filter(({ answer }) => answer);
    expect(acknowledged.length).toBeGreaterThan(1);
    const { failed, unanswered } = running.load.statistics;
    expect(failed + unanswered).toBeGreaterThan(0);
  },
);

/** Two shops whose database is behind the port, and one card sandbox. */
async function openTwoShops(folder: string, port: number): Promise<{ shop: TestedShop }> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.remove());
  const database = `postgres://compact@127.0.0.1:${port}/compact`;
  const env = {
    DATABASE_URL: database,
    AUTH_SECRET: 'the secret of both shops, with which they sign',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    STRIPE_API_URL: sandbox.origin,
    DEMO: 'on',
  };
  const shops: RunningShop[] = [];
  for (const name of ['first', 'second']) {
    const running = await openShop(name, { dataDir: path.join(folder, name), env, through: 'main' });
    onTestFinished(() => endShop(running.process(), running.dataDir));
    shops.push(running);
  }
  const [first] = shops as [RunningShop, RunningShop];
  return {
    shop: {
      addresses: shops.map(({ url }) => url),
      processes: shops,
      logInAdministrator: () => logInVisitor(first.url, demoAccounts[0]),
      database: () => database,
      cardSandbox: () => ({ port: sandbox.port, secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY }),
      audit: () => runCommand(['audit'], { ...env, DATA_DIR: first.dataDir }),
    },
  };
}
