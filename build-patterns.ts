/** The files that the build treats in a way of their own; tests/architecture.test.ts looks whether each pattern matches some. */
import { features, kinds } from '#app/features.ts';

const bundledKinds = Object.keys(kinds).filter((kind) => kinds[kind]?.isBundled);
const names = Object.keys(features).join('|');
const bundledFolders = `ui|app/(?:layout|pages)|(?:features/)?(?:${names})/(?:${bundledKinds.join('|')})`;

/** Pages and their pieces: the build takes them apart for the server and for browsers. */
export const bundledFiles = new RegExp(`^src/(?:(?:${bundledFolders})/|root\\.tsx$|routes\\.ts$|entry\\.)`);

/** One module graph: pages import the server's own modules (docs/decisions/009). */
export const externalImports = new RegExp(`^#(?!root\\.tsx|routes\\.ts|(?:${bundledFolders})/)`);

/** Importing these only defines things. */
export const ruleFiles = /src\/(?:kernel|features\/[^/]+\/rules)\//;
export const contractFiles = /src\/(?:app|platform|features\/[^/]+)\/contract\//;

/** Browsers get these values, without the definitions of the categories (filters and schemas). */
export const categoryFiles =
  /src\/features\/catalogue\/rules\/(?:(category-(?:forms|ids|labels|options)\.ts)|(?:listed-)?categories(?:\.ts|\/.*))$/;

/** Browsers send cursors back unchanged; only the server parses them. */
export const cursorFile = /src\/kernel\/cursors\.ts$/;

const serverOnlyPackageFiles = /zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;

/** Browsers get stubs that throw. */
export const serverOnlySources =
  /src\/features\/(?:catalogue\/(?:contract\/list-queries|rules\/part-numbers)|delivery\/rules\/rules)\.ts$/;

export function isServerOnly(file: string): boolean {
  return serverOnlyPackageFiles.test(file) || serverOnlySources.test(file);
}

/** Scripts that hold these together. */
export const groups = {
  /** The frame of the pages, and what nearly every page needs. */
  application: [
    'root.tsx',
    'app/contract/purchases.ts',
    'features/delivery/components/included-tax.tsx',
    'features/images/contract/images.ts',
    'features/people/components/verification-notice.tsx',
    'features/orders/contract/orders.ts',
    'kernel/money.ts',
    'kernel/non-breaking-spaces.ts',
    'kernel/times.ts',
    'ui/api/api-client.ts',
    'ui/components/action-button.tsx',
    'ui/components/notice.tsx',
    'ui/components/page-meta.ts',
    'ui/components/shop-times.ts',
    'ui/images/responsive-image.tsx',
    'ui/session/drafts.ts',
    'ui/session/guard.ts',
    'ui/session/log-in-elsewhere.tsx',
    'ui/session/when-loaded.tsx',
  ],
  /** The frame of the dashboard, and what most of its pages need. */
  dashboard: [
    'app/pages/dashboard/dashboard.tsx',
    'features/orders/components/order-amount.ts',
    'kernel/order-number.ts',
    'ui/components/buyer.tsx',
    'ui/components/countdown.tsx',
    'ui/components/dialog.tsx',
  ],
  reviews: ['features/reviews/contract/reviews.ts', 'features/reviews/components/review-card.tsx'],
  delivery: [
    'features/basket/components/basket-notices.tsx',
    'features/basket/contract/basket.ts',
    'features/delivery/components/delivery-cost.tsx',
    'features/delivery/rules/promise-wording.ts',
    'features/delivery/rules/tax.ts',
  ],
  lists: ['ui/components/data-table.tsx', 'ui/components/list-controls.tsx', 'ui/components/list-view.tsx'],
  orders: [
    'features/orders/components/cancel-dialog.tsx',
    'features/orders/components/order-state.tsx',
    'features/orders/components/purchase-group.tsx',
    'features/orders/components/ship-button.tsx',
  ],
  forms: [
    'features/people/components/new-password.tsx',
    'features/people/contract/people.ts',
    'ui/components/dialog-form.tsx',
    'ui/components/fields.tsx',
    'ui/components/form.tsx',
    'ui/components/form-draft.ts',
  ],
  /** Of forms: pages of a person load them when a form is used. */
  schemas: [
    'features/catalogue/contract/part-form.ts',
    'features/catalogue/rules/parts.ts',
    'features/delivery/components/delivery-schema.ts',
    'features/images/components/image-schema.ts',
    'features/orders/contract/shipment.ts',
    'features/people/contract/account-forms.ts',
    'features/reviews/contract/review-form.ts',
    'kernel/fields.ts',
    'kernel/person-fields.ts',
  ],
};

/** The files of a group, pages as browsers get them, and others by their pattern. */
export function matchGroup(name: keyof typeof groups, others?: RegExp): RegExp {
  const files = groups[name].map(
    (file) => `src/${file.replaceAll('.', '\\.')}(\\?__react-router-build-client-route)?$`,
  );
  return new RegExp([...files, ...(others ? [others.source] : [])].join('|'));
}
