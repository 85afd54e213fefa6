/** The features of the shop, what each builds on, and the kinds of folders in them: the build and the checks read both. */
import type { DatabaseSchema } from '#platform/database/schema.ts';

/** What each builds on: it uses these, and all that they build on; nothing comes back to where it began. ARCHITECTURE.md says what each is for. */
export const features: Readonly<Record<string, readonly string[]>> = {
  images: [],
  settings: ['images'],
  catalogue: ['settings'],
  people: ['settings'],
  delivery: ['catalogue', 'people'],
  basket: ['catalogue'],
  fit: ['basket'],
  purchases: ['basket', 'delivery'],
  invoices: ['purchases'],
  payments: ['invoices'],
  orders: ['payments'],
  reviews: ['purchases'],
  administration: ['payments'],
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
  /** Other features, and `app/`, may import it. */
  isDoor?: true;
  /** Browsers get it, too: it is built with the pages. */
  isBundled?: true;
  /** Kinds and folders of `platform/` that it may import, of its own feature and through doors; `kernel/` always. */
  uses: readonly string[];
};

const server = ['rules', 'database', 'use-cases', 'platform/database', 'platform/system', 'platform/jobs'];

export const kinds: Readonly<Record<string, Kind>> = {
  rules: { isDoor: true, uses: ['rules'] },
  contract: {
    isDoor: true,
    uses: ['rules', 'contract', 'platform/contract'],
  },
  database: {
    isDoor: true,
    uses: ['rules', 'database', 'platform/database', 'platform/system'],
  },
  'use-cases': {
    isDoor: true,
    uses: [...server, 'provider', 'identity', 'isolated', 'papers', 'platform/images', 'platform/pdf'],
  },
  api: {
    uses: [...server, 'contract', 'api', 'identity', 'platform/contract', 'platform/http'],
  },
  components: {
    isDoor: true,
    isBundled: true,
    uses: ['rules', 'contract', 'components', 'platform/contract', 'ui'],
  },
  pages: {
    isBundled: true,
    uses: ['rules', 'contract', 'components', 'pages', 'platform/contract', 'ui'],
  },
  jobs: { uses: [...server, 'jobs', 'mails', 'platform/mail'] },
  mails: { uses: ['rules', 'database', 'mails', 'platform/mail', 'platform/system'] },
  papers: { uses: ['rules', 'papers', 'platform/pdf'] },
  isolated: { uses: ['rules', 'isolated', 'platform/system'] },
  identity: { uses: [...server, 'identity'] },
  provider: { uses: ['rules', 'provider', 'platform/system'] },
};
