/** The baseline of the catalogue's benchmark: the same pages and searches in plain SQL. */
import pg from 'pg';
import { type DatabaseAddress, poolFields } from '#database/connect.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import { filterFields, type ListQuery } from './catalogue-questions.ts';
import { connections } from './measure.ts';

export type BareSql = {
  /** A page of rows, their total, and the counts of the filters, of a chosen one without itself. */
  page(question: ListQuery | undefined): Promise<boolean>;
  /** A page of results and their total. */
  search(query: string): Promise<boolean>;
  close(): Promise<void>;
};

export function openBareSql(database: DatabaseAddress): BareSql {
  const pool = new pg.Pool({ ...poolFields(database), max: connections, options: '-c jit=off' });
  return {
    async page(question) {
      if (!question) return false;
      for (const { text, values } of makeStatements(question)) await pool.query(text, values);
      return true;
    },
    async search(query) {
      await pool.query(
        `select parts.* from part_words join parts on number = part_number
         where words @@ $1::tsquery and off_sale_at is null and price_cents is not null
         order by ts_rank(words, $1::tsquery) desc, id desc limit 24`,
        [query],
      );
      await pool.query(
        `select count(*) from part_words join parts on number = part_number
         where words @@ $1::tsquery and off_sale_at is null and price_cents is not null`,
        [query],
      );
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
    ...(field ? [makeCountStatement(`specs->>'${field.name}'`, 'field', question)] : []),
  ];
}

function makeCountStatement(expression: string, left: 'brand' | 'field', question: ListQuery): Statement {
  const { text, values } = makeCondition({ ...question, [left]: undefined });
  return { text: `select ${expression}, count(*) from parts where ${text} group by 1`, values };
}

function listCountedExpressions(category: Category): string[] {
  const fields = (filterFields[category] ?? []).map(([, name]) => `(specs->>'${name}')`);
  return ['brand', '(stock >= minimum_order)', ...fields];
}

function makeCondition({ category, brand, field, priceMin, priceMax }: ListQuery): Statement {
  const values: unknown[] = [category, priceMin * 100, priceMax * 100];
  const conditions = ['category = $1', 'price_cents between $2 and $3', 'off_sale_at is null'];
  if (brand) conditions.push(`brand = $${values.push(brand)}`);
  if (field) conditions.push(`specs->>'${field.name}' = $${values.push(field.value)}`);
  return { text: conditions.join(' and '), values };
}
