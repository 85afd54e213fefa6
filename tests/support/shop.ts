/** A whole shop for tests: the app that the server runs, on its own copy of the database and the real card sandbox. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, inject } from 'vitest';
import type { CatalogueVersion } from '#database/catalogue/catalogue-version.ts';
import { followCatalogue } from '#database/catalogue/catalogue-version.ts';
import { connect, type Database, type DatabaseAddress } from '#database/connect.ts';
import type { ReviewsFrom } from '#domain/reviews.ts';
import { type Accounts, makeAccounts } from '#identity/accounts.ts';
import { makeSocialAccounts } from '#identity/social-accounts.ts';
import type { SocialProvider } from '#identity/social-sign-in.ts';
import { openDiskStore } from '#images/disk-store.ts';
import { makeImageHost } from '#images/image-host.ts';
import type { ImageStore } from '#images/store.ts';
import { openQueue } from '#jobs/job-queue.ts';
import { startWorking } from '#jobs/worker.ts';
import type { Mail, Mailbox } from '#mail/mailbox.ts';
import type { Gateway } from '#payments/gateway.ts';
import { makeStripeGateway, type StripeSettings } from '#payments/stripe.ts';
import type { EmbeddedConnection } from '#postgres/embedded-postgres.ts';
import { type AppSettings, buildApp } from '#server/app.ts';
import type { Enqueue, PaymentDependencies } from '#shop/dependencies.ts';
import { freePort } from './ports.ts';
import { cloneDatabase, dropDatabase } from './postgres.ts';

export type TestShop = {
  app: FastifyInstance;
  db: Database;
  /** What its verbs work with, for those that only the clock calls. */
  dependencies: PaymentDependencies;
  /** Its database, for a second shop beside it. */
  address: DatabaseAddress;
  /** Where the shop listens: a real port of its own, for tests that need many connections or a browser. */
  url: string;
  /** Everything that was mailed, when the shop works on its jobs. */
  mails: Mail[];
  /** The shop's clock; tests may turn it. */
  clock: { now: Date | undefined };
  catalogue: CatalogueVersion;
  accounts: Accounts;
  /** Where uploaded pictures lie. */
  imageFolder: string;
};

export type TestShopOptions = {
  web?: AppSettings['web'];
  /** Whether jobs are done. */
  works?: boolean;
  /** Sees each mail before the mailbox takes it; the mailbox fails when it throws. */
  onMail?: (mail: Mail) => void;
  /** The provider to sign in with besides passwords. */
  socialProvider?: SocialProvider;
  /** Says that only this machine can reach the shop. */
  isLocal?: boolean;
  /** What every page tells administrators. */
  notices?: string[];
  /** The folder that `/dev/outbox` shows. */
  outbox?: string;
  /** Where its mails go, instead of into `mails`. */
  mailbox?: Mailbox;
  /** Another shop on whose database this one works too, as a second process does. */
  beside?: TestShop;
  /** Lays a wire to that database, which tests can break. */
  through?: (address: EmbeddedConnection) => Promise<{ address: DatabaseAddress; close(): Promise<void> }>;
  /** Hears of what fails in the queue, instead of the tests' output. */
  onQueueError?: (error: unknown) => void;
  /** What people type, when that is not where the shop listens. */
  publicUrl?: string;
  /** Where the card provider is, when not at the tests' sandbox. */
  stripeUrl?: string;
  /** Takes cards with Stripe's element; who answers the shop is the sandbox all the same. */
  hasStripeElement?: boolean;
  signInLimits?: AppSettings['signInLimits'];
  /** How many unpaid orders a person may have; without it there is no limit. */
  unpaidOrdersPerPerson?: number;
  /** Whose reviews it shows; without it anyone's. */
  reviewsFrom?: ReviewsFrom;
  /** How many passwords may be in the queue. */
  maxQueuedPasswords?: number;
  metricsToken?: string;
  /** How much of the disk must be free for the shop to be ready. */
  minFreeBytes?: number;
  logLevel?: string;
  logStream?: AppSettings['logStream'];
  trustedProxies?: AppSettings['trustedProxies'];
  arrival?: AppSettings['arrival'];
  uploads?: AppSettings['uploads'];
  /** Hears of jobs that failed. */
  onJobFailure?: (failure: { job: string; error: unknown }) => void;
  /** Where its pictures are kept, instead of in `imageFolder`; opened with the shop. */
  imageStore?: () => Promise<ImageStore>;
};

/** What the shops of the tests sign with. */
export const testSecret = 'a secret of the tests, long enough for anybody';

/** What signs the events that the shops of the tests take in; the first is the sandbox's. */
export const testWebhookSecrets = ['whsec_ofTheTests', 'whsec_ofTheTestsBefore'];

/** Opens a shop before the tests of a file and closes it after them. */
export function givenShop(options: TestShopOptions = {}): TestShop {
  const shop = {} as TestShop;
  const closers: Closers = [];
  beforeAll(async () => {
    Object.assign(shop, await openShop(options, closers));
  });
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });
  return shop;
}

