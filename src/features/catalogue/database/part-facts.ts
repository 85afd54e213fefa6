/** What follows from what is stated of a part: typed facts, with the text that they do not say, and what imports recognize it by. */
import { sql } from 'kysely';
import type { PartRow } from '#catalogue/database/parts.ts';
import { factsVersion } from '#catalogue/rules/derived-facts.ts';
import { findDoubtfulFields } from '#catalogue/rules/doubts.ts';
import { getFacts } from '#catalogue/rules/facts/read-fit-part.ts';
import { omitSaid } from '#catalogue/rules/facts/stored-specs.ts';
import { makeMatchKey } from '#catalogue/rules/import/recognition.ts';
import type { Database } from '#platform/database/connect.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

type DescribedPart = Pick<PartRow, 'category' | 'brand' | 'name' | 'price_cents' | 'specs' | 'facts'>;

/** The columns of a part that follow from others; every write of a part computes them. `facts`: null if they are to be read anew. */
export function computeColumns(part: DescribedPart) {
  const { category, specs } = part;
  const facts = getFacts(part);
  return {
    specs: omitSaid({ category, specs, facts }),
    facts,
    match_key: makeMatchKey(part),
    doubtful_fields: findDoubtfulFields(part),
  };
}

/**
 * At most `limit` parts without facts, or with such of an earlier version; those of a later release stay. In the order
 * of their ids, as by all who lock several, so that an edit at the same moment is not overwritten with what was read before it.
 */
export function lockUndescribedParts(db: Database, limit: number): Promise<PartRow[]> {
  return db
    .selectFrom('parts')
    .selectAll()
    .where((row) => row.or([row('facts', 'is', null), row('facts_version', '<', factsVersion)]))
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
}

export async function storeFacts(transaction: Transaction, parts: readonly PartRow[]): Promise<void> {
  const rows = parts.map(({ number, derived_fields, ...part }) => ({
    ...{ number, derived_fields, facts_version: factsVersion },
    ...computeColumns({ ...part, facts: null }),
  }));
  await sql`update parts set (specs, facts, facts_version, derived_fields, match_key, doubtful_fields)
      = (new.specs, new.facts, new.facts_version, new.derived_fields, new.match_key, new.doubtful_fields)
    from jsonb_populate_recordset(null::parts, ${JSON.stringify(rows)}::jsonb) as new
    where parts.number = new.number`.execute(changeContent(transaction));
}
