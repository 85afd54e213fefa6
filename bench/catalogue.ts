/** Measures pages and searches of the catalogue through the shop, the pages as a ratio to plain SQL. */
import { sql } from 'kysely';
import pg from 'pg';
import { openCatalogue } from '#catalogue/database/catalogue.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { buildsInLists } from '#fit/database/build-parts.ts';
import { type Database, type DatabaseAddress, poolFields } from '#platform/database/connect.ts';
import {
  filterFields,
  type ListQuery,
  makeListQueries,
  makeSearches,
  makeSearchParams,
  type SamplePart,
} from './catalogue-questions.ts';
import { runVisits, type Visit } from './clients.ts';
import { insertMadeParts, makeParts } from './made-parts.ts';
import { connections, type Measurement, measure, readCpuMs } from './measure.ts';
import { withEmptyShop } from './throw-away-shop.ts';

const sizes = [1000, 31_619, 67_456];
const duration = 6;
const pacedSearches = 200;

/** Starts an empty shop, fills it step by step, and returns a table. */
export function benchCatalogue(files: string[]): Promise<string> {
  return withEmptyShop(async ({ address, database, db, command }) => {
    const lines: string[] = [];
    const measureAll = async () => lines.push(...(await measureSize(address, database, db)));
    if (files.length > 0) {
      command('import', '--stock', '25', ...files);
      await measureAll();
    } else {
      const parts = makeParts(sizes.at(-1) ?? 0);
      for (const [index, size] of sizes.entries()) {
        await insertMadeParts(db, parts.slice(sizes[index - 1] ?? 0, size));
        await measureAll();
      }
    }
    return [
      `${connections} connections, ${duration} s each; after ${duration} s of others; every answer is computed, but for the searches made before`,
      '',
      '| parts on sale | | a second | p50 | p99 | p50 to bare SQL | p99 to bare SQL | CPU of the shop each |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...lines,
      '',
      `reading all parts on sale into an empty index: ${await measureLoading(db)} ms`,
    ].join('\n');
  });
}

/** `cpu`: milliseconds of the shop's thread per visit, which depends little on other load. */
type Visited = Measurement & { cpu?: number };

/** The rows of the table for the current parts. */
async function measureSize(address: string, database: DatabaseAddress, db: Database): Promise<string[]> {
  await sql`vacuum analyze`.execute(db);
  const parts = (await db
    .selectFrom('parts')
    .select(['category', 'brand', 'name', 'specs', 'facts', 'price_cents'])
    .where('price_cents', 'is not', null)
    .orderBy('id')
    .execute()) as SamplePart[];
  const bare = openBareSql(database);
  const questions = makeListQueries(parts, 20_000);
  const searches = makeSearches(parts, 20_000);
  const searchPaths = searches.map((q) => `/api/parts?${new URLSearchParams({ q, limit: '24' })}`);
  const pages = questions.map((question): Visit => {
    const query = makeSearchParams(question);
    return [`/api/parts?${query}&limit=24`, `/api/parts/facets?${query}`];
  });
  // warm up with other pages and searches
  await visit(address, pages.slice(-5000));
  await visit(
    address,
    searchPaths.slice(-5000).map((path) => [path]),
  );
  const named = parts.length.toLocaleString('en-US');
  const rows: string[] = [];
  const add = (what: string, measured: Visited, beside?: Measurement) => {
    rows.push(readRow(rows.length === 0 ? named : '', what, measured, beside));
  };

  const barePage = await measure((turn) => bare.page(questions[turn % questions.length]), duration);
  add('filtered, sorted page with all counts', await visit(address, pages), barePage);
  const changing = setInterval(() => void sellSomething(db), 10);
  add('the same while a part is sold 100 times a second', await visit(address, pages), barePage);
  clearInterval(changing);
  add('the bare SQL of it', barePage);

  add(
    'search that nobody made before',
    await visit(
      address,
      searchPaths.map((path) => [path]),
    ),
  );
  const selling = setInterval(() => void sellSomething(db), 10);
  add(
    'the same while a part is sold 100 times a second',
    await visit(
      address,
      searchPaths.toReversed().map((path) => [path]),
    ),
  );
  add(
    `of other searches ${pacedSearches} a second, with these sales`,
    await visit(
      address,
      searchPaths.slice(10_000).map((path) => [path]),
      { rate: pacedSearches },
    ),
  );
  clearInterval(selling);
  add('the dearest searches, each another one', await visit(address, makeDearSearches()));
  const known = searchPaths.slice(0, 500);
  for (const path of known) await (await fetch(address + path)).arrayBuffer();
  add(
    'search that was made before',
    await visit(
      address,
      known.map((path) => [path]),
    ),
  );
  await bare.close();
  return rows;
}

