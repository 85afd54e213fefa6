/** The configuration: what the owner may set, and one clear sentence for what cannot be. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Config, checkPublicShop, makeNotices, readConfig } from '#app/config.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';
import { givenFolder } from '../support/shop-folders.ts';

const folder = givenFolder();

const read = (environment: NodeJS.ProcessEnv = {}): Config =>
  readConfig({ DATA_DIR: folder, ...environment });

const originForm =
  'must have a host and perhaps a port, and nothing after it: the shop is at the root of its host';
const testKeys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const anAddress = 'an address that starts with';
const bucket = 's3://key:secret@s3.example/pictures';
const s3Form = 'must be s3://KEY:SECRET@HOST:PORT/BUCKET, with a / in the secret written as %2F';

test('without any setting the shop is a demo, on this machine only', () => {
  expect(read()).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    origins: ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'],
    isLocal: true,
    isDemo: true,
    databaseUrl: undefined,
    smtpUrl: undefined,
    stripe: undefined,
  });
});

const isPublic = { PUBLIC_URL: 'https://shop.example' };

test.each<[setting: keyof Config, usual: unknown, environment: NodeJS.ProcessEnv, value: unknown]>([
  ['hasDemoTrade', true, { DEMO: 'off' }, false],
  ['hasDemoTrade', true, { DEMO_TRADE: 'off' }, false],
  ['hasDemoTrade', true, { HOST: '0.0.0.0' }, false],
  ['hasDemoTrade', true, testKeys, false],
  ['unpaidOrdersPerPerson', 10, { UNPAID_ORDERS_PER_PERSON: '0' }, 0],
  ['reviewsFrom', 'anyone', isPublic, 'confirmed'],
  ['reviewsFrom', 'anyone', { ...isPublic, REVIEWS_FROM: 'anyone' }, 'anyone'],
  ['reviewsFrom', 'anyone', { REVIEWS_FROM: 'buyers' }, 'buyers'],
  ['orderExpiryHours', 24, { ORDER_EXPIRY_HOURS: '0.5' }, 0.5],
  ['stopDelaySeconds', 0, { STOP_DELAY_SECONDS: '60' }, 60],
  ['showsOutbox', true, { SMTP_URL: 'smtp://mail.example' }, false],
  ['showsOutbox', true, { HOST: '0.0.0.0' }, false],
  ['showsOutbox', true, isPublic, false],
  ['isLocal', true, { HOST: '127.0.0.1.evil.example' }, false],
  ['isLocal', true, { HOST: 'localhost.example' }, false],
  ['isLocal', true, { HOST: '::' }, false],
])('%s is %j, unless said; with %j it is %j', (setting, usual, environment, value) => {
  expect(read()[setting]).toEqual(usual);
  expect(read(environment)[setting]).toEqual(value);
});

describe('events of the card provider are signed', () => {
  test('by the sandbox with a secret that stays the same and that nobody has to know', () => {
    const [secret] = read().webhookSecrets;
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(read().webhookSecrets).toEqual([secret]);
    expect(secret).not.toContain(read().sandbox.secretKey.slice(-32));
  });

  test('by Stripe with what it was given, each of several', () => {
    const given = { ...testKeys, STRIPE_WEBHOOK_SECRET: 'whsec_new1, whsec_old2' };
    expect(read(given).webhookSecrets).toEqual(['whsec_new1', 'whsec_old2']);
    expect(read(testKeys).webhookSecrets).toEqual([]);
  });
});

test('an empty variable counts as one that is not set', () => {
  expect(read({ PORT: '', DATABASE_URL: '', DEMO: '', AUTH_SECRET: '' })).toEqual(read());
});

describe('the start is refused with one sentence that names the variable for', () => {
  const refused: [variable: string, values: string[], problem: string][] = [
    ['PORT', ['abc', '70000', '80.5', '0x50'], 'must be a whole number from 0 to 65535.'],
    [
      'HOST',
      ['999.1.1.1', 'a b', '127.0.0.1:3000', 'host/path'],
      'must be an address of this machine, or a name of it.',
    ],
    ['DATABASE_URL', ['shop', 'mysql://h/d'], `must be ${anAddress} postgres:// or postgresql://.`],
    [
      'DATABASE_READ_URL',
      ['postgres://h/d'],
      'is a replica of the database at DATABASE_URL, which is needed, too: the embedded PostgreSQL has none.',
    ],
    [
      'PUBLIC_URL',
      ['shop.example/sub', 'shop.example/?a', 'shop.example:443/#a', 'a:b@shop.example'].map(
        (rest) => `https://${rest}`,
      ),
      `${originForm}.`,
    ],
    ['PUBLIC_URL', ['shop.example', 'ftp://shop.example'], `must be ${anAddress} http:// or https://.`],
    ['SMTP_URL', ['smtp://', 'mail.example:25'], `must be ${anAddress} smtp:// or smtps://.`],
    [
      'MAIL_FROM',
      ['shop', 'Bits <shop>', 'a@b.example, c@d.example'],
      'must be an address such as shop@example.com, or a name and an address: Example <shop@example.com>.',
    ],
    ['AUTH_SECRET', ['short'], 'must have at least 32 characters.'],
    ['STRIPE_SECRET_KEY', ['pk_test_1'], 'must start with sk_.'],
    ['STRIPE_SECRET_KEY', ['sk_test_1'], 'and STRIPE_PUBLISHABLE_KEY are needed together.'],
    ['STRIPE_PUBLISHABLE_KEY', ['sk_test_1'], 'must start with pk_.'],
    [
      'STRIPE_WEBHOOK_SECRET',
      ['whsec_1, secret'],
      'must be one or several secrets that start with whsec_, with commas between them.',
    ],
    [
      'ORDER_EXPIRY_HOURS',
      ['0', '-1', 'a day', '9000', '1e3'],
      'must be a number of hours above 0 and up to 8760.',
    ],
    ['STOP_DELAY_SECONDS', ['-1', '61', 'soon'], 'must be a whole number of seconds from 0 to 60.'],
    ['REVIEWS_FROM', ['friends'], 'must be anyone, confirmed or buyers.'],
    ['UNPAID_ORDERS_PER_PERSON', ['-1', '2.5', 'all'], 'must be a whole number from 0 to 999999.'],
    ['OIDC_ISSUER', ['id.example'], `must be ${anAddress} http:// or https://.`],
    [
      'S3_URL',
      [
        ...['https://s3.example/pictures', 's3://pictures', 's3://key@s3.example/pictures'],
        's3://key:sec/ret@s3.example/pictures',
      ],
      `${s3Form}.`,
    ],
    ['S3_URL', ['s3://key:100%@s3.example/pictures'], `${s3Form} and a % as %25.`],
    [
      'S3_URL',
      ['', '/', '/Pictures', '/pictures/2026'].map((path) => `s3://key:secret@s3.example${path}`),
      `${s3Form}; a bucket has 3 to 63 small letters, digits, dots and hyphens, and nothing follows it.`,
    ],
    ['S3_URL', [`${bucket}?acl=open`], 'knows no option acl, only region and tls.'],
    ['S3_URL', [`${bucket}?tls=no`], 'has a tls that is neither on nor off.'],
    ['S3_URL', [`${bucket}?region=`], 'has a region of other than small letters, digits and hyphens.'],
    [
      'TRUST_PROXY',
      ['0', '10', 'true', '*', 'nginx', '10.0.0.0/33', '10.0.0.1,'],
      'must be the number of proxies in front of the shop (from 1 to 9) or their addresses, with commas between them.',
    ],
    ['METRICS_TOKEN', ['short'], 'must have at least 16 visible ASCII characters.'],
    ['DEMO', ['yes'], 'must be on or off.'],
    ['LOG_LEVEL', ['loud'], 'must be fatal, error, warn, info, debug, trace or silent.'],
    ['LOG_FORMAT', ['xml'], 'must be json or pretty.'],
  ];

  test.each(
    refused.flatMap(([variable, values, problem]) => values.map((value) => ({ variable, value, problem }))),
  )('$variable=$value', ({ variable, value, problem }) => {
    expect(() => read({ [variable]: value })).toThrow(new StartupRefusal(`${variable} ${problem}`));
  });

  test.each<[NodeJS.ProcessEnv, string]>([
    [
      { DATABASE_URL: 'postgres://h/d', DATABASE_READ_URL: 'h/d' },
      `DATABASE_READ_URL must be ${anAddress} postgres:// or postgresql://.`,
    ],
    [
      { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x' },
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are needed together.',
    ],
  ])('%o', (environment, sentence) => {
    expect(() => read(environment)).toThrow(new StartupRefusal(sentence));
  });

  test.each([{ HOST: '0.0.0.0' }, { HOST: '192.0.2.7' }, isPublic])(
    'a demo where others can reach it: %o',
    (environment) => {
      expect(() => read({ ...environment, DEMO: 'on' })).toThrow(/^DEMO=on is only possible .*\.$/);
      expect(read(environment)).toMatchObject({ isDemo: false, isLocal: false });
    },
  );

  test('a data folder that is a file, or holds secrets that are none', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(() => readConfig({ DATA_DIR: file })).toThrow(
      /^The data folder .* cannot be used: .* a file of that name\.$/,
    );
    for (const text of ['{"authSecret":', '{"authSecret":"short"}', '[]', '']) {
      const broken = mkdtempSync(join(folder, 'broken-'));
      writeFileSync(join(broken, 'secrets.json'), text);
      const sentence = new RegExp(`^The secrets in ${broken}/secrets.json are damaged\\. [^\\n]*\\.$`);
      expect(() => readConfig({ DATA_DIR: broken })).toThrow(StartupRefusal);
      expect(() => readConfig({ DATA_DIR: broken })).toThrow(sentence);
    }
  });

  test('a full disk, which leaves no secrets that are none', () => {
    const dataDir = mkdtempSync(join(folder, 'full-'));
    const start = `import { readConfig } from '#app/config.ts'; readConfig({ DATA_DIR: process.argv[1] });`;
    const limited = 'ulimit -f 0; exec "$0" --input-type=module-typescript --eval "$1" "$2"'; // for one process
    const { stderr } = spawnSync('bash', ['-c', limited, process.execPath, start, dataDir], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('cannot be used');
    expect(readConfig({ DATA_DIR: dataDir }).dataDir).toBe(dataDir);
  });

  test('too many open files, which keeps the secrets that are there', () => {
    const dataDir = mkdtempSync(join(folder, 'files-'));
    const { authSecret } = readConfig({ DATA_DIR: dataDir });
    const start = `import { openSync } from 'node:fs'; import { readConfig } from '#app/config.ts';
      try { for (;;) openSync('/dev/null'); } catch { readConfig({ DATA_DIR: process.argv[1] }); }`;
    const limited = 'ulimit -n 200; exec "$0" --input-type=module-typescript --eval "$1" "$2"';
    const { stderr } = spawnSync('bash', ['-c', limited, process.execPath, start, dataDir], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('cannot be used');
    expect(readConfig({ DATA_DIR: dataDir }).authSecret).toBe(authSecret);
  });
});

test.each([
  { HOST: 'localhost' },
  { HOST: '::1' },
  { HOST: '127.0.0.2' },
  { PUBLIC_URL: 'http://[::1]:3000' },
])('%o is on this machine', (environment) => {
  expect(read(environment)).toMatchObject({ isLocal: true, isDemo: true });
  expect(read({ ...environment, DEMO: 'off' }).isDemo).toBe(false);
});

test('an address of its own makes one origin, without a slash at its end', () => {
  const config = read({ PUBLIC_URL: 'https://shop.example/', HOST: '0.0.0.0' });
  expect(config).toMatchObject({ publicUrl: 'https://shop.example', origins: ['https://shop.example'] });
});

test('mails are from MAIL_FROM, with its name or the shop’s, and their ids are of the shop’s host', () => {
  const sender = (MAIL_FROM?: string) => read({ PUBLIC_URL: 'https://bits.example:8443', MAIL_FROM }).sender;
  const host = 'bits.example';
  expect(sender()).toEqual({ address: 'shop@bits.example', host });
  expect(sender('me@mail.example')).toEqual({ address: 'me@mail.example', host });
  expect(sender('"Bits, Inc." <me@mail.example>')).toEqual({
    address: 'me@mail.example',
    name: 'Bits, Inc.',
    host,
  });
});

test('proxies are trusted by their number or their addresses, and none unless it is said', () => {
  expect(read().trustedProxies).toBeUndefined();
  expect(read({ TRUST_PROXY: '2' }).trustedProxies).toBe(2);
  const addresses = '127.0.0.1, fd00::/8,10.0.0.0/8';
  expect(read({ TRUST_PROXY: addresses }).trustedProxies).toEqual(['127.0.0.1', 'fd00::/8', '10.0.0.0/8']);
});

test('secrets that are not given are made once, and are for the owner’s eyes alone', () => {
  const first = read();
  expect(read()).toEqual(first);
  expect(first.authSecret.length).toBeGreaterThanOrEqual(32);
  expect(readConfig({ DATA_DIR: mkdtempSync(join(folder, 'other-')) }).authSecret).not.toBe(first.authSecret);
  const file = join(folder, 'secrets.json');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(first.authSecret);
  expect(read({ AUTH_SECRET: 'x'.repeat(40) }).authSecret).toBe('x'.repeat(40));
});

test('with both of the provider’s keys there is no sandbox', () => {
  expect(read(testKeys).stripe).toEqual({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    apiUrl: undefined,
  });
});

test.each([
  [
    's3://key:secret@s3.example/pictures',
    { endpoint: 'https://s3.example', region: 'us-east-1', bucket: 'pictures', key: 'key', secret: 'secret' },
  ],
  [
    's3://k%40y:a%2Fb+c%25@127.0.0.1:9000/my.pictures/?region=eu-central-1&tls=off',
    {
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-central-1',
      ...{ bucket: 'my.pictures', key: 'k@y', secret: 'a/b+c%' },
    },
  ],
])('%s names a bucket', (url, place) => {
  expect(read({ S3_URL: url }).s3).toEqual(place);
});

describe('where others can reach the shop', () => {
  const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  const check = (environment: NodeJS.ProcessEnv) => checkPublicShop(read(environment));

  test.each([
    {},
    testKeys,
    { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    { ...live, STRIPE_API_URL: 'http://127.0.0.1:1' },
    { CARD_SANDBOX: 'off' },
  ])('it does not open with %o, which take no money', (environment) => {
    expect(() => check({ ...isPublic, ...environment })).toThrow(
      /^.*STRIPE_SECRET_KEY.*CARD_SANDBOX=on.*\.$/,
    );
    expect(() => check({ ...isPublic, ...environment })).toThrow(StartupRefusal);
    expect(() => check(environment)).not.toThrow();
  });

  test.each([{ HOST: '0.0.0.0' }, { HOST: '::' }, { PUBLIC_URL: 'http://0.0.0.0:3000' }])(
    'it does not open when its mails would link to nowhere: %o',
    (environment) => {
      expect(() => check({ ...live, ...environment })).toThrow(
        /Set PUBLIC_URL to the address that people type\.$/,
      );
      expect(() => check({ ...live, ...environment, ...isPublic })).not.toThrow();
    },
  );

  test('it opens with live keys, or when it is said that no money is to move', () => {
    expect(() => check({ ...isPublic, ...live })).not.toThrow();
    expect(() => check({ ...isPublic, CARD_SANDBOX: 'on' })).not.toThrow();
    expect(() => check({ ...isPublic, ...testKeys, CARD_SANDBOX: 'on' })).not.toThrow();
    expect(() => check({ ...isPublic, ...live, CARD_SANDBOX: 'on' })).toThrow(
      new StartupRefusal('CARD_SANDBOX=on and Stripe’s live keys are both set. Keep one of them.'),
    );
    expect(() => check({ CARD_SANDBOX: 'yes' })).toThrow('CARD_SANDBOX must be on or off.');
  });

  test('its administrators are told that no money moves, and that no mail leaves', () => {
    const mail = { SMTP_URL: 'smtp://mail.example' };
    const notices = (environment: NodeJS.ProcessEnv, email = 'us@example.com') =>
      makeNotices(read(environment), { email });
    expect(notices({ ...isPublic, ...live, ...mail })).toEqual([]);
    expect(notices({ ...isPublic, ...live })).toEqual([expect.stringContaining('SMTP_URL')]);
    expect(notices({ ...isPublic, ...mail, CARD_SANDBOX: 'on' })).toEqual([
      expect.stringContaining('no money moves'),
    ]);
    expect(notices({ ...isPublic, CARD_SANDBOX: 'on' })).toHaveLength(2);
    expect(notices({})).toEqual([]);
    expect(notices({}, 'hello@compact.test')).toEqual([]);
    expect(notices({ ...isPublic, ...live, ...mail }, 'hello@compact.test')).toEqual([
      expect.stringMatching(/hello@compact\.test.* Settings\.$/),
    ]);
  });
});
