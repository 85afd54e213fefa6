/** The checklist of a public shop: what its settings and data say, and what probes of its surroundings find. */
import { randomUUIDv7 } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { backupItem, findNewestBackup } from '#app/backup-notes.ts';
import { openBackupFile } from '#app/commands/administration/backup.ts';
import { CommandRefusal } from '#app/commands/command.ts';
import type { Config } from '#app/config.ts';
import { demoAccounts } from '#app/demo.ts';
import { makeProbeProof, probeHeader } from '#app/probes.ts';
import { findDeliveryRules, findTimeZone } from '#delivery/database/delivery-rules.ts';
import { describeZone, isDeliveryFree } from '#delivery/rules/rules-wording.ts';
import * as paths from '#kernel/paths.ts';
import { isRefused } from '#kernel/refusals.ts';
import { formatTimeIn } from '#kernel/times.ts';
import { wording } from '#kernel/wording.ts';
import { readAccount } from '#payments/provider/webhook-endpoint.ts';
import { findConfirmedAdministrators } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import { findSchemaProblem } from '#platform/database/migrate.ts';
import { describeFailure } from '#platform/database/unavailable.ts';
import type { ImageStore } from '#platform/images/store.ts';
import type { Mailbox } from '#platform/mail/mailbox.ts';
import type { CheckedItem } from '#settings/contract/checklist.ts';
import { findOwnTexts } from '#settings/database/page-texts.ts';
import { findProbes, hashTried, writeProbe } from '#settings/database/probes.ts';
import { readSettings } from '#settings/database/settings.ts';
import type { Claim, Finding } from '#settings/rules/checklist.ts';
import { declaredText } from '#settings/rules/page-texts.ts';
import { defaultSettings } from '#settings/rules/settings.ts';

export type Checklist = ReturnType<typeof makeChecklist>;

export type ChecklistConfig = Pick<
  Config,
  | 'publicUrl'
  | 'isLocal'
  | 'takesMoney'
  | 'trustedProxies'
  | 'smtpUrl'
  | 'sender'
  | 'stripe'
  | 'webhookSecrets'
  | 's3'
  | 'dataDir'
  | 'authSecret'
>;

type Surroundings = { db: Database; openImages: () => Promise<ImageStore>; mailbox: Mailbox };

type Item = {
  name: string;
  page?: string;
  claim?: Claim;
  /** What is so without trying; undefined where it must be tried. */
  find(at: Date): Promise<Finding | undefined> | Finding | undefined;
  probe?: Probe;
};

/** `about`: the settings that it tries. */
type Probe = { about: unknown; run(): Promise<Finding> };

const maxBackupAgeDays = 7;
const minFreeBytes = 2 ** 30;
const oldestPostgres = 15;
/** Seconds. The notifications of the card provider are refused from a minute on. */
const maxClockDifference = 30;
const probeTimeoutMs = 10_000;

export function makeChecklist(config: ChecklistConfig, surroundings: Surroundings) {
  const items = listItems(config, surroundings);
  const read = async (at: Date) => {
    const probes = await findProbes(surroundings.db);
    return await Promise.all(
      items.map(async ({ name, page = null, claim, find, probe }): Promise<CheckedItem> => {
        const last = probes.get(name);
        const finding = await find(at);
        const shownClaim = finding?.state === 'missing' && claim ? presentClaim(claim) : null;
        const item = { name, page, claim: shownClaim };
        if (finding) return { ...item, ...finding, checkedAt: null };
        if (!last || last.about !== hashTried(probe?.about))
          return { ...item, ...missing('Not tried yet.'), checkedAt: null };
        return {
          ...item,
          state: last.state,
          sentence: last.sentence,
          checkedAt: last.checked_at.toISOString(),
        };
      }),
    );
  };
  return {
    read,
    /** Tries what must be tried, and stores what it finds. */
    async run(at: Date) {
      await Promise.all(
        items.map(async ({ name, find, probe }) => {
          if (!probe || (await find(at))) return;
          const finding = await probe.run().catch((error): Finding => wrong(`${describeError(error)}.`));
          await writeProbe(surroundings.db, { item: name, ...finding, about: probe.about, checked_at: at });
        }),
      );
      return await read(at);
    },
  };
}