type Closers = (() => Promise<unknown> | unknown)[];

async function openShop(options: TestShopOptions, closers: Closers): Promise<TestShop> {
  const sandbox = inject('sandbox');
  const address = await givenAddress(options, closers);
  const { connection, queue, catalogue } = await openConnections(address, options, closers);
  const { db } = connection;
  const imageFolder = options.beside?.imageFolder ?? (await givenFolder(closers));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { publicUrl = url } = options;
  const clock: TestShop['clock'] = { now: undefined };
  const mails: Mail[] = [];
  const { enqueue } = queue;
  const now = () => clock.now ?? new Date();
  const apiUrl = options.stripeUrl ?? sandbox.url;
  const gateway = makeGateway({ ...sandbox, apiUrl }, options);
  const images = makeImageHost(await (options.imageStore?.() ?? openDiskStore(imageFolder, () => {})));
  const tools = { gateway, enqueue };
  const { accounts, socialAccounts } = makeAllAccounts(db, { publicUrl, enqueue }, options);
  closers.push(accounts.close);
  const shared = { ...tools, db, publicUrl, images, now };
  if (options.works) await startWorking(queue.boss, { ...shared, ...workOptions(options, mails) });
  const app = await buildApp({
    services: {
      db,
      enqueue,
      gateway,
      images,
      secret: testSecret,
      publicUrl,
      accounts,
      socialAccounts,
      orderExpiryHours: 24,
      unpaidOrdersPerPerson: options.unpaidOrdersPerPerson ?? 0,
      reviewsFrom: options.reviewsFrom ?? 'anyone',
      now,
    },
    catalogue,
    signInLimits: options.signInLimits ?? generousLimits,
    ...(options.web ? { web: options.web } : {}),
    ...(options.outbox ? { outbox: options.outbox } : {}),
    isLocal: options.isLocal,
    trustedProxies: options.trustedProxies,
    operation: {
      pools: { requests: connection },
      disk: { folder: imageFolder, minFreeBytes: options.minFreeBytes ?? 1 },
      metricsToken: options.metricsToken,
    },
    arrival: options.arrival,
    uploads: options.uploads,
    notices: options.notices,
    sandboxUrl: apiUrl,
    logLevel: options.logLevel ?? 'silent',
    logStream: options.logStream,
  });
  closers.push(() => app.close());
  await app.listen({ host: '127.0.0.1', port });
  const dependencies = { db, ...tools };
  return { app, db, dependencies, address, url, mails, clock, catalogue, accounts, imageFolder };
}

function makeGateway(
  provider: Pick<StripeSettings, 'secretKey' | 'publishableKey' | 'apiUrl'>,
  { hasStripeElement }: TestShopOptions,
): Gateway {
  const settings = { ...provider, webhookSecrets: testWebhookSecrets, onFailure: () => {} };
  return { ...makeStripeGateway(settings), ...(hasStripeElement ? { provider: 'stripe' } : {}) };
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
  const catalogue = await followCatalogue(address, { startedAt: new Date(), connections: [connection] });
  closers.push(catalogue.close);
  return { connection, queue, catalogue };
}

const generousLimits = { attempts: 1000, attemptsFromAddress: 1000, signUps: 1000, mails: 1000 };

/** Accounts by password, and those of the provider if there is one. */
function makeAllAccounts(
  db: Database,
  { publicUrl, enqueue }: { publicUrl: string; enqueue: Enqueue },
  { maxQueuedPasswords, socialProvider }: TestShopOptions,
) {
  const settings = {
    publicUrl,
    secret: testSecret,
    trustedOrigins: [publicUrl],
    enqueue,
    maxQueuedPasswords,
  };
  return {
    accounts: makeAccounts(db, settings),
    socialAccounts: socialProvider && makeSocialAccounts(db, settings, socialProvider),
  };
}

function workOptions({ mailbox, onMail, onJobFailure }: TestShopOptions, mails: Mail[]) {
  const send = async (mail: Mail) => {
    onMail?.(mail);
    mails.push(mail);
  };
  return { mailbox: mailbox ?? { send, close: () => {} }, onFailure: onJobFailure ?? (() => {}) };
}

async function givenAddress(
  { beside, through }: TestShopOptions,
  closers: Closers,
): Promise<DatabaseAddress> {
  const address = beside?.address ?? (await givenDatabase(closers));
  if (!through) return address;
  const wire = await through(address as EmbeddedConnection);
  closers.push(wire.close);
  return wire.address;
}

async function givenDatabase(closers: Closers): Promise<DatabaseAddress> {
  const postgres = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const address = await cloneDatabase(postgres, name);
  closers.push(() => dropDatabase(postgres, name));
  return address;
}

async function givenFolder(closers: Closers): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'compact-images-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
