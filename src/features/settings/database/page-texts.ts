/** Reads and adds versions of what administrators have written for pages. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';
import { isPageTextId, type PageTextId } from '#settings/rules/page-texts.ts';
import type { PageText } from '#settings/rules/prose.ts';

export type TextVersion = Pick<Selectable<DatabaseSchema['page_texts']>, 'version' | 'text' | 'saved_at'> & {
  content: PageText | null;
};

const content = sql<PageText | null>`content`.as('content');

/** The newest of each page that has any. */
export async function findNewestTexts(db: Database): Promise<Map<PageTextId, TextVersion>> {
  const rows = await db
    .selectFrom('page_texts')
    .distinctOn('page')
    .select(['page', 'version', 'text', content, 'saved_at'])
    .orderBy('page')
    .orderBy('version', 'desc')
    .execute();
  return new Map(rows.flatMap(({ page, ...row }) => (isPageTextId(page) ? [[page, row] as const] : [])));
}

/** What administrators have written, of pages that have not their first wording again. */
export async function findOwnTexts(db: Database): Promise<Map<PageTextId, PageText>> {
  const newest = await findNewestTexts(db);
  return new Map([...newest].flatMap(([page, { content }]) => (content ? [[page, content] as const] : [])));
}

/** The newest first. */
export async function findTextVersions(db: Database, page: PageTextId): Promise<TextVersion[]> {
  return await db
    .selectFrom('page_texts')
    .select(['version', 'text', content, 'saved_at'])
    .where('page', '=', page)
    .orderBy('version', 'desc')
    .execute();
}

/** The ids of those who are named by a version. */
export async function findTextSavers(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('page_texts').select('saved_by').distinct().execute();
  return rows.flatMap(({ saved_by }) => saved_by ?? []);
}

/** As `findTextVersions`; nobody else adds a version until the transaction ends. */
export async function lockTextVersions(transaction: Transaction, page: PageTextId): Promise<TextVersion[]> {
  await sql`lock table page_texts in share row exclusive mode`.execute(transaction);
  return await findTextVersions(transaction, page);
}

export async function insertTextVersion(
  transaction: Transaction,
  {
    page,
    version: { content: written, ...version },
    savedBy,
  }: { page: PageTextId; version: TextVersion; savedBy: string },
): Promise<void> {
  await changeContent(transaction)
    .insertInto('page_texts')
    .values({
      ...{ page, ...version, saved_by: savedBy },
      content: written && JSON.stringify(written),
    })
    .execute();
}
