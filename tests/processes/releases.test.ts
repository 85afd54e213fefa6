/** The last release and the present program on one database: an update and the way back, with no failed request. */
import { execSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#app/connect.ts';
import type { Connection } from '#platform/database/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import {
  PUBLISHABLE_KEY,
  parsePaymentId,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
} from '#sandbox/testing/sandbox.ts';
import { readAddress, runCommand } from '../support/command-line.ts';
import { orderBody, partBody, purchaseBody } from '../support/given.ts';
import { findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { findExcuse, findLastRelease, findObstacle, prepareRelease } from '../support/last-release.ts';
import { readOldestRelease } from '../support/migration-rules.ts';
import {
  endShop,
  freePort,
  isLinux,
  projectRoot,
  startShop,
  startTimeoutMs,
  until,
} from '../support/processes.ts';
import { endInstance, givenInstance, type Instance, type Load, startLoad } from '../support/rotating-load.ts';
import { makeFolder, removeFolder } from '../support/shop-folders.ts';
import { logInVisitor, type Visitor, visitAt } from '../support/visitor.ts';

const stock = 100_000;
/** With a slow registry. */
const installTimeoutMs = 10 * 60_000;
const release = findLastRelease();
const reason = isLinux ? findExcuse(release) : 'only Linux tells which processes are ours';

describe.skipIf(reason)(
  `the last release beside the present program${reason ? ` (skipped: ${reason})` : ''}`,
  () => {
    /** The folder of the last release. */
    let program: string;
    let folder: string;
    let dataDir: string;
    let postgres: EmbeddedPostgres;
    let sandbox: Sandbox;
    let environment: Record<string, string>;
    let database: Connection;
    let older: Instance;
    let newer: Instance;
    let customer: Visitor;
    let admin: Visitor;
    let part: string;
    let load: Load;

    beforeAll(async () => {
      const obstacle = findObstacle(release, readOldest());
      if (obstacle || typeof release === 'string') throw new Error(obstacle);
      program = await prepareRelease(release);
    }, installTimeoutMs);

    beforeEach(async () => {
      folder = makeFolder();
      dataDir = path.join(folder, 'data');
      const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
      [postgres, sandbox] = await Promise.all([
        startEmbeddedPostgres({
          dataDir: path.join(folder, 'postgres'),
          log: () => {},
          settings: { fsync: 'off', log_lock_waits: 'on', log_min_duration_statement: '1000' },
        }),
        startSandbox({ environment: { SANDBOX_WEBHOOK_SECRET: webhookSecret } }),
      ]);
      environment = {
        DATABASE_URL: readAddress(postgres.connection),
        AUTH_SECRET: randomBytes(32).toString('hex'),
        STRIPE_SECRET_KEY: SECRET_KEY,
        STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
        STRIPE_API_URL: sandbox.origin,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
      };
      const shared = { dataDir, env: environment };
      older = await givenInstance('the last release', { ...shared, project: program });
      newer = await givenInstance('the present program', shared);

      await older.start();
      database = connect(postgres.connection, 2);
      const enter = (name: string) =>
        logInVisitor(older.url, { email: `${name}@compact.test`, password: 'compact-demo' });
      admin = await enter('admin');
      customer = await enter('customer');
      const body = partBody({ name: 'A part that lasts', available_quantity: stock });
      part = (await admin.call('POST', '/api/parts', body)).insertedId;
      load = startLoad([older, newer], customer, part);
    }, 3 * startTimeoutMs);

    afterEach(async ({ task }) => {
      await load?.stop();
      if (task.result?.state === 'fail') console.error(readProblems([older, newer], folder));
      for (const { shop } of [older, newer]) if (shop) await endShop(shop, dataDir);
      await database?.close();
      await sandbox?.remove();
      await postgres?.stop();
      if (folder) removeFolder(folder);
    }, startTimeoutMs);

    // one test, so that a second try begins with a new database
    test(
      'no request fails while the present program migrates, and each ends and starts again',
      async () => {
        await migratesWhileBothServe();
        await eachEndsAndStartsAgain();
        await nothingIsLost();
        await severalPartsAreBoughtAndRefundedOnBoth();
        await isUpdatedAndGoesBackAsInTheDocuments();
      },
      4 * startTimeoutMs,
    );

    async function migratesWhileBothServe(): Promise<void> {
      await load.untilServed(20);
      await newer.start();
      await load.untilServed(20);
      for (const { url } of [older, newer]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    }

    async function eachEndsAndStartsAgain(): Promise<void> {
      for (const instance of [older, newer]) {
        expect(await endInstance(instance, customer, part)).toBe(201);
        await load.untilServed(20);
        await instance.start();
        await load.untilServed(20);
      }
    }

    async function nothingIsLost(): Promise<void> {
      await load.stop();
      expect(load.failures).toEqual([]);
      const states = await database.db.selectFrom('orders').select(['id', 'state']).execute();
      const inState = (state: string) =>
        new Set(states.filter((order) => order.state === state).map(({ id }) => id));
      expect(inState('paid')).toEqual(load.paid);
      expect(inState('cancelled')).toEqual(load.cancelled);
      expect(load.paid.size).toBeGreaterThan(10);
      const { stock: left, held } = await sumUnits(database.db, part);
      expect(left + held).toBe(stock);
      expect(await findTransitionFaults(database.db)).toEqual([]);
      const audit = () => runCommand(['audit'], { ...environment, DATA_DIR: dataDir });
      await until('the audit finds no difference', async () => (await audit()).code === 0);
    }

    async function severalPartsAreBoughtAndRefundedOnBoth(): Promise<void> {
      const [one, other] = [older, newer].map(({ url }) => ({
        buyer: visitAt(customer, url),
        manager: visitAt(admin, url),
      })) as [Shop, Shop];
      const parts = await other.buyer.call('GET', '/api/parts?limit=60');
      const more = parts.find(({ _id, available_quantity, minimum_order: minimum }) => {
        return _id !== part && minimum === 1 && available_quantity > 1;
      });
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const body = purchaseBody([part, more?._id ?? '']);
        const purchase = await first.buyer.call('POST', '/api/purchases', body);
        const orderId = purchase.orders[0]?._id ?? '';
        const secret = await second.buyer.call('POST', '/api/create-payment-intent', { orderId });
        await second.buyer.confirmCard(secret);
        const settled = { orderId, transactionId: parsePaymentId(secret) };
        await second.buyer.call('PATCH', `/api/my_order/${orderId}`, settled);
        const back = { orderId, amount: 0.5, reason: 'One is broken.', returnedUnits: 1 };
        const refund = await first.manager.call('POST', '/api/refunds', back);
        expect(refund).toMatchObject({ ...back, status: 'succeeded' });
        for (const { buyer, manager } of [first, second]) {
          const { orders } = await buyer.call('GET', `/api/purchases/${purchase._id}`);
          expect(orders.map(({ status }) => status)).toEqual(['paid', 'paid']);
          const [listed] = await manager.call('GET', '/api/refunds');
          expect(listed).toMatchObject({ _id: refund._id, ...back, orders: [{ orderId, amount: 0.5 }] });
        }
      }
      const audit = await runCommand(['audit'], { ...environment, DATA_DIR: dataDir });
      expect(audit.code, audit.errors).toBe(0);
    }

    /** With one program at a time, by the link to its folder; nothing is installed or built while the shop is away. */
    async function isUpdatedAndGoesBackAsInTheDocuments(): Promise<void> {
      const text = readFileSync(path.join(projectRoot, 'docs/running.md'), 'utf8');
      for (const command of documented) expect(text).toContain(command);
      const [building, linking] = documented.map((command) => command.replaceAll('/opt/compact', folder));
      const next = path.join(folder, 'NEW');
      execSync(building ?? '', { cwd: projectRoot, stdio: 'ignore' });
      expect(existsSync(path.join(next, 'node_modules/vite'))).toBe(false);
      const back = `ln -sfn ${program} ${folder}/current`;
      const orders: string[] = [];
      for (const { shop } of [older, newer]) shop?.launcher.kill('SIGTERM');
      for (const { shop } of [older, newer]) expect(await shop?.ended).toBe(0);
      for (const command of [back, linking ?? '', back]) {
        execSync(command);
        const project = path.join(folder, 'current');
        older.shop = await startShop({ dataDir, env: environment, project, through: 'main' });
        await older.shop.untilOpen();
        const buyer = visitAt(customer, older.shop.url);
        orders.push((await buyer.call('POST', '/api/order', orderBody(part)))._id);
        for (const id of orders)
          expect((await buyer.call('GET', `/api/my_order/${id}`)).status).toBe('unpaid');
        older.shop.launcher.kill('SIGTERM');
        expect(await older.shop.ended).toBe(0);
      }
    }
  },
);

/** Commands of docs/running.md, "Updating and going back". */
const documented = ['npm run build -- /opt/compact/NEW', 'ln -sfn /opt/compact/NEW /opt/compact/current'];

/** People at one of the programs. */
type Shop = { buyer: Visitor; manager: Visitor };

/** The warnings and errors of the shops and the log of their PostgreSQL, to explain a failed request. */
function readProblems(instances: Instance[], folder: string): string {
  const printed = instances.flatMap(({ name, output }) => [`${name}:`, ...output().split('\n')]);
  const log = readFileSync(path.join(folder, 'postgres', 'postgres.log'), 'utf8').split('\n');
  const warnings = printed.filter((line) => !line.includes('"level":30'));
  return [...warnings.slice(-100), ...log.slice(-100)].join('\n');
}

/** The oldest release that may run on the schema. */
function readOldest(): string {
  const migrations = globSync('src/platform/database/migrations/*.sql', { cwd: projectRoot });
  return readOldestRelease(
    new Map(migrations.map((file) => [file, readFileSync(path.join(projectRoot, file), 'utf8')])),
  );
}
