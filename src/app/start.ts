/** Starts the whole shop: database, sandbox, queue, worker and web server; stops it in reverse order. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { countBelongings } from '#administration/database/empty-shop.ts';
import { type AppSettings, buildApp } from '#app/app.ts';
import { awaitDatabase } from '#app/await-database.ts';
import { makeBeginning } from '#app/begin/begin-from-page.ts';
import { makeChecklist } from '#app/checklist.ts';
import { type Config, checkPublicShop, makeNotices, recordAddress } from '#app/config.ts';
import { connect } from '#app/connect.ts';
import { openDemo } from '#app/demo.ts';
import { isTradeUnfinished } from '#app/demo-trade/state.ts';
import { startTrade } from '#app/demo-trade/trade.ts';
import { openImageStore } from '#app/image-store.ts';
import { openIsolation } from '#app/isolated/open-isolation.ts';
import { openQueue, startSchedule } from '#app/jobs/job-queue.ts';
import { startWorking } from '#app/jobs/worker.ts';
import { findOutbox, openMailbox } from '#app/open-mailbox.ts';
import type { Lifecycle } from '#app/probes.ts';
import type { WebApplication } from '#app/rendering/pages.ts';
import { hasDemoIdentity, makeDemoSocialAccounts } from '#app/sandbox/demo-identity.ts';
import { openGateway } from '#app/sandbox/provider.ts';
import { makeStopSequence, type StopSequence } from '#app/stop-sequence.ts';
import { describeParts } from '#catalogue/use-cases/describe-parts.ts';
import { beginDelivery } from '#delivery/use-cases/begin-delivery.ts';
import { claimSandboxLedger } from '#payments/database/sandbox-ledger-claim.ts';
import { type AccountSettings, makeAccounts } from '#people/identity/accounts.ts';
import { type FindSocialAccounts, makeSocialAccounts } from '#people/identity/social-accounts.ts';
import type { Database, DatabaseAddress } from '#platform/database/connect.ts';
import { followContent } from '#platform/database/content-version.ts';
import { backgroundLimits, commandLimits } from '#platform/database/lend-client.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openReplica } from '#platform/database/replica.ts';
import { watchRequests } from '#platform/http/open-requests.ts';
import { makeErrorLogger } from '#platform/logging/log-errors.ts';
import { chooseLogFormat, makeLogStream } from '#platform/logging/log-stream.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import { restrictDataDir } from '#platform/system/files.ts';
import type { Log } from '#platform/system/log.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';
import { readSettings } from '#settings/database/settings.ts';
import type { Settings } from '#settings/rules/settings.ts';

export type Shop = Awaited<ReturnType<typeof startShop>>;

/** Throws a StartupRefusal for what the owner can correct; nothing is left running then. */
export async function startShop(config: Config, log: Log, signal?: AbortSignal) {
  const stops = makeStopSequence(log);
  const isStopping = new Promise<never>((_, reject) => {
    stops.signal.addEventListener('abort', () => reject(stops.signal.reason), { once: true });
  });
  isStopping.catch(() => {}); // only awaited during the start
  signal?.addEventListener('abort', stops.run, { once: true });
  const lifecycle: Lifecycle = { phase: 'starting' };
  try {
    const parts = await Promise.race([startParts(config, log, stops, lifecycle), isStopping]);
    signal?.removeEventListener('abort', stops.run);
    lifecycle.phase = 'open';
    return {
      ...parts,
      /** Stops at once, or first answers 503 at `/readyz` for STOP_DELAY_SECONDS, so that proxies send no more requests. */
      async stop({ isImmediate } = { isImmediate: true }) {
        lifecycle.phase = 'stopping';
        if (!isImmediate) await sleep(config.stopDelaySeconds * 1000);
        await stops.run();
      },
    };
  } catch (error) {
    await stops.run();
    throw error;
  }
}

