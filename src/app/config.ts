/** Reads and checks the configuration from environment variables. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import parseAddresses from 'nodemailer/lib/addressparser/index.js';
import { z } from 'zod';
import { isCountry } from '#delivery/rules/addresses.ts';
import type { SocialProvider } from '#people/identity/social-sign-in.ts';
import { isLoopback, parseTrustedProxies } from '#platform/http/loopback.ts';
import { parseS3Url } from '#platform/images/s3-store.ts';
import { logFormats } from '#platform/logging/log-stream.ts';
import type { Sender } from '#platform/mail/mailbox.ts';
import { explainFailure } from '#platform/system/explain-failure.ts';
import { createFolder } from '#platform/system/files.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';
import { reviewSources } from '#reviews/rules/reviews.ts';
import { defaultSettings, type Settings } from '#settings/rules/settings.ts';

const hoursMessage = 'must be a number of hours above 0 and up to 8760';

const environmentSchema = z.object({
  PORT: makeNumberSchema(/^\d{1,5}$/, 65535, 'must be a whole number from 0 to 65535').default(3000),
  HOST: z
    .string()
    .refine(
      (host) => URL.canParse(`http://${formatHost(host)}`) && !/[\s/?#@]/.test(host),
      'must be an address of this machine, or a name of it',
    )
    .default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: makeAddressSchema(['postgres:', 'postgresql:']).optional(),
  DATABASE_READ_URL: makeAddressSchema(['postgres:', 'postgresql:']).optional(),
  PUBLIC_URL: makeAddressSchema(['http:', 'https:'])
    .refine(
      isOrigin,
      'must have a host and perhaps a port, and nothing after it: the shop is at the root of its host',
    )
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 visible ASCII characters')
    .optional(),
  TRUST_PROXY: makeParsedSchema(parseTrustedProxies).optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: makeAddressSchema(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: makeParsedSchema((given) => {
    const [{ address = '', name = '' } = {}, ...others] = parseAddresses(given, { flatten: true });
    if (others.length === 0 && z.email().safeParse(address).success) return { address, name };
    return 'must be an address such as shop@example.com, or a name and an address: Example <shop@example.com>';
  }).optional(),
  OIDC_ISSUER: makeAddressSchema(['http:', 'https:']).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, 'can have at most 40 characters').optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_', 'must start with sk_').optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'must start with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((secrets) => secrets.split(',').map((secret) => secret.trim()))
    .refine(
      (secrets) => secrets.every((secret) => /^whsec_\w+$/.test(secret)),
      'must be one or several secrets that start with whsec_, with commas between them',
    )
    .optional(),
  STRIPE_API_URL: makeAddressSchema(['http:', 'https:']).optional(),
  CARD_SANDBOX: z.enum(['on', 'off'], 'must be on or off').optional(),
  S3_URL: makeParsedSchema(parseS3Url).optional(),
  ORDER_EXPIRY_HOURS: makeNumberSchema(/^\d{1,4}(\.\d{1,4})?$/, 8760, hoursMessage)
    .refine((hours) => hours > 0, hoursMessage)
    .default(24),
  UNPAID_ORDERS_PER_PERSON: makeNumberSchema(
    /^\d{1,6}$/,
    999_999,
    'must be a whole number from 0 to 999999',
  ).default(10),
  STOP_DELAY_SECONDS: makeNumberSchema(
    /^\d{1,2}$/,
    60,
    'must be a whole number of seconds from 0 to 60',
  ).default(0),
  COUNTRY: z.string().toUpperCase().refine(isCountry, 'must be the code of a country, such as DE').optional(),
  REVIEWS_FROM: z.enum(reviewSources, 'must be anyone, confirmed or buyers').optional(),
  DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
  DEMO_TRADE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('warn'),
  LOG_FORMAT: z.enum(logFormats, 'must be json or pretty').optional(),
});

export type Config = ReturnType<typeof readConfig>;

export type DataPaths = ReturnType<typeof readDataPaths>;

export function readDataPaths(environment: NodeJS.ProcessEnv) {
  const settings = parse(environment);
  const dataDir = resolve(settings.DATA_DIR);
  return {
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    s3: settings.S3_URL,
    secretsFile: findSecretsFile(dataDir),
    /** True when AUTH_SECRET replaces the one in the file. */
    hasOwnAuthSecret: settings.AUTH_SECRET !== undefined,
  };
}

