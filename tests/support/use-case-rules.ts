/** The rules for use cases and their writes: each function returns a sentence for every breach. */
import { contentTables } from '#platform/database/content-version.ts';
import { isTest, type Sources } from './source-rules.ts';

/** Exported functions of `use-cases/` whose parameters are not dependencies and one request. */
export function findOddUseCases(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!/^src\/features\/\w+\/use-cases\/.*\.ts$/.test(file)) return [];
    return [...text.matchAll(/^export (?:async )?function\*? (\w+)(?:<[^>]*>)?\(/gm)].flatMap((match) => {
      const parameters = splitParameters(text.slice(match.index + match[0].length));
      const isOdd = parameters.length > 2 || !/Dependencies\b/.test(parameters[0] ?? '');
      return isOdd ? [`${match[1]} of ${file} is no function of dependencies and a request`] : [];
    });
  });
}

/** Endpoints whose name does not end in `Endpoint`. */
export function findEndpointsWithoutSuffix(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!/^src\/.*\/contract\/.*\.ts$/.test(file)) return [];
    return [...text.matchAll(/^export const (\w+) = defineEndpoint\(/gm)].flatMap(([, name = '']) =>
      name.endsWith('Endpoint') ? [] : [`${name} of ${file} does not end in Endpoint`],
    );
  });
}

/** Code that changes or records the state of an order without `transition-order.ts`. */
export function findStrayTransitions(sources: Sources): string[] {
  return productionCode(sources).flatMap(([file, text]) => [
    ...(file === 'src/features/purchases/database/orders.ts'
      ? []
      : findWrites(text, ['orders', 'order_moves'])
    ).map((statement) => `${file} writes orders: ${statement}`),
    ...([
      'src/features/purchases/database/orders.ts',
      'src/features/purchases/use-cases/transition-order.ts',
    ].includes(file)
      ? []
      : (text.match(/\b(?:insertOrders|updateOrderState)\b/g) ?? [])
    ).map((name) => `${file} uses ${name}`),
  ]);
}

/** Writes of parts, reviews and settings that do not mark their transaction, and announcements outside transactions. */
export function findUnannouncedChanges(sources: Sources): string[] {
  return productionCode(sources).flatMap(([file, text]) => [
    ...text.split(/^(?=(?:export )?(?:async )?function\b)/m).flatMap((part) => {
      const writes = findWrites(part, ['parts', ...contentTables]);
      const marks = part.match(/\bchange(?:Content|Stock)\(/g) ?? [];
      return writes.slice(marks.length).map((statement) => `${file} does not mark its change: ${statement}`);
    }),
    ...(mayAnnounce.includes(file) || !text.includes('announceContentChange')
      ? []
      : [`${file} announces by itself`]),
  ]);
}

/** Confirming an address is a transaction of the identity library. */
const mayAnnounce = [
  'src/platform/database/announce-changes.ts',
  'src/platform/database/transaction.ts',
  'src/features/people/identity/accounts.ts',
];

function productionCode(sources: Sources): [string, string][] {
  return [...sources].filter(([file]) => /^src\/.*\.tsx?$/.test(file) && !isTest(file));
}

/** Statements that write one of the tables, of the query builder and of SQL. */
function findWrites(text: string, tables: readonly string[]): string[] {
  const names = tables.join('|');
  const statement = new RegExp(
    `(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'(?:${names})'|\\b(?:insert into|update|delete from|merge into|truncate) (?:${names})\\b`,
    'gi',
  );
  return text.match(statement) ?? [];
}

/** The parameters at the start of a text, up to the parenthesis that closes them. */
function splitParameters(text: string): string[] {
  const parameters = [''];
  let depth = 0;
  for (const character of text) {
    if (/[({[<]/.test(character)) depth += 1;
    if (/[)}\]>]/.test(character)) depth -= 1;
    if (depth < 0) break;
    if (character === ',' && depth === 0) parameters.push('');
    else parameters[parameters.length - 1] += character;
  }
  return parameters.map((parameter) => parameter.trim()).filter(Boolean);
}
