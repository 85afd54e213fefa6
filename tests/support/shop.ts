/** A complete shop for tests: the server's app on a copy of the database and the card sandbox. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ServerBuild } from 'react-router';
import { afterAll, afterEach, inject, vi } from 'vitest';
import { type AppSettings, buildApp } from '#app/app.ts';
import { type ChecklistConfig, makeChecklist } from '#app/checklist.ts';
import { connect } from '#app/connect.ts';
import { populateShop, readCatalogue } from '#app/demo.ts';
import { type JobQueue, openQueue } from '#app/jobs/job-queue.ts';
import type { Job } from '#app/jobs/jobs.ts';
import { startWorking } from '#app/jobs/worker.ts';
import { makeDemoSocialAccounts } from '#app/sandbox/demo-identity.ts';
import { makeStripeGateway } from '#payments/provider/stripe.ts';
import type { Gateway } from '#payments/rules/gateway.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { type AccountSettings, type Accounts, makeAccounts } from '#people/identity/accounts.ts';
import type { PasswordQueueSettings } from '#people/identity/password-queue.ts';
import { makePasswordThread, type PasswordThread } from '#people/identity/password-thread.ts';
import { makeSocialAccounts } from '#people/identity/social-accounts.ts';
import type { SocialProvider } from '#people/identity/social-sign-in.ts';
import type { Database, DatabaseAddress } from '#platform/database/connect.ts';
import { type ContentVersion, followContent } from '#platform/database/content-version.ts';
import { openReplica } from '#platform/database/replica.ts';
import { openDiskStore } from '#platform/images/disk-store.ts';
import type { ImageStore } from '#platform/images/store.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import type { Mail, Mailbox } from '#platform/mail/mailbox.ts';
import type { EmbeddedConnection } from '#platform/postgres/embedded-postgres.ts';
import { type IsolationSettings, makeIsolation } from '#platform/system/isolation/isolation.ts';
import type { ReviewsFrom } from '#reviews/rules/reviews.ts';
import { cloneDatabase, givenDatabases, onCluster } from './postgres.ts';
import { findProgram, freePort } from './processes.ts';
import { givenFolder } from './shop-folders.ts';

export type TestShop = {
  app: FastifyInstance;
  db: Database;
  /** The dependencies of use cases that only scheduled jobs call. */
  dependencies: Pick<Dependencies<Job>, 'db' | 'enqueue' | 'isolation'> &
    Pick<PaymentDependencies, 'gateway'>;
  /** Its database, for a second shop on it. */
  address: DatabaseAddress;
  /** Its address on a real port, for tests that need connections or a browser. */
  url: string;
  /** The sent mails, if the shop runs jobs. */
  mails: Mail[];
  /** The shop's clock; tests may set it, and each begins as `TestShopOptions.at` says. */
  clock: { now: Date | undefined };
  catalogue: ContentVersion;
  accounts: Accounts;
  /** The folder of uploaded images. */
  imageFolder: string;
};

/** Settings of the app: attempts to log in are not limited by default, and nothing is logged. */
type GivenSettings = Pick<
  AppSettings,
  'web' | 'signInLimits' | 'trustedProxies' | 'arrival' | 'uploads' | 'hasDemoIdentity' | 'outbox'
> &
  Pick<AppSettings, 'sendsMail' | 'isLocal' | 'logLevel' | 'logStream'>;

