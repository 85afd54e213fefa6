/** Removes what a shop has gathered, but what its owner has made: for a shop that begins for real. */
import { sql } from 'kysely';
import type { Belongings } from '#administration/rules/belongings.ts';
import type { Database } from '#platform/database/connect.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

/** Of people, only administrators stay. `demo_trade` says that it is over. */
const ownersTables = [
  'settings',
  'page_texts',
  'delivery_rules',
  'uploaded_pictures',
  'probes',
  'demo_trade',
];
const peoplesTables = ['people', 'credentials', 'sessions', 'profiles', 'saved_addresses'];
const catalogueTables = ['parts', 'part_slugs', 'ready_builds'];

/** Every table that is not named here loses all of its rows, ledgers that are only added to included. */
export async function emptyTables(
  transaction: Transaction,
  { keepsCatalogue }: { keepsCatalogue: boolean },
): Promise<void> {
  const kept = [...ownersTables, ...peoplesTables, ...(keepsCatalogue ? catalogueTables : [])];
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema\\_%'
      and relname <> all(${kept})
    order by relname`.execute(changeContent(transaction));
  const tables = rows.map(({ name }) => sql.table(name));
  for (const table of tables) await sql`alter table ${table} disable trigger user`.execute(transaction);
  await sql`truncate ${sql.join(tables)}`.execute(transaction);
  for (const table of tables) await sql`alter table ${table} enable trigger user`.execute(transaction);
}

/** What it removes, the parts only if they are not kept. */
export async function countBelongings(db: Database): Promise<Belongings> {
  const { rows } = await sql<Belongings>`
    select (select count(*) from purchases)::int as purchases, (select count(*) from invoices)::int as invoices,
      (select count(*) from reviews)::int as reviews, (select count(*) from parts)::int as parts,
      (select count(*) from people where role <> 'admin')::int as people`.execute(db);
  const [belongings] = rows;
  if (!belongings) throw new Error('PostgreSQL counted nothing');
  return belongings;
}

/** Whether somebody else than these has bought. */
export async function hasOtherBuyers(transaction: Database, emails: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from purchases join people on people.id = buyer_id where email <> all(${emails}) limit 1`.execute(
    transaction,
  );
  return rows.length > 0;
}
