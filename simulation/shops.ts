/** Two processes of one shop: one with the embedded database, one that reaches it through a proxy. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '#app/config.ts';
import { demoAccounts } from '#app/demo.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import { readPassword } from '#platform/postgres/cluster.ts';
import { type EmbeddedConnection, makeConnection } from '#platform/postgres/connection.ts';
import { type CommandResult, runCommand } from '../tests/support/command-line.ts';
import { endShop, freePort, type Shop, type ShopOptions, startShop } from '../tests/support/processes.ts';
import { findPostmaster } from '../tests/support/running-database.ts';
import { readTarget, startTcpProxy, type TcpProxy } from '../tests/support/tcp-proxy.ts';
import { logInVisitor, type Visitor } from '../tests/support/visitor.ts';
import { findSandboxPort } from './sandbox-address.ts';

/** `embedded` has the PostgreSQL and the card sandbox; `remote` reaches both over TCP. */
export const shopNames = ['embedded', 'remote'] as const;
export type ShopName = (typeof shopNames)[number];

export type RunningShop = Awaited<ReturnType<typeof openShop>>;

export type Shops = Record<ShopName, RunningShop> &
  TestedShop & {
    /** Between the remote process and the database. */
    wire: TcpProxy;
    end(): Promise<void>;
  };

/** Starts both below an empty folder and waits until they are open. */
export async function startShops(folder: string): Promise<Shops> {
  const dataDir = path.join(folder, 'embedded');
  const database = () => findDatabase(dataDir);
  const wire = await startTcpProxy(() => readTarget(database()));
  // connections to the sandbox break while it does not run
  const sandboxWire = await startTcpProxy(() => ({ port: readSandboxPort(dataDir) }));
  const started: RunningShop[] = [];
  const end = async () => {
    await wire.heal(); // the remote process needs the database to stop
    for (const shop of started.toReversed()) await endShop(shop.process(), shop.dataDir);
    await sandboxWire.close();
    await wire.close();
  };
  try {
    const embedded = await openShop('embedded', { dataDir });
    started.push(embedded);
    const { authSecret, sandbox, webhookSecrets } = readConfig({ DATA_DIR: dataDir });
    const { user, password } = database();
    const remote = await openShop('remote', {
      dataDir: path.join(folder, 'remote'),
      env: {
        DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${wire.port}/compact`,
        AUTH_SECRET: authSecret,
        STRIPE_SECRET_KEY: sandbox.secretKey,
        STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
        STRIPE_API_URL: `http://127.0.0.1:${sandboxWire.port}`,
        STRIPE_WEBHOOK_SECRET: webhookSecrets.join(','),
      },
    });
    started.push(remote);
    return { embedded, remote, wire, database, end, ...describeTestedShop(embedded, remote, sandbox) };
  } catch (error) {
    await end();
    throw error;
  }
}

function describeTestedShop(
  embedded: RunningShop,
  remote: RunningShop,
  sandbox: Config['sandbox'],
): Omit<TestedShop, 'database'> {
  const processes = [embedded, remote].map(
    (shop): ShopProcess => ({
      name: shop.name,
      url: shop.url,
      ended: async () => `${await shop.process().ended}; at last it said:\n${lastLines(shop.output())}`,
    }),
  );
  return {
    addresses: processes.map(({ url }) => url),
    processes,
    logInAdministrator: () => logInVisitor(embedded.url, demoAccounts[0]),
    cardSandbox: () => ({ ...sandbox, port: readSandboxPort(embedded.dataDir) }),
    audit: () => runCommand(['audit'], { DATA_DIR: embedded.dataDir }),
  };
}

function readSandboxPort(dataDir: string): number {
  const port = findSandboxPort(dataDir);
  if (!port) throw new Error('The card sandbox is not running.');
  return port;
}

function lastLines(text: string): string {
  return text
    .trim()
    .split('\n')
    .slice(-10)
    .map((line) => line.slice(0, 300))
    .join('\n');
}

/** Starts it on a free port and waits until it is open. */
export async function openShop(name: string, options: ShopOptions) {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const processes: Shop[] = [];
  const start = async () => void processes.push(await startShop({ ...options, port }));
  await start();
  const shop = {
    name,
    url: `http://127.0.0.1:${port}`,
    dataDir: options.dataDir,
    process: () => processes.at(-1) as Shop,
    /** The log messages of all its processes. */
    output: () => processes.map(({ output, errors }) => output() + errors()).join('\n'),
    /** The unchanged output of all its processes. */
    printed: () => processes.map(({ printed }) => printed()).join('\n'),
    /** Restarts it at the same address. */
    startAgain: start,
  };
  try {
    await shop.process().untilOpen();
  } catch (error) {
    await endShop(shop.process(), options.dataDir);
    throw error;
  }
  return shop;
}

function findDatabase(dataDir: string): EmbeddedConnection {
  const { host, port } = findPostmaster(dataDir);
  return makeConnection(host, port, readPassword(path.join(dataDir, 'postgres')));
}

export type TestedShop = {
  /** Where clients send their requests, each to a random one. */
  addresses: readonly string[];
  /** Its processes, which are compared one by one. */
  processes: readonly ShopProcess[];
  logInAdministrator(): Promise<Visitor>;
  /** Throws while there is no database. */
  database(): DatabaseAddress;
  /** Throws while it is not running. */
  cardSandbox(): { port: number; secretKey: string; publishableKey: string };
  audit(): Promise<CommandResult>;
};

export type ShopProcess = {
  name: string;
  url: string;
  /** Resolves with its exit code and last log messages when it ends; undefined when it may be killed. */
  ended?(): Promise<string>;
};
