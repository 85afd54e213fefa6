/** The names of parts from somebody else's lists: cleaned, completed, and the brand that they begin with. */
import { type Category, getDefinition } from '#domain/catalogue/categories.ts';
import type { CheckedValues } from '#domain/catalogue/category-definition.ts';

/** Brands of several words; every other brand is the first word of a name. */
const longBrands = [
  'Club 3D',
  'Edge Tech',
  'FFF Smart Life Connected',
  'Fantom Drives',
  'Hyundai Technology',
  'NEMIX RAM',
  'Neo Forza',
  'Oyen Digital',
  'SK Hynix',
  'SONNET Technologies',
  'Silicon Power',
  'Super Talent',
  'Titanium Micro',
  'Water Panther',
  'Western Digital',
] as const;

/** The brand that a name begins with; at most 60 characters. */
export function guessBrand(name: string): string {
  const start = `${name} `.toLowerCase();
  const long = longBrands.find((brand) => start.startsWith(`${brand} `.toLowerCase()));
  return long ?? name.split(' ', 1)[0]?.slice(0, 60) ?? '';
}

/** A name without what nobody sees: runs of blanks, direction marks, zero-width blanks. */
export function makePlainName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * The name with what tells a part from its sisters, where a list calls all of them alike: a 'Samsung 990 Pro' becomes
 * 'Samsung 990 Pro 2 TB M.2-2280'. What a name says already is not said again. At most 200 characters, else as it was.
 */
export function makeFullName(
  category: Category,
  name: string,
  specs: Readonly<Record<string, unknown>>,
): string {
  const additions = getDefinition(category).listNameAdditions(specs as CheckedValues);
  const full = additions.reduce(
    (words, addition) => (hasWord(words, addition) ? words : `${words} ${addition}`),
    name,
  );
  return full.length <= 200 ? full : name;
}

/** Whether a name has these words, in whatever case and with or without blanks: '12G' says '12 GB', '112 GB' does not. */
function hasWord(name: string, words: string): boolean {
  const squeezed = words.replace(/\s/g, '').replace(/GB$/, 'G');
  if (!name.replace(/\s/g, '').toLowerCase().includes(squeezed.toLowerCase())) return false;
  const pattern = words
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/ /g, '\\s*')
    .replace(/GB$/, 'GB?');
  return new RegExp(`(?<![\\p{L}\\d.])${pattern}(?![\\p{L}\\d])`, 'iu').test(name);
}