function listItems(config: ChecklistConfig, { db, openImages, mailbox }: Surroundings): Item[] {
  const { publicUrl, isLocal, smtpUrl, stripe, webhookSecrets, s3, dataDir } = config;
  const address = { about: [publicUrl, config.trustedProxies !== undefined] };
  return [
    { name: 'Name and company', page: paths.settings, find: () => findCompany(db) },
    ...claims.map((claim) => {
      const { name, says: _, ...rest } = claim;
      return { name, page: paths.settingsSection('pages'), claim: rest, find: () => findClaim(db, claim) };
    }),
    {
      name: 'Portfolio',
      page: paths.settingsSection('portfolio'),
      find: async () => {
        const { portfolioName, portfolioBiography } = await readSettings(db);
        return portfolioName === defaultSettings.portfolioName ||
          portfolioBiography === defaultSettings.portfolioBiography
          ? missing(
              `My Portfolio tells of ${defaultSettings.portfolioName}, who does not exist: tell of yourself.`,
            )
          : done(`My Portfolio tells of ${portfolioName}.`);
      },
    },
    {
      name: 'Delivery',
      page: paths.deliverySettings,
      find: async () => {
        const { rules, isSeen } = await findDeliveryRules(db);
        if (isSeen) return done('Its zones and prices were saved by an administrator.');
        const promised = rules.zones.map(describeZone).join('; ');
        const price = isDeliveryFree(rules) ? 'free delivery' : 'delivery';
        return missing(
          `Nobody has looked at it yet. It promises ${price} to its zones (${promised}): see that zones, prices and days are yours, and save them.`,
        );
      },
    },
    {
      name: 'Administrator',
      find: async () => {
        const emails = (await findConfirmedAdministrators(db)).map(({ email }) => email);
        const own = emails.filter((email) => !demoAccounts.some((account) => account.email === email));
        if (own.length > 0)
          return done(`${own.join(', ')} ${own.length > 1 ? 'have' : 'has'} confirmed the address.`);
        return missing(
          'No administrator has confirmed their address: sign up, open the link of the mail, then npm run shop -- make-admin EMAIL.',
        );
      },
    },
    {
      name: 'Public address',
      find: () =>
        isLocal
          ? missing('Only this machine can reach the shop: set PUBLIC_URL, as npm run shop -- init does.')
          : undefined,
      probe: { ...address, run: async () => (await askAddress(config)).address },
    },
    {
      name: 'Reverse proxy',
      find: () =>
        isLocal
          ? missing('Nothing stands before the shop yet: docs/reverse-proxy.md has the proxies.')
          : undefined,
      probe: { ...address, run: async () => (await askAddress(config)).proxy },
    },
    {
      name: 'Mail',
      page: paths.settingsSection('mails'),
      find: () => (smtpUrl ? undefined : missing('No mail leaves the shop: set SMTP_URL.')),
      probe: { about: [smtpUrl, config.sender], run: () => sendMail(db, mailbox) },
    },
    {
      name: 'Card payments',
      find: () => (stripe ? undefined : missing('No money moves: set Stripe’s live keys.')),
      probe: {
        about: stripe,
        run: async () => {
          const { id } = await readAccount(config.stripe ?? noKeys, publicUrl);
          return config.takesMoney
            ? done(`Stripe knows the keys, of the account ${id}.`)
            : wrong(
                `The keys of the account ${id} are for tests, so that no money moves: set the live ones.`,
              );
        },
      },
    },
    {
      name: 'Webhook',
      find: () => {
        if (!stripe) return missing('It follows with Stripe’s keys.');
        return webhookSecrets.length > 0
          ? undefined
          : missing(
              'Stripe’s events are not taken: add the webhook at Stripe, and set STRIPE_WEBHOOK_SECRET.',
            );
      },
      probe: {
        about: [stripe, publicUrl],
        run: async () => {
          const { webhook } = await readAccount(config.stripe ?? noKeys, publicUrl);
          return webhook.isEnabled
            ? done(`Stripe sends its events to ${webhook.url}.`)
            : wrong(`Stripe has no enabled webhook to ${webhook.url}: add it there.`);
        },
      },
    },
    {
      name: 'Image store',
      find: () => undefined,
      probe: { about: s3, run: async () => tryStore(await openImages()) },
    },
    {
      name: backupItem,
      find: async (at) => {
        const newest = await findNewestBackup(db);
        if (!newest) return missing('None was made yet: run npm run shop -- backup FILE every day.');
        const ageDays = (+at - +newest.madeAt) / (24 * 60 * 60 * 1000);
        return ageDays > maxBackupAgeDays
          ? wrong(`The last one is older than ${maxBackupAgeDays} days: make one every day.`)
          : undefined;
      },
      probe: { about: undefined, run: () => readNewestBackup(db) },
    },
    { name: 'Disk', find: () => findDisk(dataDir) },
    { name: 'Database', find: (at) => findDatabase(db, at) },
  ];
}

