/** The text of specifications in rows that are read: a row need not store what its facts say. */
import type { KyselyPlugin } from 'kysely';
import { completeSpecs, type StoredSpecs } from '#catalogue/rules/facts/stored-specs.ts';

/** Who selects `specs` selects `category` and `facts`, too. */
export const wholeSpecs: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const [first] = result.rows;
    if (first?.specs === undefined) return result;
    if (first.category === undefined || first.facts === undefined) throw new Error('specs without facts');
    const rows = result.rows.map((row) =>
      row.facts === null ? row : { ...row, specs: completeSpecs(row as StoredSpecs) },
    );
    return { ...result, rows };
  },
};
