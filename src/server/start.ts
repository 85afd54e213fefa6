/** Starts the whole shop: database, sandbox, queue, worker and web server; and stops it in the opposite order. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { followCatalogue } from '#database/catalogue-version.ts';
import { type Address, connect } from '#database/connect.ts';
import { startEmbeddedPostgres } from '#database/embedded.ts';
import { backgroundLimits, commandLimits } from '#database/lend-client.ts';
import { migrate } from '#database/migrate.ts';
import { StartupRefusal } from '#database/startup-refusal.ts';
import { reasonOf } from '#database/unavailable.ts';
import { makeAccounts } from '#identity/accounts.ts';
import { makeSocialAccounts } from '#identity/social-accounts.ts';
import { makeImageHost } from '#images/image-host.ts';
import { openQueue, startSchedule } from '#jobs/boss.ts';
import { startWorking } from '#jobs/worker.ts';
import { smtpMailbox } from '#mail/mailbox.ts';
import { outboxMailbox } from '#mail/outbox.ts';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { openDemo } from '#server/demo.ts';
import { startDevelopment } from '#server/development.ts';
import { openImageStore } from '#server/image-store.ts';
import { checkPlace, listen } from '#server/listen.ts';
import { openGateway } from '#server/provider.ts';
import { describeParts } from '#shop/describe-parts.ts';

/** A running shop: where pages are, where its database is, and how to stop it. */
export type Shop = { address: string; database: Address; stop(): Promise<void> };

/**
 * Starts everything and answers once the shop listens. Throws a StartupRefusal for whatever the owner can mend, and
 * leaves nothing running then.
 */
export async function startShop(config: Config, log: (line: string) => void): Promise<Shop> {
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    return { ...(await startParts(config, log, stops, stop)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  config: Config,
  log: (line: string) => void,
  stops: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<Omit<Shop, 'stop'>> {
  await checkPlace(config);
  const database = await openDatabase(config, log, stops, stop);
  await reach(() => migrateDatabase(database), config);
  const connection = connect(database);
  const background = connect(database, backgroundSize, backgroundLimits);
  stops.push(connection.close, background.close);
  const { db } = connection;

  const pictures = await openImageStore(config, log);
  stops.push(pictures.close);

  const outbox = join(config.dataDir, 'outbox');
  const mailbox = config.smtpUrl
    ? smtpMailbox(config.smtpUrl, `COMPACT <shop@${new URL(config.publicUrl).hostname}>`)
    : outboxMailbox(outbox, 'COMPACT <shop@compact.test>');
  stops.push(mailbox.close);
  const provider = await openGateway(config, {
    onFailure: ({ call, error }) => complain(log, `The card provider's call ${call}`, error),
    log,
  });
  stops.push(provider.close);
  const queue = await openQueue(background, (error) => complain(log, 'The queue of jobs', error));
  stops.push(queue.close);

  const accountSettings = {
    publicUrl: config.publicUrl,
    secret: config.authSecret,
    trustedOrigins: config.origins,
    enqueue: queue.enqueue,
  };
  const accounts = makeAccounts(db, accountSettings);
  await openDemo({ db, accounts, config, log, at: new Date() });

  const now = () => new Date();
  const { enqueue } = queue;
  const { gateway } = provider;
  const images = makeImageHost(pictures.store);
  await startWorking(queue.boss, {
    ...{ db: background.db, mailbox, publicUrl: config.publicUrl, gateway, enqueue, images, now },
    onFailure: ({ job, error }) => complain(log, `The job ${job}`, error),
  });

  const connections = [connection, background];
  const catalogue = await followCatalogue(database, { startedAt: new Date(), connections });
  stops.push(catalogue.close);
  const development = config.isDevelopment ? await startDevelopment() : undefined;
  if (development) stops.push(development.close);
  const app = await buildApp({
    services: {
      db,
      enqueue: queue.enqueue,
      gateway,
      images,
      accounts,
      secret: config.authSecret,
      publicUrl: config.publicUrl,
      socialAccounts: config.socialProvider && makeSocialAccounts(db, accountSettings, config.socialProvider),
      orderExpiryHours: config.orderExpiryHours,
      now,
    },
    catalogue,
    background: background.db,
    signInLimits: { attempts: 20, signUps: 200, mails: 5 },
    web: development?.web ?? { build: await readWebBuild(), mode: 'production' },
    sandboxUrl: provider.sandboxUrl,
    isLocal: config.isLocal,
    outbox: config.showsOutbox ? outbox : undefined,
    logLevel: config.logLevel,
  });
  stops.push(() => app.close());
  development?.attach(app);
  await app.inject('/api/parts?limit=1'); // so that no visitor waits until all parts have been read
  const address = await listen(app, config);
  // without its events the shop hears of a payment a minute later: that is no reason not to open
  await provider
    .hearAt(address)
    .catch((error) => complain(log, 'Asking the card provider for its events', error));
  await startSchedule(queue);
  return { address, database };
}

/** Jobs, their queue, and the reading of the whole catalogue share so many connections. */
const backgroundSize = 8;

/** What a migration does to large tables takes as long as it needs. */
async function migrateDatabase(database: Address): Promise<void> {
  const { db, close } = connect(database, 1, commandLimits);
  try {
    await migrate(db);
    await describeParts(db);
  } finally {
    await close();
  }
}

/** The embedded PostgreSQL, or the one at DATABASE_URL. */
async function openDatabase(
  config: Config,
  log: (line: string) => void,
  stops: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<Address> {
  if (config.databaseUrl) return config.databaseUrl;
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    onDeath: () => {
      log('PostgreSQL has ended, and the shop with it. The next start takes it up again.');
      void stop().finally(() => process.exit(1));
    },
  });
  stops.push(() => embedded.stop());
  return embedded.connection;
}

/** Runs what first needs the database; if that cannot be reached, says so in a sentence. */
async function reach(work: () => Promise<void>, config: Config): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StartupRefusal) throw error;
    if (config.databaseUrl) {
      throw new StartupRefusal(`The database at DATABASE_URL cannot be used: ${reasonOf(error)}.`);
    }
    throw error;
  }
}

async function readWebBuild(): Promise<ServerBuild> {
  const file = fileURLToPath(new URL('../../build/server/index.js', import.meta.url));
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

function complain(log: (line: string) => void, what: string, error: unknown): void {
  log(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);
}
