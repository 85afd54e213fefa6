/** Ready builds: what the job has composed, and what of it can be bought now. */
import { type Insertable, type NotNull, type Selectable, sql } from 'kysely';
import { selectPartsOnSale } from '#catalogue/database/parts.ts';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import { formatBuild, parseBuild } from '#catalogue/rules/lists/build-entries.ts';
import type { Offer } from '#fit/rules/compose-builds.ts';
import { kindCategories } from '#fit/rules/kind-categories.ts';
import { type BuildSummary, summarizeBuild } from '#fit/rules/priced-build.ts';
import { makeReadyId } from '#fit/rules/ready-builds.ts';
import { type Recipe, recipes } from '#fit/rules/recipes.ts';
import { centsToDollars } from '#kernel/money.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';
import { readBuildParts, type StoredBuildPart } from './build-parts.ts';

export type ReadyBuildRow = Selectable<DatabaseSchema['ready_builds']>;

export type NewReadyBuild = Insertable<DatabaseSchema['ready_builds']>;

export type ReadyBuild = Pick<BuildSummary, 'total' | 'draw'> & {
  id: string;
  recipe: Recipe;
  parts: StoredBuildPart[];
  /** As addresses name its parts, with its price as the budget. */
  text: string;
};

export async function findReadyBuildRows(db: Database): Promise<ReadyBuildRow[]> {
  return await db.selectFrom('ready_builds').selectAll().execute();
}

/** Those that can be bought now as a whole, within their price, and surely fit; in the order of the recipes. */
export async function findReadyBuilds(db: Database): Promise<ReadyBuild[]> {
  return await offerReadyBuilds(db, await findReadyBuildRows(db));
}

export async function offerReadyBuilds(db: Database, rows: readonly ReadyBuildRow[]): Promise<ReadyBuild[]> {
  const named = new Map(rows.map(({ id, parts }) => [id, parseBuild(parts).entries]));
  const entries = [...new Map([...named.values()].flat().map((entry) => [entry.id, entry])).values()];
  const { parts: known } = await readBuildParts(db, { entries, unreadable: [], surplus: [] });
  const partsById = new Map(known.map((each) => [each.row.id, each]));
  return recipes.flatMap((recipe) => {
    const id = makeReadyId(recipe);
    const own = named.get(id) ?? [];
    const parts = own.flatMap((entry) => partsById.get(entry.id) ?? []);
    const isWhole = parts.length > 0 && parts.length === own.length && parts.every(canBeBought);
    const { verdict, total, draw } = summarizeBuild(isWhole ? parts : []);
    if (verdict !== 'fits' || total > recipe.limit) return [];
    return { id, recipe, parts, text: formatBuild(own, centsToDollars(recipe.limit)), total, draw };
  });
}

function canBeBought({ row }: StoredBuildPart): boolean {
  return row.price_cents !== null && row.stock >= row.minimum_order && row.minimum_order === 1;
}

/** The more are compared, the longer the search: those that come first in lists are enough. */
const maxOffersOfCategory = 200;

/** Parts of which one unit can be bought. */
export async function findOffers(db: Database): Promise<Offer[]> {
  const categories = kindCategories.flatMap((each) => each.categories);
  const ranked = selectPartsOnSale(db)
    .where('category', 'in', categories)
    .where('minimum_order', '=', 1)
    .where('stock', '>=', 1)
    .select([
      'id',
      sql<number>`row_number() over (partition by category order by sales_points desc, rating_points desc,
        created_at desc, file_row, id)`.as('place'),
    ]);
  const rows = await selectPartsOnSale(db)
    .select(['id', 'name', 'category', 'specs', 'facts', 'price_cents'])
    .$narrowType<{ price_cents: NotNull }>()
    .where(
      'id',
      'in',
      db.selectFrom(ranked.as('ranked')).select('id').where('place', '<=', maxOffersOfCategory),
    )
    .execute();
  return rows.flatMap((row) => {
    const part = readFitPart(row);
    return part ? { part, price: row.price_cents, specs: row.specs } : [];
  });
}

export async function replaceReadyBuilds(
  transaction: Transaction,
  rows: readonly NewReadyBuild[],
): Promise<void> {
  await changeContent(transaction).deleteFrom('ready_builds').execute();
  await changeContent(transaction).insertInto('ready_builds').values(rows).execute();
}