/** One line for people, without the password. */
export function describeDataPaths({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
  return `Database: ${databaseUrl ? describeAddress(databaseUrl) : 'the embedded PostgreSQL'}; data folder: ${dataDir}`;
}

function describeAddress(databaseUrl: string): string {
  const { hostname, port, pathname, username, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  return `${decodeURIComponent(pathname.slice(1) || username)} at ${host || 'localhost'}${port ? `:${port}` : ''}`;
}

export function readConfig(environment: NodeJS.ProcessEnv, isDevelopment = false) {
  const settings = parse(environment);
  const dataPaths = readDataPaths(environment);
  const publicSettings = readPublicSettings(environment);
  const { publicUrl, isLocal } = publicSettings;
  if (settings.DEMO === 'on' && !isLocal) {
    throw new StartupRefusal(
      'DEMO=on is only possible when HOST and PUBLIC_URL are loopback addresses, because everybody knows the demo password.',
    );
  }
  if (settings.DATABASE_READ_URL && !settings.DATABASE_URL) {
    throw new StartupRefusal(
      'DATABASE_READ_URL is a replica of the database at DATABASE_URL, which is needed, too: the embedded PostgreSQL has none.',
    );
  }
  const secrets = readSecrets(dataPaths.dataDir);
  const stripe = readStripeSettings(settings);
  const isDemo = settings.DEMO ? settings.DEMO === 'on' : isLocal;
  return {
    port: settings.PORT,
    host: settings.HOST,
    ...dataPaths,
    /** A replica of the database, for what visitors read. */
    databaseReadUrl: settings.DATABASE_READ_URL,
    ...publicSettings,
    metricsToken: settings.METRICS_TOKEN,
    trustedProxies: settings.TRUST_PROXY,
    origins: [new URL(publicUrl).origin, ...(isLocal ? loopbackOrigins(settings.PORT) : [])],
    isDemo,
    /** A demo with a past: people have bought in it. Only with a card sandbox of its own, whose past is made, too. */
    hasDemoTrade: isDemo && !stripe && settings.DEMO_TRADE === 'on',
    showsOutbox: isLocal && !settings.SMTP_URL,
    isDevelopment,
    authSecret: settings.AUTH_SECRET ?? secrets.authSecret,
    smtpUrl: settings.SMTP_URL,
    sender: chooseSender(settings, publicUrl),
    socialProvider: readSocialProvider(settings),
    /** Undefined when the card sandbox is the provider. */
    stripe,
    sandbox: { secretKey: secrets.sandboxSecretKey, publishableKey: secrets.sandboxPublishableKey },
    webhookSecrets:
      settings.STRIPE_WEBHOOK_SECRET ??
      (settings.STRIPE_SECRET_KEY
        ? []
        : [`whsec_${createHash('sha256').update(`webhooks ${secrets.sandboxSecretKey}`).digest('hex')}`]),
    orderExpiryHours: settings.ORDER_EXPIRY_HOURS,
    unpaidOrdersPerPerson: settings.UNPAID_ORDERS_PER_PERSON,
    /** How long a process that was told to stop still serves while `/readyz` answers 503. */
    stopDelaySeconds: settings.STOP_DELAY_SECONDS,
    /** To which a new shop delivers first; a demo has the specification’s rules. */
    country: isDemo ? undefined : settings.COUNTRY,
    reviewsFrom: settings.REVIEWS_FROM ?? (isLocal ? 'anyone' : 'confirmed'),
    logLevel: settings.LOG_LEVEL,
    logFormat: settings.LOG_FORMAT,
  };
}

/** For commands: its PORT may have been set for this start alone. A full disk does not keep the shop from opening. */
export function recordAddress({ dataDir, publicUrl }: Config): void {
  try {
    writeFileSync(findAddressFile(dataDir), publicUrl, { mode: 0o600 });
  } catch {} // commands link as without it
}

/** The settings with the address at which the shop of the data folder was opened last, unless they name one. */
export function withRecordedAddress(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = findAddressFile(readDataPaths(environment).dataDir);
  if (environment.PUBLIC_URL || environment.PORT || !existsSync(file)) return environment;
  return { ...environment, PUBLIC_URL: readFileSync(file, 'utf8') };
}

function findAddressFile(dataDir: string): string {
  return join(dataDir, 'address');
}

/** What is wrong with one setting, as a sentence without its name. */
export function findSettingProblem(name: keyof typeof environmentSchema.shape, value: string) {
  return environmentSchema.shape[name].safeParse(value).error?.issues[0]?.message;
}

function parse(environment: NodeJS.ProcessEnv): z.infer<typeof environmentSchema> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartupRefusal(`${issue?.path.join('.')} ${issue?.message}.`);
}

function chooseSender({ MAIL_FROM }: z.infer<typeof environmentSchema>, publicUrl: string): Sender {
  const { hostname: host } = new URL(publicUrl);
  return { address: MAIL_FROM?.address ?? `shop@${host}`, name: MAIL_FROM?.name || undefined, host };
}

function readSocialProvider(settings: z.infer<typeof environmentSchema>): SocialProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (issuer && clientId && clientSecret)
    return { issuer, clientId, clientSecret, name: settings.OIDC_NAME ?? new URL(issuer).hostname };
  throw new StartupRefusal('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are needed together.');
}

function readStripeSettings(settings: z.infer<typeof environmentSchema>) {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_API_URL: apiUrl,
  } = settings;
  if (!secretKey && !publishableKey) return undefined;
  if (secretKey && publishableKey) return { secretKey, publishableKey, apiUrl };
  throw new StartupRefusal('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are needed together.');
}

const secretsSchema = z.object({
  authSecret: z.string().min(32),
  sandboxSecretKey: z.string(),
  sandboxPublishableKey: z.string(),
});

