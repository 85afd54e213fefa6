/** Stores the facts that `src/domain/catalogue/derived-facts.ts` derives. */
import { sql } from 'kysely';
import { changeCatalogue, type Transaction } from '#database/transaction.ts';
import type { DerivedFacts } from '#domain/catalogue/derived-facts.ts';

export async function storeDerivedFacts(
  transaction: Transaction,
  parts: readonly (DerivedFacts & { number: number })[],
): Promise<void> {
  if (parts.length === 0) return;
  const rows = parts.map(({ number, specs, derivedFields }) => ({ number, specs, fields: derivedFields }));
  await sql`update parts set specs = new.specs, derived_fields = new.fields
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (number integer, specs jsonb, fields jsonb)
    where parts.number = new.number`.execute(changeCatalogue(transaction));
}