/** What the specification has the shop say, and only its owner can know. */
const claims: (Claim & { name: string; says: string })[] = [
  {
    ...{ name: 'Business History', setting: 'counters', canHide: true, texts: ['home-history'] },
    says: 'its counters of countries, products delivered, clients and feedbacks.',
  },
  {
    ...{ name: 'Meet Our CEO', setting: 'ceo', canHide: true, texts: ['home-ceo'] },
    says: 'who is named there under Portfolio answers those who leave their address.',
  },
  {
    ...{ name: 'Banner', setting: 'banner', canHide: true, texts: ['home-banner'] },
    says: 'every part is authentic, the rate is the cheapest, you deliver everywhere, and money is returned.',
  },
  {
    ...{ name: 'Questions', setting: 'questions', canHide: true, texts: ['home-questions'] },
    says: 'you deliver to rural people, the rate is the cheapest, and money is returned.',
  },
  {
    ...{ name: 'Opening and footer', setting: 'opening', canHide: false, texts: ['home-opening'] },
    says: 'every part is authentic, the price is low, and you deliver to town and country. The line of the footer is under Pages, too; mails end with it.',
  },
  {
    ...{ name: 'Company pages', setting: 'companyPages', canHide: false },
    ...{ texts: ['terms', 'privacy', 'about', 'money-back', 'delivery', 'contact'] },
    says: 'read each page, and write your own words where it is not so.',
  },
];

/** Nobody need confirm what they have written. */
async function findClaim(db: Database, { setting, texts, says }: (typeof claims)[number]): Promise<Finding> {
  const { [setting]: mode, tagline } = await readSettings(db);
  if (mode === 'hidden') return done('It is not shown.');
  if (mode === 'confirmed') return done('An administrator has confirmed it.');
  const own = await findOwnTexts(db);
  const isOwn =
    texts.every((text) => own.has(text)) && !(setting === 'opening' && tagline === wording.tagline);
  return isOwn ? done('The words are your own.') : missing(`Nobody has confirmed that it is true: ${says}`);
}

function presentClaim({ setting, canHide, texts }: Claim): CheckedItem['claim'] {
  const links = texts.map((page) => ({ label: declaredText(page).label, path: paths.pageText(page) }));
  return { setting, canHide, texts: links };
}

const noKeys = { secretKey: '', apiUrl: undefined };

const done = (sentence: string): Finding => ({ state: 'done', sentence });
const missing = (sentence: string): Finding => ({ state: 'missing', sentence });
const wrong = (sentence: string): Finding => ({ state: 'wrong', sentence });

async function findCompany(db: Database): Promise<Finding> {
  const { name, email, companyName, postalAddress } = await readSettings(db);
  const lacks = [
    name === defaultSettings.name && 'a name of its own',
    email === defaultSettings.email && 'your contact address',
    !companyName && 'the name of the company',
    !postalAddress && 'the postal address',
  ].filter((each) => each !== false);
  return lacks.length === 0
    ? done(`${name}, of ${companyName}.`)
    : missing(`The shop still needs ${lacks.join(', ')}: see Shop, and Company and invoices.`);
}