/** What many parts have, what must be written otherwise or corrected, and what is nearly nothing. */
function makeDearSearches(): Visit[] {
  return Array.from({ length: 20_000 }, (_, turn) =>
    [
      `black -q${turn}`,
      `w k l 0 c f g ${turn}`,
      `black white rgb pro ddr5 16gb 32gb gaming board zzqxv${turn}`,
      `corsiarvengenc${turn} gigabytb650 samsun990pro`,
      `kingstn corsiar gigabit samsumg zq${turn}`,
      `rtx 4070 -q${turn}`,
    ].map((q) => `/api/parts?${new URLSearchParams({ q, limit: '24' })}`),
  ).flatMap((paths) => paths.map((path): Visit => [path]));
}

async function sellSomething(db: Database): Promise<void> {
  await sql`update parts set stock = greatest(stock - 1, 0), updated_at = now()
    where number = (select 1 + floor(random() * max(number))::int from parts)`.execute(db);
}

async function visit(address: string, visits: Visit[], { rate }: { rate?: number } = {}): Promise<Visited> {
  const before = readCpuMs();
  const measured = await runVisits({ address, visits, connections, duration, rate });
  return { ...measured, cpu: (readCpuMs() - before) / (measured.perSecond * duration) };
}

async function measureLoading(db: Database): Promise<string> {
  const begun = performance.now();
  await openCatalogue({ db, builds: buildsInLists }).count({
    category: undefined,
    q: '',
    choices: new Map(),
    sort: 'featured',
    page: 1,
  });
  return (performance.now() - begun).toFixed(0);
}

function readRow(parts: string, what: string, measured: Visited, bare?: Measurement): string {
  const { perSecond, p50, p99, failed, cpu } = measured;
  const cells = [
    parts,
    failed > 0 ? `${what} (${failed} failed)` : what,
    perSecond.toFixed(0),
    `${p50.toFixed(1)} ms`,
    `${p99.toFixed(1)} ms`,
    bare ? (p50 / bare.p50).toFixed(2) : '',
    bare ? (p99 / bare.p99).toFixed(2) : '',
    cpu === undefined ? '' : `${cpu.toFixed(2)} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The baseline of the catalogue's benchmark: the same pages in plain SQL. */
type BareSql = {
  /** A page of rows, their total, and the counts of the filters, of a chosen one without itself. */
  page(question: ListQuery | undefined): Promise<boolean>;
  close(): Promise<void>;
};

function openBareSql(database: DatabaseAddress): BareSql {
  const pool = new pg.Pool({ ...poolFields(database), max: connections, options: '-c jit=off' });
  return {
    async page(question) {
      if (!question) return false;
      for (const { text, values } of makeStatements(question)) await pool.query(text, values);
      return true;
    },
    close: () => pool.end(),
  };
}

type Statement = { text: string; values: unknown[] };

const orders = {
  price: 'price_cents, id desc',
  'price-desc': 'price_cents desc, id desc',
  newest: 'id desc',
  name: 'lower(name), id desc',
} as const;

/** Rows; total and counts in one pass; and a separate pass for the counts of each chosen filter. */
function makeStatements(question: ListQuery): Statement[] {
  const { category, brand, field, sort } = question;
  const everything = makeCondition(question);
  const counted = listCountedExpressions(category);
  return [
    {
      text: `select * from parts where ${everything.text} order by ${orders[sort]} limit 24`,
      values: everything.values,
    },
    {
      text: `select ${counted.join(', ')}, count(*), min(price_cents), max(price_cents) from parts
        where ${everything.text} group by grouping sets (${counted.map((each) => `(${each})`).join(', ')}, ())`,
      values: everything.values,
    },
    ...(brand ? [makeCountStatement('brand', 'brand', question)] : []),
    ...(field ? [makeCountStatement(`facts->>'${field.name}'`, 'field', question)] : []),
  ];
}

function makeCountStatement(expression: string, left: 'brand' | 'field', question: ListQuery): Statement {
  const { text, values } = makeCondition({ ...question, [left]: undefined });
  return { text: `select ${expression}, count(*) from parts where ${text} group by 1`, values };
}

function listCountedExpressions(category: Category): string[] {
  const fields = (filterFields[category] ?? []).map(([, name]) => `(facts->>'${name}')`);
  return ['brand', '(stock >= minimum_order)', ...fields];
}

function makeCondition({ category, brand, field, priceMin, priceMax }: ListQuery): Statement {
  const values: unknown[] = [category, priceMin * 100, priceMax * 100];
  const conditions = ['category = $1', 'price_cents between $2 and $3', 'off_sale_at is null'];
  if (brand) conditions.push(`brand = $${values.push(brand)}`);
  if (field) conditions.push(`facts->>'${field.name}' = $${values.push(field.value)}`);
  return { text: conditions.join(' and '), values };
}
