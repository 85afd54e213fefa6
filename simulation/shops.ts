/** Two processes of one shop: one with the embedded database, one that reaches it through a proxy. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readPassword } from '#postgres/cluster.ts';
import { type EmbeddedConnection, makeConnection } from '#postgres/connection.ts';
import { readPostmasterFile } from '#postgres/postmaster-file.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { type DatabaseProxy, readTarget, startDatabaseProxy } from '../tests/support/database-proxy.ts';
import { freePort } from '../tests/support/ports.ts';
import { endShop, type Shop, type ShopOptions, startShop } from '../tests/support/processes.ts';
import { forwardToSandbox } from './sandbox-address.ts';

/** `embedded` has the PostgreSQL and the card sandbox; `remote` reaches both over TCP. */
export const shopNames = ['embedded', 'remote'] as const;
export type ShopName = (typeof shopNames)[number];

export type RunningShop = {
  name: ShopName;
  url: string;
  dataDir: string;
  process(): Shop;
  /** The log messages of all its processes. */
  output(): string;
  /** The unchanged output of all its processes. */
  printed(): string;
  /** Restarts it at the same address. */
  startAgain(): Promise<void>;
};

export type Shops = Record<ShopName, RunningShop> & {
  /** Between the remote process and the database. */
  wire: DatabaseProxy;
  /** The keys of the card sandbox. */
  cards: Config['sandbox'];
  /** The current connection of PostgreSQL; throws while it is not running. */
  database(): EmbeddedConnection;
  end(): Promise<void>;
};

/** Starts both below an empty folder and waits until they are open. */
export async function startShops(folder: string): Promise<Shops> {
  const dataDir = path.join(folder, 'embedded');
  const database = () => findDatabase(dataDir);
  const wire = await startDatabaseProxy(() => readTarget(database()));
  const forwarder = await forwardToSandbox(dataDir);
  const started: RunningShop[] = [];
  const end = async () => {
    await wire.heal(); // the remote process needs the database to stop
    for (const shop of started.toReversed()) await endShop(shop.process(), shop.dataDir);
    await forwarder.close();
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
        STRIPE_API_URL: forwarder.url,
        STRIPE_WEBHOOK_SECRET: webhookSecrets.join(','),
      },
    });
    started.push(remote);
    return { embedded, remote, wire, cards: sandbox, database, end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function openShop(name: ShopName, options: ShopOptions): Promise<RunningShop> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const processes: Shop[] = [];
  const start = async () => void processes.push(await startShop({ ...options, port }));
  await start();
  const shop: RunningShop = {
    name,
    url: `http://127.0.0.1:${port}`,
    dataDir: options.dataDir,
    process: () => processes.at(-1) as Shop,
    output: () => processes.map(({ output, errors }) => output() + errors()).join('\n'),
    printed: () => processes.map(({ printed }) => printed()).join('\n'),
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
  const cluster = path.join(dataDir, 'postgres');
  const running = readPostmasterFile(cluster);
  if (!running) throw new Error('PostgreSQL is not running.');
  return makeConnection(running.host, running.port, readPassword(cluster));
}