/** Asks the shop by the address that people type, and hears whether it sees where the request came from. */
async function askAddress({
  publicUrl,
  authSecret,
}: ChecklistConfig): Promise<Record<'address' | 'proxy', Finding>> {
  const answer = await fetch(`${publicUrl}/healthz`, {
    headers: { [probeHeader]: makeProbeProof(authSecret) },
    redirect: 'manual',
    signal: AbortSignal.timeout(probeTimeoutMs),
  }).catch((error: unknown) => describeError(error));
  const unreachable = (what: string) => ({
    address: wrong(what),
    proxy: wrong('It cannot be seen before the public address leads to this shop.'),
  });
  if (typeof answer === 'string')
    return unreachable(`${publicUrl} cannot be reached from this machine: ${answer}.`);
  const { forwarding } = ((await answer.json().catch(() => undefined)) ?? {}) as { forwarding?: string };
  if (!forwarding)
    return unreachable(
      `What answers at ${publicUrl} is not this shop (status ${answer.status}): see where the proxy forwards to.`,
    );
  return {
    address: publicUrl.startsWith('https:')
      ? done(`${publicUrl} leads to this shop.`)
      : wrong(
          `${publicUrl} leads to this shop, but is not encrypted: serve https, and set PUBLIC_URL to that address.`,
        ),
    proxy:
      {
        trusted: done('The shop sees the addresses of visitors through it.'),
        untrusted: wrong(
          'It sends X-Forwarded-For, but the shop does not trust it: set TRUST_PROXY=1, or its address.',
        ),
      }[forwarding] ?? wrong('Requests come without X-Forwarded-For: let the proxy append to it.'),
  };
}

async function sendMail(db: Database, mailbox: Mailbox): Promise<Finding> {
  const { name, email } = await readSettings(db);
  const [admin] = await findConfirmedAdministrators(db);
  const to = admin?.email ?? email;
  const text = `This mail shows that ${name} can send mails.`;
  const mail = {
    shop: { name, email },
    id: `probe-${randomUUIDv7()}`,
    to,
    subject: `A mail of ${name}`,
    text,
  };
  const html = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
  return await mailbox.send({ ...mail, html }).then(
    () => done(`The server has taken a mail to ${to}: see whether it arrives.`),
    (error) => wrong(`${describeError(error)}: see SMTP_URL and MAIL_FROM.`),
  );
}

async function tryStore(images: ImageStore): Promise<Finding> {
  const name = `probe-${randomUUIDv7()}.txt`;
  const bytes = Buffer.from(name);
  const unavailable = wrong('It cannot be used; the log of the shop says why.');
  if (isRefused(await images.put(name, bytes, 'text/plain'))) return unavailable;
  const file = await images.get(name);
  if (isRefused(file)) return unavailable;
  const read = file ? Buffer.concat(await file.bytes.toArray()) : undefined;
  await images.remove(name);
  return read?.equals(bytes)
    ? done('A file was written, read and removed.')
    : wrong('What was written was not read again.');
}

async function readNewestBackup(db: Database): Promise<Finding> {
  const { path } = (await findNewestBackup(db)) ?? {};
  if (!path) return missing('It is not known where the last one is: make another.');
  try {
    const backup = await openBackupFile(path, path);
    await backup.close();
    const madeAt = formatTimeIn(await findTimeZone(db), backup.manifest.madeAt);
    return done(`“${path}” of ${madeAt} was read, and is whole.`);
  } catch (error) {
    if (error instanceof CommandRefusal)
      return wrong(`${error.message} Make another, and keep the newest where the shop can read it.`);
    throw error;
  }
}

async function findDisk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const gibibytes = (bavail * bsize) / 2 ** 30;
  const free = `${gibibytes.toFixed(1)} GiB are free in ${folder}`;
  return bavail * bsize >= minFreeBytes ? done(`${free}.`) : wrong(`${free}: make room.`);
}

async function findDatabase(db: Database, at: Date): Promise<Finding> {
  const problem = await findSchemaProblem(db);
  if (problem) return wrong(`${problem}.`);
  const { rows } = await sql<{ version: string; now: Date }>`
    select current_setting('server_version') as version, clock_timestamp() as now`.execute(db);
  const [{ version, now } = { version: '', now: at }] = rows;
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) > maxClockDifference)
    return wrong(
      `The clock of this process is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} PostgreSQL’s: unpaid orders expire and log-ins end at wrong times. Synchronize the clocks of all machines.`,
    );
  return Number.parseInt(version, 10) >= oldestPostgres
    ? done(`PostgreSQL ${version}, with all migrations.`)
    : wrong(`PostgreSQL ${version} is too old: version ${oldestPostgres} or later is needed.`);
}

/** What `fetch` fails of is its cause. Without a full stop. */
function describeError(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return describeFailure(cause ?? error).replace(/\.$/, '');
}
