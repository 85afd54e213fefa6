/** The rule that a table is read and written by the feature that owns it alone, and what is excepted from it. */
import { features } from '#app/features.ts';
import { isTest, type Sources, stripComments } from './source-rules.ts';

/**
 * SQL on a table of another feature, as `file reads table`. Tables of the platform are everybody's; foreign keys are in
 * migrations; a function like `selectOrders`, which joins of other features begin with, is SQL of the feature that exports it.
 * Names that are values are not found: the backup's, and the columns with pictures that images looks for.
 */
export function findForeignTables(sources: Sources): string[] {
  const uses = [...sources].flatMap(([file, text]) => {
    if (!/^src\/.*\.ts$/.test(file) || isTest(file)) return [];
    const owner = /^src\/(?:features\/)?([^/]+)/.exec(file)?.[1];
    return findTables(stripComments(text)).flatMap(([verb, table]) => {
      if ([undefined, owner].includes(owners.get(table)) || (verb === 'reads' && readsAllTables.test(file)))
        return [];
      return [`${file.slice(4)} ${verb} ${table}`];
    });
  });
  return [...new Set(uses)].toSorted();
}

/** Audit, backup, and what administrators see of everything. */
const readsAllTables = /^src\/features\/administration\/database\//;

/** The list only gets shorter. Nothing may write. */
export const foreignTables: readonly string[] = [
  // a name or an article number shown beside what is its own
  'features/catalogue/database/stock-ledger.ts reads people',
  'features/orders/database/packing.ts reads parts',
  'features/purchases/database/addresses.ts reads people',
  'features/purchases/database/shipments.ts reads people',
  'features/reviews/database/reviews.ts reads parts',
  // what has changed of parts, told at once, and found of other programs once a second
  'platform/database/announce-changes.ts reads parts',
  'platform/database/content-version.ts reads parts',
];

const owners: ReadonlyMap<string, string> = new Map(
  Object.entries(features).flatMap(([feature, { tables }]) => tables.map((table) => [table, feature])),
);

const builder =
  /\b(?:(insertInto|updateTable|deleteFrom|mergeInto)|selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|using)\(\s*\[?((?:\s*'\w+(?: as \w+)?',?)+)/g;
const text =
  /\b(?:(insert into|update|delete from|merge into|truncate|lock table|copy)|from|join|using)\s+((?:\w+(?: as)?(?: \w+)?, )*\w+)/gi;

/** The tables that query builders and SQL name. */
function findTables(code: string): [verb: 'reads' | 'writes', table: string][] {
  const hasSql = /\bsql\b|\.query\(/.test(code);
  return [...code.matchAll(builder), ...(hasSql ? code.matchAll(text) : [])].flatMap(
    ([, write, tables = '']) =>
      [...tables.matchAll(/(?:^|, ?)'?(\w+)/g)].map(([, table = '']): ['reads' | 'writes', string] => [
        write ? 'writes' : 'reads',
        table,
      ]),
  );
}
