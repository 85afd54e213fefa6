/** The rule that a table is read and written by one feature alone, that which writes it, and what is excepted from it. */
import { readFileSync } from 'node:fs';
import { platformTables } from '#app/features.ts';
import { isTest, type Sources, stripComments } from './source-rules.ts';

type Use = { file: string; feature: string | undefined; verb: 'reads' | 'writes'; table: string };

/**
 * SQL on a table that another feature writes, as `file reads table`. Tables of the platform are everybody's; foreign keys are in
 * migrations; a function like `selectOrders`, which joins of other features begin with, is SQL of the feature that exports it.
 * Names that are values are not found: the backup's, and the columns with pictures that images looks for.
 */
export function findForeignTables(sources: Sources): string[] {
  const uses = listUses(sources);
  const foreign = uses.filter(({ file, feature, verb, table }) => {
    const writers = uses.filter((use) => use.verb === 'writes' && use.table === table);
    if (verb === 'writes') return writers.some((writer) => writer.feature !== feature);
    return !readsAllTables.test(file) && !writers.some((writer) => writer.feature === feature);
  });
  return [...new Set(foreign.map(({ file, verb, table }) => `${file.slice(4)} ${verb} ${table}`))].toSorted();
}

/** Of no feature, although they are not the platform's. */
export function findUnwrittenTables(sources: Sources): string[] {
  const written = new Set(listUses(sources).flatMap(({ verb, table }) => (verb === 'writes' ? [table] : [])));
  return [...featureTables].filter((table) => !written.has(table));
}

/** Functions that lock several rows, but not in the order of their ids: two processes would deadlock. */
export function findUnorderedLocks(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!/^src\/.*\/database\/.*\.ts$/.test(file)) return [];
    const functions = stripComments(text).split(/^(?=(?:export )?(?:async )?function )/m);
    const ordering = functions.filter((each) => each.includes(".orderBy('id')")).map(nameFunction);
    return functions
      .filter((each) => /\.for(?:NoKey)?Update\(\)\s*\.execute\(/.test(each))
      .filter((each) => !ordering.some((name) => each.includes(`${name}(`)))
      .map((each) => `${file} ${nameFunction(each)}`);
  });
}

function nameFunction(text: string): string {
  return /function (\w+)/.exec(text)?.[1] ?? '';
}

function listUses(sources: Sources): Use[] {
  return [...sources].flatMap(([file, text]) => {
    if (!/^src\/.*\.ts$/.test(file) || isTest(file)) return [];
    const feature = /^src\/(?:features\/)?([^/]+)/.exec(file)?.[1];
    return findTables(stripComments(text))
      .filter(([, table]) => featureTables.has(table))
      .map(([verb, table]) => ({ file, feature, verb, table }));
  });
}

const schema = readFileSync(new URL('../../src/platform/database/schema.ts', import.meta.url), 'utf8');
const [described = ''] = /^export type DatabaseSchema = \{\n.*?^\};/ms.exec(schema) ?? [];
const featureTables = new Set(
  [...described.matchAll(/^ {2}(\w+): \{$/gm)]
    .map(([, table = '']) => table)
    .filter((table) => !platformTables.some((each) => each === table)),
);

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

const builder =
  /\b(?:(insertInto|updateTable|deleteFrom|mergeInto)|selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|using)\(\s*\[?((?:\s*'\w+(?: as \w+)?',?)+)/g;
const text =
  /\b(?:(insert into|update|delete from|merge into|truncate|lock table|copy)|from|join|using)\s+((?:\w+(?: as)?(?: \w+)?, )*\w+)/gi;
/** The log-in library writes these by itself. */
const model = /\b(modelName): ('\w+)/g;

/** The tables that query builders and SQL name. */
function findTables(code: string): [verb: 'reads' | 'writes', table: string][] {
  const hasSql = /\bsql\b|\.query\(/.test(code);
  return [...code.matchAll(builder), ...code.matchAll(model), ...(hasSql ? code.matchAll(text) : [])].flatMap(
    ([, write, tables = '']) =>
      [...tables.matchAll(/(?:^|, ?)'?(\w+)/g)].map(([, table = '']): ['reads' | 'writes', string] => [
        write ? 'writes' : 'reads',
        table,
      ]),
  );
}
