/** Reads and adds versions of the owner's rules of delivery. */
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Carrier } from '#delivery/rules/carriers.ts';
import {
  type DeliveryRules,
  defaultDeliveryRules,
  deliveryRulesSchema,
  type StoredRules,
} from '#delivery/rules/rules.ts';
import { readWallTime } from '#kernel/calendar.ts';
import type { Database } from '#platform/database/connect.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

/** As text, which tells whether it is the one that was parsed last. */
const documentText = sql<string>`document::text`.as('document');

/** To check a document takes a millisecond, and every order needs the newest one. */
let parsed = { document: '', rules: defaultDeliveryRules };

export async function findDeliveryRules(db: Database): Promise<StoredRules> {
  const newest = await selectNewest(db).select(['version', documentText, 'saved_by']).executeTakeFirst();
  if (!newest) return { version: 0, rules: defaultDeliveryRules, isSeen: false };
  const { version, document, saved_by } = newest;
  return { version, rules: parseRules(document), isSeen: saved_by !== null };
}

/** The ids of those who are named by a version of the rules. */
export async function findRuleSavers(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('delivery_rules').select('saved_by').distinct().execute();
  return rows.flatMap(({ saved_by }) => saved_by ?? []);
}

export async function findCarriers(db: Database): Promise<readonly Carrier[]> {
  const { rules } = await findDeliveryRules(db);
  return rules.carriers;
}

/** The day that it is in the shop's time zone, as 2026-11-25. */
export async function findShopDay(db: Database, at: Date): Promise<string> {
  return readWallTime(at, await findTimeZone(db)).day;
}

export async function findTimeZone(db: Database): Promise<string> {
  const newest = await selectNewest(db)
    .select(sql<string>`document -> 'calendar' ->> 'timeZone'`.as('timeZone'))
    .executeTakeFirst();
  return newest?.timeZone ?? defaultDeliveryRules.calendar.timeZone;
}

function selectNewest(db: Database) {
  return db.selectFrom('delivery_rules').orderBy('version', 'desc').limit(1);
}

/** Those that a purchase was quoted by. */
export async function findRulesOfVersion(db: Database, version: number): Promise<DeliveryRules> {
  const stored = await db
    .selectFrom('delivery_rules')
    .select(documentText)
    .where('version', '=', version)
    .executeTakeFirst();
  return stored ? parseRules(stored.document) : defaultDeliveryRules;
}

/** Those that are known, by their keys: a version never changes. */
const known = new LRUCache<string, DeliveryRules>({ max: 100 });

/** Of a version, for statements that need only know which it is; null: the default rules. */
export function selectRulesKey(version: RawBuilder<number>) {
  return sql<
    string | null
  >`(select version || ' ' || changed_in from delivery_rules where version = ${version})`;
}

export async function findRulesOfKey(db: Database, key: string | null): Promise<DeliveryRules> {
  if (key === null) return defaultDeliveryRules;
  const rules = known.get(key) ?? (await findRulesOfVersion(db, Number.parseInt(key, 10)));
  known.set(key, rules);
  return rules;
}

/** Of a stored document, as text. Rules of an older release lack some fields. */
function parseRules(document: string): DeliveryRules {
  if (parsed.document !== document)
    parsed = { document, rules: deliveryRulesSchema.parse(JSON.parse(document)) };
  return parsed.rules;
}

/** As `findDeliveryRules`; nobody else adds a version until the transaction ends. */
export async function lockDeliveryRules(transaction: Transaction): Promise<StoredRules> {
  await sql`lock table delivery_rules in share row exclusive mode`.execute(transaction);
  return await findDeliveryRules(transaction);
}

/** Pages show promises, so they are made anew. */
export async function insertDeliveryRules(
  transaction: Transaction,
  {
    version,
    rules,
    savedBy,
    at,
  }: { version: number; rules: DeliveryRules; savedBy: string | null; at: Date },
): Promise<void> {
  await changeContent(transaction)
    .insertInto('delivery_rules')
    .values({ version, document: JSON.stringify(rules), saved_by: savedBy, saved_at: at })
    .execute();
}
