/** The rules of the architecture tests find what breaks them. */
import { describe, expect, test } from 'vitest';
import { findNamedCategories } from '../support/category-rules.ts';
import { findForeignNames } from '../support/foreign-names.ts';
import { findUndeclaredRemovals } from '../support/migration-rules.ts';
import { findOldNames } from '../support/name-rules.ts';
import {
  findBundledCopies,
  findEarlyReact,
  findEntangledFolders,
  findForbiddenImports,
  findNamelessFiles,
  findPathLiterals,
  findServerTypes,
  findUndeclaredPackages,
  findUnexplainedModules,
  findUnisolatedWork,
  type Sources,
} from '../support/source-rules.ts';
import { findForeignTables } from '../support/table-rules.ts';
import {
  findEndpointsWithoutSuffix,
  findOddUseCases,
  findStrayTransitions,
  findUnannouncedChanges,
} from '../support/use-case-rules.ts';

const root = '/srv/shop-of-this-test';

describe('the rules themselves', () => {
  const of = (files: Record<string, string>): Sources => new Map(Object.entries(files));
  /** How many faults a rule finds in a file of this text. */
  const count =
    (rule: (sources: Sources) => readonly unknown[], file = 'src/kernel/a.ts') =>
    (text: string, path = file) =>
      rule(of({ [path]: text })).length;

  test.each([
    ['src/kernel/money.ts', "import { db } from '#platform/database/connect.ts';"],
    ['src/kernel/money.ts', "import type { Tables } from '#platform/database/schema.ts';"],
    [
      'src/features/purchases/use-cases/place-purchase.ts',
      "import {\n  type Mail,\n} from '#platform/mail/mailbox.ts';",
    ],
    ['src/features/purchases/use-cases/a.ts', "export { boss } from '#app/jobs/boss.ts';"],
    ['src/features/purchases/use-cases/a.ts', "type Boss = import('#app/jobs/boss.ts').Boss;"],
    ['src/features/purchases/use-cases/a.ts', "const { boss } = await import('#app/jobs/boss.ts');"],
    ['src/features/purchases/use-cases/a.ts', "import { pay } from '#payments/use-cases/pay.ts';"],
    ['src/features/payments/use-cases/a.ts', "import { page } from '#catalogue/pages/page.ts';"],
    ['src/features/payments/use-cases/a.ts', "import { ask } from '#catalogue/api/parts.ts';"],
    ['src/features/catalogue/rules/a.ts', "import { db } from '#platform/database/connect.ts';"],
    ['src/ui/components/a.tsx', "import { ask } from '#catalogue/contract/parts.ts';"],
    ['src/app/pages/home/home.tsx', "import { findPart } from '#catalogue/database/parts.ts';"],
    ['src/app/pages/home/home.server.ts', "import { sendPage } from '#platform/http/serve.ts';"],
    ['src/features/catalogue/api/parts.ts', "import '../use-cases/add-part.ts';"],
    [
      'src/features/catalogue/api/parts.ts',
      "import { presentCharge } from '../../packages/sandbox/src/charges/charge.ts';",
    ],
    ['src/features/catalogue/api/parts.ts', "import { startSandbox } from '#sandbox/testing/sandbox.ts';"],
    [
      'tests/unit/parts.test.ts',
      "import { presentCharge } from '../../packages/sandbox/src/charges/charge.ts';",
    ],
    ['tests/unit/parts.test.ts', "import { presentCharge } from '#sandbox/src/charges/charge.ts';"],
    ['src/features/catalogue/api/parts.ts', "import { x } from '#nowhere/parts.ts';"],
    ['packages/sandbox/src/main.ts', "import { cents } from '../../../src/kernel/money.ts';"],
    ['packages/sandbox/src/main.ts', "import { cents } from '#kernel/money.ts';"],
    ['packages/sandbox/tests/cards.test.ts', "import { freePort } from '../../../tests/support/ports.ts';"],
    ['packages/art/src/plan.ts', "import { ENDPOINTS } from '../../sandbox/src/endpoints.ts';"],
    ['bin/compact.js', "import { cents } from '#kernel/money.ts';"],
  ])('find that %s may not say %s', (file, text) => {
    expect(findForbiddenImports(of({ [file]: text }))).toHaveLength(1);
  });

  test('let pass what the table allows, packages, and what is only written in a comment', () => {
    const allowed = {
      'src/app/pages/home/home.server.ts': "import { findPart } from '#catalogue/database/parts.ts';",
      'src/features/purchases/use-cases/place-purchase.ts':
        "import { takeStock } from '#catalogue/database/parts.ts';\nimport pg from 'pg';",
      'src/features/orders/api/orders.ts': "import { findPart } from '#catalogue/rules/parts.ts';", // transitively
      'src/features/orders/tests/orders.test.ts': "import { add } from '#app/app.ts';",
      'src/kernel/money.ts':
        "// import { db } from '#platform/database/connect.ts'\nconst a = 'http://a.test';",
      'src/features/purchases/rules/orders.ts': "import { cents } from './money.ts';",
      'tests/integration/orders.test.ts': "import { CARDS } from '#sandbox/testing/sandbox.ts';",
      'packages/sandbox/tests/cards.test.ts': "import { CARDS } from '../testing/sandbox.ts';",
    };
    expect(findForbiddenImports(of(allowed))).toEqual([]);
  });

  test.each([
    ["db.selectFrom('orders')", 'reads orders'],
    ["db.selectFrom(['reviews', 'orders as bought'])", 'reads orders'],
    ["rows\n  .leftJoinLateral(\n    'orders', 'id', 'part_id')", 'reads orders'],
    ["db.with('moved', (q) => q.updateTable('orders'))", 'writes orders'],
    ["import { sql } from 'kysely';\nsql`select from reviews, orders`", 'reads orders'],
    ["import { sql } from 'kysely';\nsql`from reviews\n join orders using (id)`", 'reads orders'],
    ["import { sql } from 'kysely';\nsql`insert into orders values (1)`", 'writes orders'],
  ])('find a table of another feature in %s', (text, use) => {
    const file = 'src/features/reviews/database/a.ts';
    const owner = {
      'src/features/purchases/database/b.ts': "db.insertInto('orders'); db.selectFrom('orders')",
    };
    const find = (sources: Record<string, string>) =>
      findForeignTables(of(sources)).filter((each) => each.endsWith(`a.ts ${use}`));
    expect(find({ ...owner, [file]: text })).toEqual([`features/reviews/database/a.ts ${use}`]);
    expect(find({ ...owner, 'src/features/purchases/database/a.ts': text })).toEqual([]);
    expect(find({ ...owner, 'src/features/administration/database/a.ts': text }).length).toBe(
      use.startsWith('writes') ? 1 : 0,
    );
  });

  test('let tables of the platform pass, columns, and what is no SQL', () => {
    const text =
      "db.insertInto('reviews'); db.selectFrom('attempts').innerJoin('reviews', 'orders.id'); throw new Error('taken from orders');";
    expect(findForeignTables(of({ 'src/features/reviews/database/a.ts': text }))).toEqual([]);
  });

  test('find two folders of rules that know each other', () => {
    const words = {
      'src/features/catalogue/rules/search/words.ts': "import { a } from '#catalogue/rules/lists/a.ts';",
    };
    const entangled = (text: string) =>
      findEntangledFolders(of({ ...words, 'src/features/catalogue/rules/lists/b.ts': text }));
    expect(entangled("import type { b } from '#catalogue/rules/search/b.ts';")).toHaveLength(2);
    expect(entangled("import type { b } from '#catalogue/rules/import/b.ts';")).toEqual([]);
  });

  test('find an npm package that a package uses and does not name, or names and does not use', () => {
    const withManifest = (peerDependencies: object) =>
      of({
        'packages/art/package.json': JSON.stringify({ peerDependencies }),
        'packages/art/src/a.ts': "import { join } from 'node:path';\nimport sharp from 'sharp';",
      });
    expect(findUndeclaredPackages(withManifest({ sharp: '*' }))).toEqual([]);
    expect(findUndeclaredPackages(withManifest({}))).toEqual([
      'packages/art/package.json does not name sharp',
    ]);
    expect(findUndeclaredPackages(withManifest({ sharp: '*', zod: '*' }))).toHaveLength(1);
  });

  test('the server does not decode, draw or parse what strangers send', () => {
    const unisolated = count(findUnisolatedWork, 'src/features/orders/use-cases/a.ts');
    expect(unisolated("const { drawInvoice } = await import('#invoices/papers/invoice.ts');")).toBe(1);
    expect(unisolated("import sharp from 'sharp';")).toBe(1);
    expect(unisolated("import { previewImport } from '#catalogue/use-cases/preview-import.ts';")).toBe(1);
    expect(unisolated("import type { drawInvoice } from '#invoices/papers/invoice.ts';")).toBe(0);
    expect(unisolated("await import('#invoices/papers/invoice.ts');", 'src/app/isolated/main.ts')).toBe(0);
  });

  test('find that the server takes a value of what is built with the pages', () => {
    const taken = count(findBundledCopies, 'src/app/rendering/a.ts');
    expect(taken("import { a } from '#app/pages/home/home.server.ts';")).toBe(1);
    expect(taken("import type { A } from '#app/pages/home/home.server.ts';")).toBe(0);
    expect(taken("import { a } from '#ui/a.ts';", 'src/features/fit/pages/a.server.ts')).toBe(0);
  });

  test('no start loads React', () => {
    const early = (text: string) =>
      findEarlyReact(of({ 'src/app/main.ts': "import '#ui/a.ts';", 'src/ui/a.ts': text }));
    expect(early("import { createContext } from 'react-router';")).toHaveLength(1);
    expect(early("import type { Route } from 'react-router';")).toHaveLength(0);
    expect(early("const react = await import('react');")).toHaveLength(0);
  });

  test.each([
    '<Link to="/parts">',
    `<Link to={\`/dashboard/order/\${id}\`}>`,
    "navigate('/dashboard')",
    "navigate('/')",
    '<a href="/">',
    `const address = \`\${publicUrl}/parts/\${category}\`;`,
    "const address = publicUrl + '/parts?page=2';",
  ])('find the path in %s', (text) => {
    expect(findPathLiterals(of({ 'src/ui/a.tsx': text }), ['parts', 'dashboard'])).toHaveLength(1);
  });

  test('let pass what is no path of a page, and who may name one', () => {
    const text =
      "fetch('/api/parts'); // '/parts'\nimport '#ui/routes/parts.tsx'; x.split('/'); '/parts.csv'; a = '/partsy';";
    expect(findPathLiterals(of({ 'src/ui/a.tsx': text }), ['parts'])).toEqual([]);
    expect(findPathLiterals(of({ 'src/routes.ts': "'/parts'" }), ['parts'])).toEqual([]);
  });

  test('find a type that a component takes from the server’s half', () => {
    const types = count(findServerTypes, 'src/ui/a.tsx');
    expect(types("import type { A } from '#ui/a.server.ts';")).toBe(1);
    expect(types("import {\n  type A,\n  read,\n} from '#ui/a.server.ts';")).toBe(1);
    expect(types("import { read } from '#ui/a.server.ts';")).toBe(0);
    expect(types("import type { A } from '#ui/a.server.ts';", 'src/ui/b.server.ts')).toBe(0);
  });

  test('find a file without a name of its own, a barrel and a module without its sentence', () => {
    const [nameless, unexplained] = [count(findNamelessFiles), count(findUnexplainedModules)];
    expect(nameless('export const a = 1;', 'src/kernel/utils.ts')).toBe(1);
    expect(nameless("/** A. */\nexport * from './b.ts';")).toBe(1);
    const passedOn = "import { b } from './b.ts';\nexport { b };\nexport type { C } from './c.ts';";
    expect(nameless(passedOn)).toBe(1);
    expect(nameless(`${passedOn}\nexport const d = b;`)).toBe(0);
    expect(unexplained('export const a = 1;')).toBe(1);
    expect(unexplained('/** a */\nexport const a = 1;')).toBe(1);
    expect(unexplained('/** What it is for. */\n')).toBe(0);
  });

  test.each([
    'export function shipOrder(db: Database, request: Request) {}',
    'export async function shipOrder(\n  db: Database,\n  dependencies: Dependencies,\n) {}',
    "export function shipOrder({ db }: Pick<Dependencies, 'db'>, orderId: string, at: Date) {}",
    'export async function* shipOrder(request: { viewer: Viewer; at: Date }) {}',
  ])('find that no use case is %s', (text) => {
    expect(findOddUseCases(of({ 'src/features/orders/use-cases/ship-orders.ts': text }))).toHaveLength(1);
  });

  test('let use cases pick their dependencies', () => {
    const text = `export function a({ db }: Pick<Dependencies, 'db'>, { at }: { at: Date }): void {}
export async function b({ db, enqueue }: TransactionDependencies): Promise<void> {}`;
    expect(findOddUseCases(of({ 'src/features/orders/use-cases/a.ts': text }))).toEqual([]);
  });

  test.each([
    "await db.updateTable('orders').set({ state: 'paid' });",
    "await db\n  .insertInto('order_moves')\n  .values(move);",
    "await sql`update orders set state = 'paid'`.execute(db);",
    "import { updateOrderState } from '#purchases/database/orders.ts';",
  ])('find that only one file may say %s', (text) => {
    const stray = count(findStrayTransitions, 'src/features/orders/use-cases/ship-orders.ts');
    expect([stray(text), stray(text, 'tests/unit/ship-order.test.ts')]).toEqual([1, 0]);
  });

  test.each([
    "function hide(db: Database) {\n  return db.updateTable('reviews').set({ hidden_at });\n}",
    'function take(db: Database) {\n  return sql`update parts set stock = 0`.execute(db);\n}',
    "function add(db: Transaction) {\n  changeContent(db).insertInto('parts');\n  db.deleteFrom('reviews');\n}",
    "import { announceContentChange } from '#platform/database/announce-changes.ts';",
  ])('find a change of content that nobody announces, or everybody has to: %s', (text) => {
    expect(findUnannouncedChanges(of({ 'src/features/reviews/database/reviews.ts': text }))).toHaveLength(1);
  });

  test('let a write through that marks its transaction', () => {
    const text = "function hide(db: Transaction) {\n  return changeContent(db).updateTable('reviews');\n}";
    expect(findUnannouncedChanges(of({ 'src/features/reviews/database/reviews.ts': text }))).toEqual([]);
  });

  test('find an endpoint with the name of a use case', () => {
    const unnamed = count(findEndpointsWithoutSuffix, 'src/features/orders/contract/orders.ts');
    expect(unnamed('export const shipOrder = defineEndpoint({')).toBe(1);
    expect(unnamed('export const shipOrderEndpoint = defineEndpoint({')).toBe(0);
  });

  test.each([
    'alter table parts drop column slug;',
    'drop table reviews;',
    'alter table parts\n  rename column slug to address;',
    'alter table parts alter column name type integer;',
    'alter table parts alter slug set not null;',
    'alter table parts add column weight integer not null;',
    'alter table parts add column weight integer, add column size integer not null;',
    'alter table parts add check (stock < 100);',
    'create unique index one_name on parts (name);',
    "create table a (id uuid);\ninsert into schema_releases values ('0040-other', '0.2.0');",
  ])('find that a migration may not only say %s', (text) => {
    const undeclared = count(findUndeclaredRemovals, 'src/platform/database/migrations/0040-a.sql');
    expect(undeclared(text)).toBe(1);
    const declared = `${text}\ninsert into schema_releases (migration, oldest_release)\nvalues ('0040-a', '0.2.0');`;
    if (!text.includes('schema_releases')) expect(undeclared(declared)).toBe(0);
    expect(undeclared(text, 'src/platform/database/migrations/0031-shipments.sql')).toBe(0);
  });

  test('let a migration add what an older program need not know', () => {
    const text = `-- drop column
      create table scales (id uuid primary key); alter table scales add check (id is not null);
      create unique index on scales (id); create index on parts (name);
      alter table parts add column weight integer; alter table parts add column size integer not null default 0;
      alter table parts alter column name drop not null;`;
    expect(findUndeclaredRemovals(of({ 'src/platform/database/migrations/0040-a.sql': text }))).toEqual([]);
  });

  test.each([
    "if (category === 'ssd') return;",
    'const weights = {\n  ssd: { capacityGb: 3 },\n};',
    'const path = `hard-disk`;',
    "const names = { 'hard-disk': 'Hard disks' };",
  ])('find that a category is named by %s', (text) => {
    const named = (file: string) => findNamedCategories(of({ [file]: text }), ['ssd', 'hard-disk', 'other']);
    expect(named('src/features/catalogue/rules/parts.ts')).toHaveLength(1);
    expect(named('src/app/pages/parts/parts.tsx')).toHaveLength(1);
    expect(named('src/features/catalogue/rules/categories/ssd/definition.ts')).toEqual([]);
  });

  test.each([
    'const found = 1;',
    'function idsOf() {}',
    'const keysOf = () => 1;',
    'type Shelf = { a: 1 };',
    'const { asked } = given;',
    'const [told = 1] = given;',
    'function read(patience: number) {}',
    'const read = (most = 1) => most;',
  ])('find the old name in %s', (text) => {
    expect(findOldNames(of({ 'src/kernel/a.ts': text }))).toHaveLength(1);
  });

  test('let names pass that are only read or written as fields', () => {
    const text =
      'const shown = answer.found;\nconst body = { told: shown, asked: 1 };\nconst cents = valueOf;';
    expect(findOldNames(of({ 'src/kernel/a.ts': text }))).toEqual([]);
  });

  test('find a machine’s folders and a registry’s host', () => {
    const home = ['', 'home', 'somebody', 'shop'].join('/');
    const address = ['https:', '', ['registry', 'npmjs', 'org'].join('.'), 'fastify'].join('/');
    expect(findForeignNames(of({ 'a.md': `see ${home}` }), root)).toHaveLength(1);
    expect(findForeignNames(of({ 'a.md': `from ${address}` }), root)).toHaveLength(1);
    expect(findForeignNames(of({ 'a.md': `in ${root}/src` }), root).length).toBeGreaterThan(0);
  });
});