export type TestShopOptions = Partial<GivenSettings> & {
  /** What the shop's clock says when a test begins; the real one goes on by default. */
  at?: Date;
  hasDemoCatalogue?: boolean;
  runsJobs?: boolean;
  /** Called before each mail is sent; the mailbox fails when it throws. */
  onMail?: (mail: Mail) => void;
  /** The log-in provider. */
  socialProvider?: SocialProvider;
  /** The notices for administrators. */
  notices?: string[];
  /** Replaces `mails`. */
  mailbox?: Mailbox;
  /** A shop whose database this one shares, as a second process does. */
  beside?: Pick<TestShop, 'address'> & Partial<TestShop>;
  /** A replica of its database, and what is logged of it. */
  replica?: { address: DatabaseAddress; log: (sentence: string) => void };
  /** Gets errors of the queue, which are printed otherwise. */
  onQueueError?: (error: unknown) => void;
  /** The public address, if it is not `url`. */
  publicUrl?: string;
  /** The address of the card provider, if it is not the shared sandbox. */
  stripeUrl?: string;
  /** Shows Stripe's element; the shop still calls the sandbox. */
  hasStripeElement?: boolean;
  /** No limit by default. */
  unpaidOrdersPerPerson?: number;
  /** Anyone's by default. */
  reviewsFrom?: ReviewsFrom;
  /** With one, passwords are hashed on a thread of this shop and never recalled. */
  passwordQueue?: PasswordQueueSettings;
  metricsToken?: string;
  /** The free disk space that readiness requires. */
  minFreeBytes?: number;
  isolation?: Omit<IsolationSettings, 'program'>;
  /** Makes what begins it for real. */
  begins?: (shop: Pick<TestShop, 'db' | 'address'>) => AppSettings['services']['beginning'];
  /** Settings that the checklist looks at. */
  checked?: Partial<ChecklistConfig>;
  /** Gets failed jobs. */
  onJobFailure?: (failure: { job: string; error: unknown }) => void;
  /** The image store, if it is not `imageFolder`. */
  imageStore?: ImageStore;
};

/** What the checklist knows of most test shops' settings. */
const localShop = {
  isLocal: true,
  takesMoney: false,
  trustedProxies: undefined,
  smtpUrl: undefined,
  sender: { address: 'shop@compact.test', host: 'compact.test' },
  stripe: undefined,
  webhookSecrets: [],
  s3: undefined,
};

/** The AUTH_SECRET of test shops. */
export const testSecret = 'a secret of the tests, long enough for anybody';

/** The webhook secrets of test shops; the sandbox signs with the first. */
export const testWebhookSecrets = ['whsec_ofTheTests', 'whsec_ofTheTestsBefore'];

/** Opens a shop for the tests of a file, or of a `describe`, and closes it after them. */
export async function givenShop(options: TestShopOptions = {}): Promise<TestShop> {
  const makeDatabase = givenDatabases();
  const imageFolder = options.beside?.imageFolder ?? givenFolder();
  const closers: Closers = [];
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });
  const address = options.beside?.address ?? (await givenDatabase(makeDatabase, options));
  const shop = await openShop({ address, imageFolder }, options, closers);
  afterEach(() => {
    shop.clock.now = options.at;
  });
  return shop;
}

type Closers = (() => Promise<unknown> | unknown)[];

