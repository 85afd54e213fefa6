/** Reads the audit log: what administrators changed, with whose and what it is. */
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { ChangeSubject } from '#kernel/admin-changes.ts';
import type { SortedCursor } from '#kernel/cursors.ts';
import { firstOrderOfRefund } from '#payments/database/refunds.ts';
import type { Database } from '#platform/database/connect.ts';
import { matchesAllWords } from '#platform/database/list-filters.ts';
import { type Page, type PageRequest, readPageById } from '#platform/database/pages.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

export type AdminChangeRow = Selectable<DatabaseSchema['admin_changes']> & {
  admin_name: string | null;
  admin_email: string | null;
  title: string | null;
  order_id: string | null;
  email: string | null;
};

export type AuditLogQuery = PageRequest<SortedCursor> & {
  by?: string | undefined;
  subject?: ChangeSubject | undefined;
  of?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

/** The newest first. */
export async function findAdminChanges(db: Database, query: AuditLogQuery): Promise<Page<AdminChangeRow>> {
  const changes = selectChanges(db, query);
  const rows = changes
    .selectAll('admin_changes')
    .select(['admins.name as admin_name', 'admins.email as admin_email'])
    .select([
      selectOfSubject({
        parts: sql`select name from parts where id = subject_id`,
        orders: sql`select part_name from orders where id = subject_id`,
        refunds: sql`select part_name from refunds join orders on orders.id = ${firstOrderOfRefund} where refunds.id = subject_id`,
        reviews: sql`select author_name from reviews where id = subject_id`,
        people: sql`select name from people where id = subject_id`,
      }).as('title'),
      selectOfSubject({
        orders: sql`subject_id::text`,
        refunds: sql`select ${firstOrderOfRefund}::text from refunds where id = subject_id`,
      }).as('order_id'),
      selectOfSubject({ people: sql`select email from people where id = subject_id` }).as('email'),
    ]);
  return await readPageById(query, changes, rows, { column: 'admin_changes.id' });
}

function selectChanges(db: Database, { by, subject, of, from, until }: AuditLogQuery) {
  let changes = db
    .selectFrom('admin_changes')
    .leftJoin('people as admins', 'admins.id', 'admin_changes.admin_id');
  for (const condition of matchesAllWords('admins', by)) changes = changes.where(condition);
  if (subject) changes = changes.where('subject', '=', subject);
  if (of) changes = changes.where('subject_id', '=', of);
  if (from) changes = changes.where(sql<SqlBool>`changed_at >= ${from}::timestamptz`);
  if (until) changes = changes.where(sql<SqlBool>`changed_at < ${until}::timestamptz`);
  return changes;
}

/** One value for each row, by its subject. */
function selectOfSubject(queries: Partial<Record<ChangeSubject, ReturnType<typeof sql>>>) {
  const cases = Object.entries(queries).map(([subject, query]) => sql`when ${subject} then (${query})`);
  return sql<string | null>`case subject ${sql.join(cases, sql` `)} end`;
}
