/** The features of the shop, what each builds on, and the kinds of folders in them: the build and the checks read both. */
import type { DatabaseSchema } from '#platform/database/schema.ts';

type Feature = {
  purpose: string;
  buildsOn: readonly string[];
};

/** A feature uses those it builds on, and all that these build on; nothing comes back to where it began. */
export const features: Readonly<Record<string, Feature>> = {
  images: {
    purpose: 'Uploaded pictures: checked, decoded apart, kept, removed when unused.',
    buildsOn: [],
  },
  settings: {
    purpose: 'What administrators set for the whole shop: name, words, pages, company.',
    buildsOn: ['images'],
  },
  catalogue: {
    purpose: 'Parts, their facts, categories, stock, lists, search and import.',
    buildsOn: ['settings'],
  },
  people: {
    purpose: 'Accounts, log-in, sessions, roles and profiles.',
    buildsOn: ['settings'],
  },
  delivery: {
    purpose: 'Addresses by country, zones, methods, prices, the tax of a place, promised days.',
    buildsOn: ['catalogue', 'people'],
  },
  basket: {
    purpose: 'What a visitor or a person wants to buy.',
    buildsOn: ['catalogue'],
  },
  fit: {
    purpose: 'Whether the parts of a computer fit together, and builds.',
    buildsOn: ['basket'],
  },
  purchases: {
    purpose: 'Placing a purchase, its orders and their states.',
    buildsOn: ['basket', 'delivery'],
  },
  invoices: {
    purpose: 'Invoices and the notes that correct them.',
    buildsOn: ['purchases'],
  },
  payments: {
    purpose: 'Payments, refunds, disputes, the card provider, orders nobody paid, tables for accountants.',
    buildsOn: ['invoices'],
  },
  orders: {
    purpose: 'What becomes of an order: lists, history, packing, shipping, corrections, mail.',
    buildsOn: ['payments'],
  },
  reviews: { purpose: 'Reviews of parts and of the shop.', buildsOn: ['purchases'] },
  administration: {
    purpose: 'The audit, backups, the log of changes, alerts, letters.',
    buildsOn: ['payments'],
  },
};

/** Each other table is read and written by the SQL of one feature alone; tests/support/table-rules.ts lists who else reads it. */
export const platformTables: readonly (keyof DatabaseSchema)[] = [
  'admin_changes',
  'alerts',
  'attempts',
  'idempotency_keys',
  'schema_releases',
];

type Kind = {
  holds: string;
  /** Other features, and `app/`, may import it. */
  isDoor?: true;
  /** Browsers get it, too: it is built with the pages. */
  isBundled?: true;
  /** Kinds and folders of `platform/` that it may import, of its own feature and through doors; `kernel/` always. */
  uses: readonly string[];
};

const server = ['rules', 'database', 'use-cases', 'platform/database', 'platform/system', 'platform/jobs'];

export const kinds: Readonly<Record<string, Kind>> = {
  rules: { holds: 'decisions without input or output', isDoor: true, uses: ['rules'] },
  contract: {
    holds: 'its endpoints',
    isDoor: true,
    uses: ['rules', 'contract', 'platform/contract'],
  },
  database: {
    holds: 'its SQL',
    isDoor: true,
    uses: ['rules', 'database', 'platform/database', 'platform/system'],
  },
  'use-cases': {
    holds: 'what can be done, one file each',
    isDoor: true,
    uses: [...server, 'provider', 'identity', 'isolated', 'papers', 'platform/images', 'platform/pdf'],
  },
  api: {
    holds: 'handlers of its endpoints',
    uses: [...server, 'contract', 'api', 'identity', 'platform/contract', 'platform/http'],
  },
  components: {
    holds: 'pieces of pages that pages of others show, too',
    isDoor: true,
    isBundled: true,
    uses: ['rules', 'contract', 'components', 'platform/contract', 'ui'],
  },
  pages: {
    holds: 'its pages, with their loaders and styles',
    isBundled: true,
    uses: ['rules', 'contract', 'components', 'pages', 'platform/contract', 'ui'],
  },
  jobs: { holds: 'work in the background', uses: [...server, 'jobs', 'mails', 'platform/mail'] },
  mails: { holds: 'its mails', uses: ['rules', 'database', 'mails', 'platform/mail', 'platform/system'] },
  papers: { holds: 'its PDFs', uses: ['rules', 'papers', 'platform/pdf'] },
  isolated: { holds: 'what works on bytes of strangers', uses: ['rules', 'isolated', 'platform/system'] },
  identity: { holds: 'the library for log-ins', uses: [...server, 'identity'] },
  provider: { holds: 'the card provider', uses: ['rules', 'provider', 'platform/system'] },
};
