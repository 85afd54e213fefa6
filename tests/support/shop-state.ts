/** What a call could change, as one value, and the routes that the server has. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';

/** One value that changes with any row that a call could change; refused calls are counted as attempts. */
export async function readShopState(db: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'attempts'`.execute(
    db,
  );
  const hashes = tables.map(({ name }) => {
    const rows = sql.table(name);
    return sql`(select coalesce(md5(string_agg(row::text, ';' order by row::text)), '') from ${rows} row)`;
  });
  const { rows } = await sql<{ state: string }>`select concat(${sql.join(hashes)}) as state`.execute(db);
  return rows[0]?.state ?? '';
}

/** Reads Fastify's drawing of its tree of routes: four columns are one level. */
export function readRoutes(drawing: string): { path: string; methods: string[] }[] {
  const prefixes: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?$/.exec(line) ?? [];
    if (!part) return [];
    const depth = indent.length / 4;
    prefixes[depth] = `${depth > 0 ? prefixes[depth - 1] : ''}${part}`;
    return methods ? [{ path: prefixes[depth] ?? '', methods: methods.split(', ') }] : [];
  });
}