function readSecrets(dataDir: string): z.infer<typeof secretsSchema> {
  const parsed = secretsSchema.safeParse(parseJson(readSecretsFile(dataDir)));
  if (parsed.success) return parsed.data;
  throw new StartupRefusal(
    `The secrets in ${findSecretsFile(dataDir)} are damaged. Put the file back from a backup, or remove it: the next start makes new ones, and everybody has to log in again.`,
  );
}

function readSecretsFile(dataDir: string): string {
  const file = findSecretsFile(dataDir);
  try {
    createFolder(dataDir);
    if (!existsSync(file)) makeSecretsFile(file);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw explainFailure(`The data folder ${dataDir} cannot be used`, String(error));
  }
}

function makeSecretsFile(file: string): void {
  const generated = {
    authSecret: randomBytes(32).toString('base64url'),
    sandboxSecretKey: `sk_test_${randomBytes(16).toString('hex')}`,
    sandboxPublishableKey: `pk_test_${randomBytes(16).toString('hex')}`,
  };
  try {
    writeFileSync(file, `${JSON.stringify(generated, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return; // another process has made it
    rmSync(file, { force: true }); // of a full disk there is a file without content
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function findSecretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** `message` says what it must be. */
function makeNumberSchema(pattern: RegExp, max: number, message: string) {
  return z.string().regex(pattern, message).transform(Number).pipe(z.number().max(max, message));
}

/** `parse` answers a text that is wrong with a sentence that says so. */
function makeParsedSchema<Value>(parse: (given: string) => Value | string) {
  return z.string().transform((given, context) => {
    const value = parse(given);
    if (typeof value !== 'string') return value;
    context.addIssue({ code: 'custom', message: value });
    return z.NEVER;
  });
}

function makeAddressSchema(protocols: string[]) {
  return z
    .string()
    .refine(
      (url) => URL.canParse(url) && protocols.includes(new URL(url).protocol) && hasHost(url),
      `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
}

/** PostgreSQL's addresses may leave it out: the host can be a parameter, or a socket. */
function hasHost(url: string): boolean {
  const { protocol, host } = new URL(url);
  return host !== '' || protocol.startsWith('postgres');
}

/** False for the text of no address at all: that has a sentence of its own. */
function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password, pathname, search, hash } = new URL(url);
  return username + password + search + hash === '' && pathname === '/';
}

function loopbackOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);
}

function formatHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

type PublicSettings = ReturnType<typeof readPublicSettings>;

export function readPublicSettings(environment: NodeJS.ProcessEnv) {
  const { HOST, PORT, PUBLIC_URL, STRIPE_API_URL, CARD_SANDBOX, ...keys } = parse(environment);
  const { STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '' } = keys;
  return {
    publicUrl: (PUBLIC_URL ?? `http://${formatHost(HOST)}:${PORT}`).replace(/\/+$/, ''),
    /** True when only this machine can reach the shop. */
    isLocal: isLoopback(HOST) && (!PUBLIC_URL || isLoopback(new URL(PUBLIC_URL).hostname)),
    takesMoney:
      !STRIPE_API_URL && [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY].every((key) => key.includes('_live_')),
    allowsTestCards: CARD_SANDBOX === 'on',
  };
}

export function checkPublicShop({ publicUrl, isLocal, takesMoney, allowsTestCards }: PublicSettings): void {
  if (['0.0.0.0', '[::]'].includes(new URL(publicUrl).hostname)) {
    throw new StartupRefusal(
      'The shop would listen on every address of this machine, and its mails would link to none of them. Set PUBLIC_URL to the address that people type.',
    );
  }
  if (takesMoney && allowsTestCards) {
    throw new StartupRefusal('CARD_SANDBOX=on and Stripe’s live keys are both set. Keep one of them.');
  }
  if (isLocal || takesMoney || allowsTestCards) return;
  throw new StartupRefusal(
    'Others can reach this shop, and it would take test cards for payments. Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to Stripe’s live keys, without STRIPE_API_URL; or set CARD_SANDBOX=on if no money is to move.',
  );
}

export function makeNotices(
  { isLocal, takesMoney, smtpUrl }: Pick<Config, 'isLocal' | 'takesMoney' | 'smtpUrl'>,
  { email }: Pick<Settings, 'email'>,
): string[] {
  if (isLocal) return [];
  return [
    ...(takesMoney ? [] : [testCardsNotice]),
    ...(smtpUrl ? [] : [noMailNotice]),
    ...(email === defaultSettings.email ? [noContactNotice] : []),
  ];
}

const testCardsNotice =
  'This shop takes test cards: no money moves, and orders that are paid so are marked. Set Stripe’s live keys before you send anything.';

const noContactNotice = `Visitors are told to write to ${defaultSettings.email}, where nobody reads it. Set your own address in Settings.`;

const noMailNotice =
  'No mail leaves this shop, because SMTP_URL is not set: buyers get no confirmations and no links for new passwords (npm run shop -- reset-password EMAIL prints one).';