async function openShop(
  { address, imageFolder }: Pick<TestShop, 'address' | 'imageFolder'>,
  options: TestShopOptions,
  closers: Closers,
): Promise<TestShop> {
  const sandbox = inject('sandbox');
  const { connection, queue, catalogue } = await openConnections(address, options, closers);
  const { db } = connection;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { publicUrl = url, reviewsFrom = 'anyone' } = options;
  const clock: TestShop['clock'] = { now: options.at };
  const mails: Mail[] = [];
  const { enqueue, workers } = wakeWorkers(queue);
  const now = () => clock.now ?? new Date();
  const apiUrl = options.stripeUrl ?? sandbox.url;
  const gatewaySettings = { ...sandbox, apiUrl, webhookSecrets: testWebhookSecrets, onFailure: () => {} };
  const gateway: Gateway = {
    ...makeStripeGateway(gatewaySettings),
    ...(options.hasStripeElement ? { provider: 'stripe' } : {}),
  };
  const images = options.imageStore ?? (await openDiskStore(imageFolder, () => {}));
  const isolation = makeIsolation({ ...options.isolation, program: findProgram('isolated') });
  closers.push(isolation.close);
  const { accounts, findSocialAccounts } = makeAllAccounts(db, { publicUrl, enqueue }, options);
  closers.push(accounts.close);
  const shared = { gateway, enqueue, db, publicUrl, images, isolation, now, reviewsFrom };
  if (options.runsJobs) {
    const started = await startWorking(queue.boss, { ...shared, ...workOptions(options, mails) });
    for (const [name, id] of started) workers.set(name, id);
  }
  const app = await buildApp({
    ...{ signInLimits: generousLimits, logLevel: 'silent', ...options },
    services: {
      ...shared,
      secret: testSecret,
      accounts,
      findSocialAccounts,
      orderExpiryHours: 24,
      unpaidOrdersPerPerson: options.unpaidOrdersPerPerson ?? 0,
      makeNotices: () => options.notices ?? [],
      checklist: makeChecklist(
        { ...localShop, authSecret: testSecret, publicUrl, dataDir: imageFolder, ...options.checked },
        { db, openImages: async () => images, mailbox: workOptions(options, mails).mailbox },
      ),
      beginning: options.begins?.({ db, address }),
    },
    catalogue,
    databaseAddress: address,
    replica: openTestReplica(catalogue, options, closers),
    operation: {
      pools: { requests: connection },
      disk: { folder: imageFolder, minFreeBytes: options.minFreeBytes ?? 1 },
      metricsToken: options.metricsToken,
    },
    sandboxUrl: apiUrl,
  });
  closers.push(() => app.close());
  await app.listen({ host: '127.0.0.1', port });
  const dependencies = { db, gateway, enqueue, isolation };
  return { app, db, dependencies, address, url, mails, clock, catalogue, accounts, imageFolder };
}

/** By then the transaction that enqueues a job has ended: of most, of those on a busy machine. */
const wakeAfterMs = [30, 150];

/** Has a job begin soon after it was enqueued; by itself its worker looks once a second. */
function wakeWorkers({ boss, enqueue }: JobQueue) {
  const workers = new Map<Job['name'], string>();
  const enqueueAndWake: typeof enqueue = async (transaction, ...jobs) => {
    await enqueue(transaction, ...jobs);
    for (const ms of wakeAfterMs)
      setTimeout(() => {
        for (const { name } of jobs) boss.notifyWorker(workers.get(name) ?? '');
      }, ms);
  };
  return { enqueue: enqueueAndWake, workers };
}

async function openConnections(
  address: DatabaseAddress,
  { onQueueError }: TestShopOptions,
  closers: Closers,
) {
  const connection = connect(address);
  closers.push(connection.close);
  const queue = await openQueue(connection, onQueueError ?? ((error) => console.error(error)));
  closers.push(queue.close);
  const catalogue = await followContent(address, { startedAt: new Date(), connections: [connection] });
  closers.push(catalogue.close);
  return { connection, queue, catalogue };
}

function openTestReplica(version: ContentVersion, { replica }: TestShopOptions, closers: Closers) {
  if (!replica) return undefined;
  const opened = openReplica(replica.address, { version, log: replica.log, connect });
  closers.push(opened.close);
  return opened;
}

const generousLimits = {
  attempts: 10_000,
  attemptsFromAddress: 10_000,
  signUps: 10_000,
  mails: 10_000,
  mailsInADay: 10_000,
};

function makeAllAccounts(
  db: Database,
  { publicUrl, enqueue }: Pick<AccountSettings, 'publicUrl' | 'enqueue'>,
  { passwordQueue, socialProvider, hasDemoIdentity }: TestShopOptions,
) {
  const settings = {
    publicUrl,
    secret: testSecret,
    trustedOrigins: [publicUrl],
    enqueue,
    passwordQueue,
    passwordThread: passwordQueue ? undefined : cachedPasswords,
  };
  const socialAccounts = socialProvider && makeSocialAccounts(db, settings, socialProvider);
  const demo = { origins: [publicUrl], clientSecret: inject('sandbox').secretKey };
  return {
    accounts: makeAccounts(db, settings),
    findSocialAccounts: hasDemoIdentity ? makeDemoSocialAccounts(db, settings, demo) : () => socialAccounts,
  };
}