async function startParts(config: Config, log: Log, stops: StopSequence, lifecycle: Lifecycle) {
  checkPublicShop(config);
  await checkListenAddress(config);
  const logError = makeErrorLogger(log);
  restrictDataDir(config.dataDir);
  const webBuild = config.isDevelopment ? undefined : readWebBuild(); // while PostgreSQL starts
  webBuild?.catch(() => {}); // awaited below
  const database = await openDatabase(config, log, stops);
  await awaitDatabase(config, { log, stops }, () => migrateDatabase(database));
  const { connection, background } = await openPools(config, database, stops);
  const { db } = connection;
  for (const notice of makeNotices(config, await readSettings(db))) log(`Warning: ${notice}`, 'warn');
  const { mailbox, ...workshop } = await openWorkshop(config, log, stops);
  const provider = await openProvider(config, { log, logError, stops });
  const openingQueue = openQueue(background, (error) => logError('The queue of jobs', error));
  const queue = await stops.open('the job queue', openingQueue, close);

  const { enqueue } = queue;
  const { gateway } = provider;
  const { publicUrl, authSecret: secret } = config;
  const onPasswordFailure = (error: unknown) => logError('The thread that hashes passwords', error);
  const identity = await openAccounts(db, { enqueue, onPasswordFailure }, config, stops);
  await openDelivery(db, config);
  const welcome = await openDemo({ db, accounts: identity.accounts, config, log, at: new Date() });

  const { orderExpiryHours, unpaidOrdersPerPerson, reviewsFrom } = config;
  const now = () => new Date();
  const dependencies = { db, enqueue, gateway, ...workshop, publicUrl, reviewsFrom, now };
  await startWorking(queue.boss, {
    ...dependencies,
    db: background.db,
    mailbox,
    isScheduleResting: config.hasDemoTrade ? () => isTradeUnfinished(background.db) : undefined,
    onFailure: ({ job, error }) => logError(`The job ${job}`, error),
  });
  const limits = { orderExpiryHours, unpaidOrdersPerPerson };
  const services = {
    ...{ ...dependencies, ...identity, secret, ...limits },
    makeNotices: (settings: Settings) => makeNotices(config, settings),
    checklist: makeChecklist(config, { db, openImages: async () => workshop.images, mailbox }),
    beginning: provider.sandboxUrl
      ? makeBeginning(config, { db: background.db, clearSandbox: provider.clearSandbox })
      : undefined,
  };
  const catalogue = await stops.open(
    'the connection that hears of changes',
    followContent(database, { startedAt: new Date(), connections: [connection, background] }),
    close,
  );
  const { dataDir, databaseReadUrl, metricsToken } = config;
  const replica = databaseReadUrl
    ? openReplica(databaseReadUrl, { version: catalogue, log, connect })
    : undefined;
  if (replica) await stops.open('the replica', replica, close);
  const pools = { requests: connection, background, ...(replica ? { replica } : {}) };
  const operation = { pools, disk: { folder: dataDir }, metricsToken, lifecycle };
  const { sandboxUrl } = provider;
  const databases = { databaseAddress: database, background: background.db, replica };
  const parts = { services, catalogue, ...databases, sandboxUrl, operation };
  const app = await openServer(config, { ...parts, webBuild }, { log, stops });
  const address = await listen(app, config);
  recordAddress(config);
  // without webhooks the shop polls for events
  await provider
    .registerWebhook(address)
    .catch((error) => logError('Asking the card provider for its events', error));
  await startSchedule(queue);
  if (config.hasDemoTrade && sandboxUrl) {
    const onFailure = (error: unknown) => logError('The demo’s trade', error);
    const card = { ...config.sandbox, apiUrl: sandboxUrl, webhookSecrets: [], onFailure: () => {} };
    const trade = { address: database, db: background.db, accounts: identity.accounts, provider: card };
    const untilIdle = watchRequests(app.server);
    const onFinished = () => queue.boss.send('rank-parts', {});
    const opened = startTrade({ ...trade, reviewsFrom, untilIdle, onFinished, log, onFailure });
    await stops.open('the demo’s trade', opened, close);
  }
  return { address, database, welcome };
}

/** Delivery begins in the country that `init` has asked for. */
async function openDelivery(db: Database, { country }: Config): Promise<void> {
  if (country === undefined) return;
  const hasSold = async (sold: Database) => (await countBelongings(sold)).purchases > 0;
  const { timeZone: machineTimeZone } = Intl.DateTimeFormat().resolvedOptions();
  await beginDelivery({ db }, { country, machineTimeZone, hasSold, at: new Date() });
}

/** What keeps pictures, works on them and on documents, and sends mails. */
async function openWorkshop(config: Config, log: Log, stops: StopSequence) {
  const images = await openImageStore(config, log);
  const mailbox = await stops.open('the mailbox', openMailbox(config), close);
  const onStopped = (sentence: string) => log(sentence, 'warn');
  const isolation = await stops.open('the isolated processes', openIsolation({ onStopped }), close);
  return { images, mailbox, isolation };
}

async function openProvider(
  config: Config,
  { log, logError, stops }: { log: Log; logError: ReturnType<typeof makeErrorLogger>; stops: StopSequence },
) {
  const onFailure = ({ call, error }: { call: string; error: unknown }) =>
    logError(`The card provider's call ${call}`, error);
  const opening = openGateway(config, { onFailure, log, signal: stops.signal });
  return await stops.open('the card provider', opening, close);
}

async function openPools(config: Config, database: DatabaseAddress, stops: StopSequence) {
  const connection = await stops.open('the pool of database connections', connect(database), close);
  const background = await stops.open(
    'the pool of connections for jobs',
    connect(database, backgroundConnections, backgroundLimits),
    close,
  );
  if (config.databaseUrl && !config.stripe) {
    const claiming = claimDatabase(config.databaseUrl, config.sandbox.secretKey);
    await stops.open('the claim of the card sandbox', claiming, close);
  }
  return { connection, background };
}

const backgroundConnections = 8;

async function openAccounts(
  db: Database,
  tools: Pick<AccountSettings, 'enqueue' | 'onPasswordFailure'>,
  config: Config,
  stops: StopSequence,
) {
  const { publicUrl, authSecret: secret, origins: trustedOrigins } = config;
  const settings = { publicUrl, secret, trustedOrigins, ...tools };
  const accounts = await stops.open('the thread that hashes passwords', makeAccounts(db, settings), close);
  return { accounts, findSocialAccounts: makeFindSocialAccounts(db, settings, config) };
}

