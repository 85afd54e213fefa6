/** Names of imported parts: cleans and completes them. */
import { formatDriveSize } from '#catalogue/rules/categories/drives.ts';
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import type { CheckedValues } from '#catalogue/rules/category-definition.ts';

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
  const { cleanName, listNameAdditions } = getDefinition(category);
  const values = specs as CheckedValues;
  const written = writeOneWay(name, specs);
  const additions = listNameAdditions?.(values) ?? [];
  const fullName = additions.reduce(
    (words, addition) => (hasWord(words, addition) ? words : `${words} ${addition}`),
    cleanName?.(written, values) ?? written,
  );
  return fullName.length <= 200 ? fullName : name;
}

/** What stands twice: 'MSI MSI GeForce', 'RTX 3080 RTX 3080'. */
const repetitions = /(?<=^| )((?=\S*\p{L})\S+(?: \S+)?)(?: \1)+(?= |$)/giu;

/** '240GB', '1.5TB' as words of their own; not in part numbers or brackets. */
const amounts = /(?<=^| )(\d+(?:\.\d+)?)(GB|TB|MB)(?= |$)/gi;

/** A capacity as in other names: '1.92 TB' for '1920GB', '500 GB' for '500' at the end. */
function writeOneWay(name: string, { capacityGb }: Readonly<Record<string, unknown>>): string {
  const once = name
    .replace(repetitions, '$1')
    .replace(amounts, (_, amount, unit) => `${amount} ${unit.toUpperCase()}`);
  if (typeof capacityGb !== 'number') return once;
  const size = formatDriveSize(capacityGb);
  return once
    .replace(new RegExp(`(?<![\\d.])${capacityGb} GB\\b`, 'g'), size)
    .replace(new RegExp(`(?<= )${capacityGb}$`), size);
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
