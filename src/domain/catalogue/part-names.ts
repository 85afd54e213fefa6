/** Names of imported parts: cleans and completes them, and guesses the brand. */
import { type Category, getDefinition } from '#domain/catalogue/categories.ts';
import type { CheckedValues } from '#domain/catalogue/category-definition.ts';
import { formatDriveSize } from '#domain/catalogue/drives.ts';

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

export function guessBrand(name: string): string {
  const lowerName = `${name} `.toLowerCase();
  const longBrand = longBrands.find((brand) => lowerName.startsWith(`${brand} `.toLowerCase()));
  return longBrand ?? name.split(' ', 1)[0]?.slice(0, 60) ?? '';
}

/** Removes what is invisible: runs of blanks, direction marks, zero-width blanks. */
export function makePlainName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** 'Samsung 990 Pro' becomes 'Samsung 990 Pro 2 TB M.2-2280'. Nothing is repeated. */
export function makeFullName(
  category: Category,
  name: string,
  specs: Readonly<Record<string, unknown>>,
): string {
  const additions = getDefinition(category).listNameAdditions(specs as CheckedValues);
  const fullName = additions.reduce(
    (words, addition) => (hasWord(words, addition) ? words : `${words} ${addition}`),
    writeOneWay(name, additions),
  );
  return fullName.length <= 200 ? fullName : name;
}

/** A brand once: 'MSI MSI GeForce'. A capacity as in other names: '1.92 TB' for '1920GB'. */
function writeOneWay(name: string, additions: readonly string[]): string {
  return name.replace(/^(\S+)(?: \1)+(?= )/iu, '$1').replace(/(?<![\d.])\d{4,} ?GB\b/gi, (amount) => {
    const size = formatDriveSize(Number.parseInt(amount, 10));
    return additions.includes(size) ? size : amount;
  });
}

/** Ignores case and blanks: '12G' contains '12 GB', '112 GB' does not. */
function hasWord(name: string, words: string): boolean {
  const compact = words.replace(/\s/g, '').replace(/GB$/, 'G');
  if (!name.replace(/\s/g, '').toLowerCase().includes(compact.toLowerCase())) return false;
  const pattern = words
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/ /g, '\\s*')
    .replace(/GB$/, 'GB?');
  return new RegExp(`(?<![\\p{L}\\d.])${pattern}(?![\\p{L}\\d])`, 'iu').test(name);
}
