/** The lists of parts that no catalogue index has: what administrators look for, and the first parts of the home page. */
import { type NotNull, sql } from 'kysely';
import { type PartOnSale, type PartRow, selectPartsOnSale } from '#catalogue/database/parts.ts';
import { selectWantedParts } from '#catalogue/database/sold-out-requests.ts';
import { isContradicting } from '#catalogue/rules/import/recognition.ts';
import { defaultLowStock } from '#catalogue/rules/low-stock.ts';
import { simplifyMpn } from '#catalogue/rules/part-numbers.ts';
import type { PartSort, PartStatus } from '#catalogue/rules/parts.ts';
import { type PartCursor, partCursor } from '#kernel/cursors.ts';
import type { Database } from '#platform/database/connect.ts';
import { matchesAllWords } from '#platform/database/list-filters.ts';
import { countRows, type Page, type PageRequest, readPage } from '#platform/database/pages.ts';

export type PartListQuery = PageRequest<PartCursor> & {
  q?: string | undefined;
  sort?: PartSort | undefined;
  status: Exclude<PartStatus, 'on-sale'>;
};

export async function findPartsNotOnSale(
  db: Database,
  { q, sort = 'featured', status, ...request }: PartListQuery,
): Promise<Page<PartRow & { twin: Twin | undefined }>> {
  const twins = status === 'twice' ? await findTwins(db) : new Map<string, Twin>();
  let parts =
    status === 'twice'
      ? db.selectFrom('parts').where(sql<boolean>`id = any(${[...twins.keys()]}::uuid[])`)
      : selectByStatus[status](db);
  for (const condition of matchesAllWords('parts', q)) parts = parts.where(condition);
  const { cursor } = request;
  const sortColumn = sortColumns[sort];
  let rows = parts.selectAll();
  if (cursor && sortColumn) {
    const cursorKey = sql<number>`${String(Math.trunc(Number(cursor.key)) || 0)}::numeric`;
    rows = rows.where((row) =>
      row.or([
        row(sortColumn, '>', cursorKey),
        row.and([row(sortColumn, '=', cursorKey), row('id', '<', cursor.id)]),
      ]),
    );
  } else if (cursor) rows = rows.where('id', '<', cursor.id);
  if (sortColumn) rows = rows.orderBy(sortColumn);
  const page = await readPage(request, parts, rows.orderBy('id', 'desc'), (part) =>
    partCursor.encode({ key: readSortKey(part, sort), merit: 0, addedAt: 0, fileRow: 0, id: part.id }),
  );
  return { ...page, rows: page.rows.map((part) => ({ ...part, twin: twins.get(part.id) })) };
}

/** The first parts on sale, in the order of buyers' lists. */
export async function findFirstPartsOnSale(
  db: Database,
  limit: number,
): Promise<{ rows: PartOnSale[]; total: number }> {
  const [rows, total] = await Promise.all([
    selectPartsOnSale(db)
      .selectAll()
      .$narrowType<{ price_cents: NotNull }>()
      .orderBy(featuredRank)
      .orderBy(sql`stock >= minimum_order`, 'desc')
      .orderBy('sales_points', 'desc')
      .orderBy('rating_points', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('file_row')
      .orderBy('id')
      .limit(limit)
      .execute(),
    countRows(selectPartsOnSale(db)),
  ]);
  return { rows, total };
}

/** Those that cannot be ordered any more are among them. */
export async function findPartsRunningLow(
  db: Database,
  limit: number,
): Promise<{ rows: PartRow[]; total: number }> {
  const low = selectPartsRunningLow(db);
  const [rows, total] = await Promise.all([
    low.selectAll().orderBy('stock').orderBy('id', 'desc').limit(limit).execute(),
    countRows(low),
  ]);
  return { rows, total };
}

const lastRank = 2_147_483_647;
const featuredRank = sql<number>`coalesce(featured_rank, ${sql.lit(lastRank)})`;

const sortColumns = {
  featured: featuredRank,
  newest: undefined,
  stock: sql<number>`stock`,
  price: sql<number>`coalesce(price_cents, ${sql.lit(lastRank)})`,
} as const;

function readSortKey({ featured_rank, stock, price_cents }: PartRow, sort: PartSort): number {
  return { featured: featured_rank ?? lastRank, newest: 0, stock, price: price_cents ?? lastRank }[sort];
}

function selectPartsToCheck(db: Database) {
  return db.selectFrom('parts').where('off_sale_at', 'is', null).where(sql<boolean>`doubtful_fields <> '[]'`);
}

function selectPartsRunningLow(db: Database) {
  return selectPartsOnSale(db).where(
    sql<boolean>`(stock <= coalesce(low_stock, ${defaultLowStock}) or stock < minimum_order)`,
  );
}

const selectByStatus = {
  'off-sale': (db: Database) => db.selectFrom('parts').where('off_sale_at', 'is not', null),
  unpriced: (db: Database) =>
    db.selectFrom('parts').where('off_sale_at', 'is', null).where('price_cents', 'is', null),
  'to-check': selectPartsToCheck,
  'running-low': selectPartsRunningLow,
  wanted: selectWantedParts,
};

/** Parts on sale that stand twice, each with one of the others. */
export async function findTwins(db: Database): Promise<Map<string, Twin>> {
  const { rows } = await sql<Twin>`
    select id, sku, category, mpn, gtin, specs, facts, match_key from parts
    where off_sale_at is null and price_cents is not null and match_key in (
      select match_key from parts where off_sale_at is null and price_cents is not null
      group by match_key having count(*) > 1
    )
    order by id`.execute(db);
  const groups = [...Map.groupBy(rows, ({ match_key }) => match_key).values()];
  return new Map(
    groups.flatMap((group) =>
      group.flatMap((part): [string, Twin][] => {
        const twin = group.find((other) => other !== part && isTwin(part, other));
        return twin ? [[part.id, twin]] : [];
      }),
    ),
  );
}

export type Twin = Pick<PartRow, 'id' | 'sku' | 'category' | 'mpn' | 'gtin' | 'specs' | 'match_key'>;

/** Of one brand and name, and nothing that both state differs. */
function isTwin(one: Twin, other: Twin): boolean {
  const areOthers = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
  return (
    !areOthers(one.gtin, other.gtin) &&
    !areOthers(one.mpn && simplifyMpn(one.mpn), other.mpn && simplifyMpn(other.mpn)) &&
    !isContradicting(one.category, one.specs, other.specs)
  );
}

export function countPartsToCheck(db: Database): Promise<number> {
  return countRows(selectPartsToCheck(db));
}
