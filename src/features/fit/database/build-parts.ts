/** Reads the parts that a build names, with the facts that decide whether they fit. */
import type { BuildsInLists } from '#catalogue/database/catalogue-index.ts';
import { findPartsByIds, nameParts, type PartRow } from '#catalogue/database/parts.ts';
import type { BuildPart } from '#catalogue/rules/facts/facts.ts';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import type { BuildEntry, NamedBuild } from '#catalogue/rules/lists/build-entries.ts';
import type { NamedPart } from '#catalogue/rules/shown-names.ts';
import { makeFitColumn } from '#fit/rules/fit-column.ts';
import { type LeftOut, leaveOut } from '#fit/rules/left-out.ts';
import { formatParts, type PricedPart } from '#fit/rules/priced-build.ts';
import type { Database } from '#platform/database/connect.ts';

export type StoredBuildPart = PricedPart & { row: PartRow & NamedPart };

export type StoredBuild = Awaited<ReturnType<typeof readBuildParts>>;

/** What has no price is there, too: it is checked like any other. */
export async function readBuildParts(db: Database, named: NamedBuild) {
  const { entries, surplus, unreadable, budget } = named;
  const rows = await nameParts(db, await findRows(db, entries));
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const read = entries.map((entry) => readEntry(entry, rowsById.get(entry.id)));
  const parts = read.filter((each) => 'part' in each);
  return {
    parts,
    leftOut: [
      ...unreadable.map((text): LeftOut => ({ text, name: text, reason: 'unreadable' })),
      ...read.filter((each) => 'reason' in each),
      ...surplus.map((entry) => leaveOut(entry, 'too-many')),
    ],
    /** Names the parts that are there, and the budget. */
    text: formatParts(parts, budget),
    budget,
  };
}

/** For the lists of the catalogue. */
export const buildsInLists: BuildsInLists = { read: readFitParts, makeColumn: makeFitColumn };

/** Only what the rules need, of parts that are on sale. */
export async function readFitParts(db: Database, { entries }: NamedBuild): Promise<BuildPart[]> {
  const rowsById = new Map((await findRows(db, entries)).map((row) => [row.id, row]));
  return entries
    .map((entry) => readEntry(entry, rowsById.get(entry.id)))
    .flatMap((each) => ('part' in each ? { part: each.part, quantity: each.quantity } : []));
}

async function findRows(db: Database, entries: readonly BuildEntry[]): Promise<PartRow[]> {
  if (entries.length === 0) return [];
  const ids = entries.map(({ id }) => id);
  return await findPartsByIds(db, ids);
}

function readEntry(entry: BuildEntry, row: (PartRow & NamedPart) | undefined): StoredBuildPart | LeftOut {
  if (!row) return leaveOut(entry, 'unknown');
  // what is off sale has no page, and its name is not shown
  if (row.off_sale_at !== null) return leaveOut(entry, 'off-sale');
  const part = readFitPart(row);
  if (!part) return leaveOut(entry, 'not-checked', row.name);
  const { quantity, isOwned } = entry;
  return { part, quantity, isOwned, unitPrice: row.price_cents, minimumOrder: row.minimum_order, row };
}
