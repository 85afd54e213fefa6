/** What a page of the catalogue and a search cost when the shop's own tables are asked by hand, in SQL and nothing else. */
import pg from 'pg';
import { type DatabaseAddress, poolFields } from '#database/connect.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import { askedFields, type ListQuestion } from './catalogue-questions.ts';
import { connections } from './measure.ts';

export type BareSql = {
  /** A page of rows, their total, and the counts of the filters, the chosen ones counted without themselves. */
  page(question: ListQuestion | undefined): Promise<boolean>;
  /** A page of what was found, and how much it is in all. */
  search(query: string): Promise<boolean>;
  close(): Promise<void>;
};

export function openBareSql(database: DatabaseAddress): BareSql {
  const pool = new pg.Pool({ ...poolFields(database), max: connections, options: '-c jit=off' });
  return {
    async page(question) {
      if (!question) return false;
      for (const { text, values } of readStatements(question)) await pool.query(text, values);
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

/** Rows; total and the counts in one pass; and the counts of each chosen filter in a pass of its own. */
function readStatements(question: ListQuestion): Statement[] {
  const { category, brand, field, sort } = question;
  const everything = where(question);
  const counted = readCounted(category);
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
    ...(brand ? [countsWithout('brand', 'brand', question)] : []),
    ...(field ? [countsWithout(`specs->>'${field.name}'`, 'field', question)] : []),
  ];
}

function countsWithout(expression: string, left: 'brand' | 'field', question: ListQuestion): Statement {
  const { text, values } = where({ ...question, [left]: undefined });
  return { text: `select ${expression}, count(*) from parts where ${text} group by 1`, values };
}

function readCounted(category: Category): string[] {
  const fields = (askedFields[category] ?? []).map(([, name]) => `(specs->>'${name}')`);
  return ['brand', '(stock >= minimum_order)', ...fields];
}

function where({ category, brand, field, priceMin, priceMax }: ListQuestion): Statement {
  const values: unknown[] = [category, priceMin * 100, priceMax * 100];
  const conditions = ['category = $1', 'price_cents between $2 and $3', 'off_sale_at is null'];
  if (brand) conditions.push(`brand = $${values.push(brand)}`);
  if (field) conditions.push(`specs->>'${field.name}' = $${values.push(field.value)}`);
  return { text: conditions.join(' and '), values };
}
