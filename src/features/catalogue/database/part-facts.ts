/** Stores facts: derived ones, with what imports recognize parts by, and what is read of text as typed. */
import { sql } from 'kysely';
import type { DerivedFacts } from '#catalogue/rules/derived-facts.ts';
import { getFacts } from '#catalogue/rules/facts/read-fit-part.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

export async function storeDerivedFacts(
  transaction: Transaction,
  parts: readonly (DerivedFacts & {
    number: number;
    category: Category;
    matchKey: string;
    doubtfulFields: string[];
  })[],
): Promise<void> {
  if (parts.length === 0) return;
  const rows = parts.map(({ number, category, specs, derivedFields, doubtfulFields, matchKey }) => ({
    ...{ number, specs, facts: getFacts({ category, specs }), fields: derivedFields },
    ...{ key: matchKey, doubtful: doubtfulFields },
  }));
  await sql`update parts set specs = new.specs, facts = new.facts, derived_fields = new.fields, match_key = new.key,
      doubtful_fields = new.doubtful
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new
      (number integer, specs jsonb, facts jsonb, fields jsonb, key text, doubtful jsonb)
    where parts.number = new.number`.execute(changeContent(transaction));
}

/** Of at most a thousand parts, locked in the order of their ids, as by all who lock several. Returns how many. */
export async function storeMissingFacts(transaction: Transaction): Promise<number> {
  const parts = await transaction
    .selectFrom('parts')
    .select(['id', 'category', 'specs', 'facts'])
    .where('facts', 'is', null)
    .orderBy('id')
    .limit(1000)
    .forNoKeyUpdate()
    .execute();
  if (parts.length === 0) return 0;
  const rows = parts.map(({ id, category, specs }) => ({ id, facts: getFacts({ category, specs }) }));
  await sql`update parts set facts = new.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (id uuid, facts jsonb)
    where parts.id = new.id`.execute(changeContent(transaction));
  return parts.length;
}
