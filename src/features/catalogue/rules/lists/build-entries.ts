/** The parts of a build, and its budget, as addresses and the API name them: `ID,ID*2,ID.owned,up-to-1200`. */
import { isUuid } from '#kernel/ids.ts';
import type { Dollars } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';

export type BuildEntry = {
  id: string;
  quantity: number;
  /** The visitor has it already: it is checked, and not bought. */
  isOwned: boolean;
};

export type NamedBuild = {
  /** A part that is named twice is there once, with the sum. */
  entries: readonly BuildEntry[];
  /** What names neither part nor budget, shortened. */
  unreadable: readonly string[];
  surplus: readonly BuildEntry[];
  /** Whole dollars, for what is bought. */
  budget?: Dollars | undefined;
};

export const maxBuildEntries = 32;

/** Twice as many ids as a build takes, each with a quantity and a mark. */
export const maxBuildLength = 64 * 46;

/** Names a build without parts, so that a list can begin one. */
export const newBuild = 'new';

export const maxEntryQuantity = 99;

export function parseBuild(text: string): NamedBuild {
  const named = text
    .slice(0, maxBuildLength)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== newBuild);
  const entries = new Map<string, BuildEntry>();
  const unreadable: string[] = [];
  let budget: Dollars | undefined;
  for (const each of named) {
    const amount = each.startsWith(budgetPrefix) ? readBudget(each.slice(budgetPrefix.length)) : undefined;
    budget = amount ?? budget;
    if (amount !== undefined) continue;
    const entry = parseEntry(each);
    if (!entry) {
      unreadable.push(each.slice(0, shownLength));
      continue;
    }
    const earlier = entries.get(entry.id);
    const quantity = Math.min(entry.quantity + (earlier?.quantity ?? 0), maxEntryQuantity);
    entries.set(entry.id, { ...entry, quantity, isOwned: entry.isOwned || earlier?.isOwned === true });
  }
  const all = [...entries.values()];
  return {
    entries: all.slice(0, maxBuildEntries),
    unreadable: [...new Set(unreadable)].slice(0, maxBuildEntries),
    surplus: all.slice(maxBuildEntries),
    budget,
  };
}

/** The shortest text that names the same parts. */
export function formatBuild(entries: readonly BuildEntry[], budget?: Dollars): string {
  const names = entries.map(
    ({ id, quantity, isOwned }) => `${id}${quantity > 1 ? `*${quantity}` : ''}${isOwned ? '.owned' : ''}`,
  );
  return [...names, ...(budget === undefined ? [] : [`${budgetPrefix}${budget}`])].join(',');
}

export const budgetPrefix = 'up-to-';

export const maxBudget: Dollars = 999_999;

/** Also as people write it: '$1,200'. Undefined for what is no amount of whole dollars. */
function readBudget(text: string): Dollars | undefined {
  const amount = Number(/^\$?([1-9][\d,]{0,7})(?:\.\d{0,2})?$/.exec(text.trim())?.[1]?.replaceAll(',', ''));
  return amount <= maxBudget ? amount : undefined;
}

const shownLength = 60;

const entryPattern = /^(?<id>[^*.]+)(?:\*(?<quantity>[1-9]\d?))?(?<owned>\.owned)?$/;

function parseEntry(text: string): BuildEntry | undefined {
  const { id, quantity = '1', owned } = entryPattern.exec(text.toLowerCase())?.groups ?? {};
  if (id === undefined || !isUuid(id)) return undefined;
  return { id, quantity: Number(quantity), isOwned: owned !== undefined };
}

/** The addresses of builds, and of lists that are for a build. `parts`: as addresses name the parts of a build. */
export function makeBuildPath(parts: string): string {
  return parts === '' ? paths.build : `${paths.build}?parts=${parts}`;
}

/** The parts of the category that fit the build; without parts, to begin one. */
export function makeFittingListPath(category: string, parts: string): string {
  return `${paths.category(category)}?fits=${parts || newBuild}`;
}
