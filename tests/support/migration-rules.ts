/** Finds migrations that break older releases without declaring it. */
import path from 'node:path';
import type { Sources } from './source-rules.ts';

/** The last migration before the first release; no older program runs on its schema. */
const grandfathered = '0031-shipments';

/**
 * Migrations that remove or restrict what an older program may use without declaring it in `schema_releases`, or that
 * declare it under another name.
 */
export function findUndeclaredRemovals(sources: Sources): string[] {
  return readMigrations(sources).flatMap(({ name, text }) => {
    const declaration = readDeclaration(text);
    if (declaration) {
      return declaration.migration === name
        ? []
        : [`${name} declares a release for ${declaration.migration}`];
    }
    return findRemovals(text).map((statement) => `${name} does not declare the oldest release: ${statement}`);
  });
}

/** The oldest release that may run on this schema. */
export function readOldestRelease(sources: Sources): string {
  const declared = readMigrations(sources).flatMap(({ text }) => readDeclaration(text)?.release ?? []);
  return declared.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1) ?? '0.0.0';
}

/** What a shop on a program with these migrations goes back to, and the migrations that may declare a later one when they are needed. */
export function findWayBack(
  sources: Sources,
  isIncluded: (migration: string) => boolean,
): { oldest: string; later: string[] } {
  const included = new Map([...sources].filter(([file]) => isIncluded(path.basename(file, '.sql'))));
  const oldest = readOldestRelease(included);
  const later = readMigrations(included).filter(({ text }) => {
    const [, release] = /insert into schema_releases [^;]*select\s+'[^']+',\s*'([^']+)'/i.exec(text) ?? [];
    return release !== undefined && release.localeCompare(oldest, 'en', { numeric: true }) > 0;
  });
  return { oldest, later: later.map(({ name }) => name) };
}

/** The releases that migrations name. */
export function listDeclaredReleases(sources: Sources): Map<string, string> {
  return new Map(
    readMigrations(sources).flatMap(({ name, text }) =>
      [...text.matchAll(/schema_releases [^;]*(?:values\s*\(|select)\s*'[^']+',\s*'([^']+)'/gi)].map(
        ([, release = '']) => [name, release] as const,
      ),
    ),
  );
}

function readMigrations(sources: Sources): { name: string; text: string }[] {
  return [...sources].flatMap(([file, text]) => {
    const name = /^src\/platform\/database\/migrations\/(\d{4}-.+)\.sql$/.exec(file)?.[1];
    return name && name > grandfathered ? [{ name, text: text.replace(/--.*$/gm, '') }] : [];
  });
}

function readDeclaration(text: string): { migration: string; release: string } | undefined {
  const values = /insert into schema_releases [^;]*values\s*\(\s*'([^']+)',\s*'([^']+)'/i.exec(text);
  return values?.[1] && values[2] ? { migration: values[1], release: values[2] } : undefined;
}

/** The removing statements; changes to tables that the migration itself creates do not count. */
function findRemovals(text: string): string[] {
  const made = new Set(
    [...text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, table]) => table),
  );
  return text
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => {
      const table = /^(?:alter table (?:only )?|create unique index (?:\w+ )?on )(\w+)/i.exec(statement)?.[1];
      return !(table && made.has(table)) && removals.some((removal) => removal.test(statement));
    });
}

const removals = [
  /\bdrop (table|view|materialized view|type|function|sequence|schema|extension|column|default|identity)\b/i,
  /^drop trigger\b/i,
  /\brename\b/i,
  /\balter (column )?\w+ (set data )?type\b/i,
  /\bset not null\b/i,
  /\badd (column )?(?!constraint|check|unique|primary|foreign|exclude)\w+ (?!.*\b(default|generated)\b).*\bnot null\b/i,
  /\badd (constraint|check|unique|primary key|foreign key|exclude)\b/i,
  /^create unique index\b/i,
];