function workOptions({ mailbox, onMail, onJobFailure }: TestShopOptions, mails: Mail[]) {
  const send = async (mail: Mail) => {
    onMail?.(mail);
    mails.push(mail);
  };
  return { mailbox: mailbox ?? { send, close: () => {} }, onFailure: onJobFailure ?? (() => {}) };
}

async function givenDatabase(
  makeDatabase: ReturnType<typeof givenDatabases>,
  { hasDemoCatalogue }: TestShopOptions,
): Promise<DatabaseAddress> {
  if (!hasDemoCatalogue) return await makeDatabase();
  await makeFilledTemplate(inject('postgres'));
  return await makeDatabase((postgres, name) => cloneDatabase(postgres, name, filledTemplate));
}

const filledTemplate = 'template_with_parts';

/** The first file that needs the demo catalogue computes what is stored of it, the others copy it. */
async function makeFilledTemplate(postgres: EmbeddedConnection): Promise<void> {
  await onCluster(postgres, async (client) => {
    await client.query('select pg_advisory_lock(2)');
    const made = await client.query('select from pg_database where datname = $1', [filledTemplate]);
    if (made.rowCount) return;
    const connection = connect(await cloneDatabase(postgres, filledTemplate));
    await populateShop(connection, { ...(await readCatalogue()), at: new Date() });
    await connection.close();
  });
}

const thread = makePasswordThread();
const hashes = new Map<string, Promise<string>>();
const comparisons = new Map<string, Promise<boolean>>();

/** For tests that are not about passwords: nearly all of their people have the same one. */
const cachedPasswords: PasswordThread = {
  hash: (password) => recall(hashes, password, () => thread.hash(password)),
  verify: (stored, password) =>
    recall(comparisons, `${stored} ${password}`, () => thread.verify(stored, password)),
  close: async () => {}, // other shops use it
};

function recall<Result>(
  known: Map<string, Promise<Result>>,
  key: string,
  compute: () => Promise<Result>,
): Promise<Result> {
  const result = known.get(key) ?? compute();
  known.set(key, result);
  result.catch(() => known.delete(key));
  return result;
}

/** The built web application, as the server loads it. */
export async function readWebBuild(): Promise<{ build: ServerBuild; mode: 'production' }> {
  const file = new URL('../../build/server/index.js', import.meta.url).href;
  if (!existsSync(fileURLToPath(file)))
    throw new Error(
      'The web pages are not built: `npm test -- NAME` builds them and runs the tests of a name.',
    );
  return { build: (await import(/* @vite-ignore */ file)) as ServerBuild, mode: 'production' };
}

/** Waits until no job with such a prefix is pending; those that have failed are retried at once. */
export async function untilJobsAreDone(db: Database, ...names: string[]): Promise<void> {
  const isOne = sql`name like any (${names.map((name) => `${name}%`)})`;
  await vi.waitFor(
    async () => {
      await sql`update pgboss.job set start_after = now()
        where state = 'retry' and start_after > now() and ${isOne}`.execute(db);
      const { rows } = await sql<{ name: string }>`
        select name from pgboss.job where state in ('created', 'retry', 'active') and ${isOne}`.execute(db);
      if (rows.length > 0) throw new Error(`${rows.length} jobs are left to be done, ${rows[0]?.name} first`);
    },
    { timeout: 120_000, interval: 50 },
  );
}

/** How many jobs were ever queued to settle each payment, refund or dispute, by its id at the provider. */
export async function countEventJobs(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; jobs: number }>`
    select data -> 'subject' ->> 'id' as id, count(*)::int as jobs from pgboss.job
    where name = 'handle-event' group by 1`.execute(db);
  return new Map(rows.map(({ id, jobs }) => [id, jobs]));
}
