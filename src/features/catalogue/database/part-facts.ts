/** Stores the facts that `src/features/catalogue/rules/derived-facts.ts` derives, and what imports recognize parts by. */
import { sql } from 'kysely';
import type { DerivedFacts } from '#catalogue/rules/derived-facts.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

export async function storeDerivedFacts(
  transaction: Transaction,
  parts: readonly (DerivedFacts & { number: number; matchKey: string; doubtfulFields: string[] })[],
): Promise<void> {
  if (parts.length === 0) return;
  const rows = parts.map(({ number, specs, derivedFields, doubtfulFields, matchKey }) => ({
    ...{ number, specs, fields: derivedFields },
    ...{ key: matchKey, doubtful: doubtfulFields },
  }));
  await sql`update parts set specs = new.specs, derived_fields = new.fields, match_key = new.key,
      doubtful_fields = new.doubtful
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new
      (number integer, specs jsonb, fields jsonb, key text, doubtful jsonb)
    where parts.number = new.number`.execute(changeContent(transaction));
}