/** The owner's provider, or the demo's, which other machines do not see. */
function makeFindSocialAccounts(db: Database, settings: AccountSettings, config: Config): FindSocialAccounts {
  if (hasDemoIdentity(config)) {
    const { origins, sandbox } = config;
    return makeDemoSocialAccounts(db, settings, { origins, clientSecret: sandbox.secretKey });
  }
  const { socialProvider } = config;
  const socialAccounts = socialProvider && makeSocialAccounts(db, settings, socialProvider);
  return () => socialAccounts;
}

/** Without the time limits of requests: large tables take long. */
async function migrateDatabase(database: DatabaseAddress): Promise<void> {
  await using db = connect(database, 1, commandLimits).db;
  await migrate(db);
  await describeParts({ db });
}

async function openServer(
  config: Config,
  {
    webBuild,
    ...parts
  }: Pick<
    AppSettings,
    'services' | 'catalogue' | 'databaseAddress' | 'background' | 'replica' | 'sandboxUrl' | 'operation'
  > & { webBuild: Promise<ServerBuild> | undefined },
  { log, stops }: { log: Log; stops: StopSequence },
): Promise<FastifyInstance> {
  const development = config.isDevelopment ? await stops.open('Vite', startDevelopment(), close) : undefined;
  const build = await webBuild;
  const web = development?.web ?? (build && { build, mode: 'production' });
  const building = buildApp({
    ...parts,
    signInLimits: { attempts: 20, attemptsFromAddress: 100, signUps: 200, mails: 5, mailsInADay: 20 },
    trustedProxies: config.trustedProxies,
    web,
    sendsMail: config.smtpUrl !== undefined,
    isLocal: config.isLocal,
    hasDemoIdentity: hasDemoIdentity(config),
    outbox: config.showsOutbox ? findOutbox(config) : undefined,
    logLevel: config.logLevel,
    logStream: makeLogStream(process.stdout, chooseLogFormat(config.logFormat, process.stdout)),
  });
  const app = await stops.open('the web server', building, (opened, limitMs) =>
    closeServer(opened, limitMs, log),
  );
  development?.attach(app);
  await app.inject('/api/parts?limit=1'); // builds the catalogue index before the first visitor
  return app;
}

function close(opened: { close(): Promise<void> | void }): Promise<void> | void {
  return opened.close();
}

async function closeServer(app: FastifyInstance, limitMs: number, log: Log): Promise<void> {
  const timer = setTimeout(() => {
    log('Stopping: open requests are cut off.', 'warn');
    app.server.closeAllConnections();
  }, limitMs * 0.75);
  await app.close().finally(() => clearTimeout(timer));
}

async function openDatabase(config: Config, log: Log, stops: StopSequence): Promise<DatabaseAddress> {
  if (config.databaseUrl) return config.databaseUrl;
  const { connection } = await stops.open(
    'PostgreSQL',
    startEmbeddedPostgres({ dataDir: config.dataDir, log, signal: stops.signal }),
    ({ stop }, limitMs) => stop(limitMs - 200), // leaves it time to log why it does not end
  );
  return connection;
}

/** Two processes with different DATA_DIRs would have two sandbox ledgers for one database. */
async function claimDatabase(address: string, sandboxSecret: string): Promise<{ close(): Promise<void> }> {
  const claim = await claimSandboxLedger(address, sandboxSecret);
  if (claim) return claim;
  throw new StartupRefusal(
    'Another process works on this database with a card sandbox of its own, and each would miss the payments of the other. Give both the same DATA_DIR, or one sandbox by STRIPE_API_URL and its keys, or Stripe’s keys.',
  );
}

async function readWebBuild(): Promise<ServerBuild> {
  const file = fileURLToPath(new URL('../../build/server/index.js', import.meta.url));
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

type ListenAddress = Pick<Config, 'host' | 'port'>;

async function listen(app: FastifyInstance, { host, port }: ListenAddress): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw explain(error, { host, port });
  }
}

async function checkListenAddress(address: ListenAddress): Promise<void> {
  await using probe = createServer().listen(address);
  await once(probe, 'listening').catch((error) => {
    throw explain(error, address);
  });
}

function explain(error: unknown, { host, port }: ListenAddress): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartupRefusal(
      `Port ${port} is taken: the shop is open already, or another program has it. Choose another one: PORT=${port + 1} npm start`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo') {
    return new StartupRefusal(`The shop may not listen on ${host}, port ${port} (${code}).`);
  }
  return error;
}

type Development = { web: WebApplication; attach(app: FastifyInstance): void; close(): Promise<void> };

async function startDevelopment(): Promise<Development> {
  const { createServer } = await import('vite'); // a development dependency
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  return {
    web: {
      build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
      mode: 'development',
    },
    attach(app) {
      app.addHook('onRequest', (request, reply, next) => {
        vite.middlewares(request.raw, reply.raw, (error?: Error) => next(error));
      });
    },
    close: () => vite.close(),
  };
}
