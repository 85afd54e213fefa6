/** Which part of the shop the name in a price list means: the same model, and nothing that tells variants apart differs. */
import { getDefinition } from '#catalogue/rules/categories.ts';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import { makePlainName } from '#catalogue/rules/part-names.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import {
  formatValue,
  measures,
  type SpecificationField,
  type SpecificationValues,
} from '#catalogue/rules/specification-fields.ts';

export type PriceName = { category: Category; name: string; specs: SpecificationValues };

/** With what follows from the name. */
export function completeFacts(part: PriceName): PriceName {
  return { ...part, specs: deriveFacts(part).specs };
}

/** The name without what the specification says: equal for equal models, whatever a list writes behind them. */
export function makeModelKey({ category, name, specs }: PriceName): string {
  const { fields } = getDefinition(category);
  const phrases = Object.entries(specs).flatMap(([field, value]) =>
    value === undefined ? [] : listPhrases(value, (fields as Record<string, SpecificationField>)[field]),
  );
  const plain = makePlainName(name).normalize('NFKD').toLowerCase().replace(/[–—]/g, '-');
  const rest = phrases
    .toSorted((one, other) => other.length - one.length)
    .reduce((words, phrase) => removePhrase(words, phrase), ` ${plain} `);
  const model = fillers.reduce((words, filler) => words.replaceAll(filler, ' '), rest);
  return `${category} ${model.replace(/[^\p{L}\p{N}+]/gu, '')}`;
}

/** What lists write behind a model that is in the specification, or in the words of another field. */
const fillers = [
  /\(?\b\d+ ?[x×] ?\d+ ?gb\)?/g,
  /\bg?ddr\d(?:x\b|-\d+\b|\b)/g,
  /\bcl\d+\b/g,
  /\b(?:air|water)(?: a?rgb)?(?= (?:[\d.]+ cfm )?\d{2,3} ?mm\b)/g,
  /\bair(?= \d{2,3} ?mm\b)/g,
  /(?<![\d.])\d+(?:\.\d+)? ?(?:cfm|rpm|mm|w|ghz|mhz|gb|tb|mb)\b/g,
  /\b\d+-core\b/g,
  /\b(?:ssd|hdd|nvme|internal|certified|fully|(?:non-|semi-)?modular|side panel|with|sodimm)(?= )/g,
  /\bsata(?: \d(?:\.\d)? ?gb\/s)?(?= )/g,
  /\bpcie (?:gen ?)?\d(?:\.0)?(?: x\d+)?(?= )/g,
  /\bm\.2(?:-\d+)?(?= )/g,
  /(?<= )[23]\.5(?:"|''|-inch)/g,
];

/** Lists call one color by these names. */
const grays = ['gray', 'grey', 'silver'];

function listPhrases(value: string | number | boolean, field: SpecificationField | undefined): string[] {
  if (typeof value === 'boolean') return [];
  if (typeof value === 'number')
    return field?.measure && field.measure !== measures.count
      ? [formatValue(value, field).toLowerCase()]
      : [];
  const words = value.toLowerCase();
  const parts = words.split(/ ?[/,] ?/);
  const phrases = parts.length > 1 ? [parts.join(' / '), ...parts] : [words];
  return phrases
    .flatMap((phrase) => (grays.includes(phrase) ? grays : [phrase]))
    .filter((phrase) => phrase.length > 2);
}

/** As words of their own, not as the end of a model (NH-L9a-AM4); within them, blanks and hyphens are as good as each other. */
function removePhrase(text: string, phrase: string): string {
  const loose = phrase.replace(/[-\s]+/g, ' ');
  let words = text;
  for (let from = 0; ; ) {
    const start = words.replace(/-/g, ' ').indexOf(` ${loose} `, from);
    if (start < 0) return words;
    if (words[start] === ' ') words = `${words.slice(0, start)} ${words.slice(start + loose.length + 1)}`;
    from = start + (words[start] === '-' ? 1 : 0);
  }
}

/** The one part of these that the row means. */
export function choosePart<Part extends PriceName>(
  row: PriceName,
  parts: readonly Part[],
): Part | 'none' | 'several' {
  const possible = parts.filter((part) => agrees(row, part));
  const [only] = possible;
  if (!only) return 'none';
  if (possible.length === 1) return only;
  const [same, ...others] = possible.filter(
    ({ specs }) => spellColors(specs).join() === spellColors(row.specs).join(),
  );
  return same && others.length === 0 ? same : 'several';
}

function agrees(row: PriceName, part: PriceName): boolean {
  const fields: readonly string[] = getDefinition(row.category).variantFields;
  return fields.every((field) => {
    const [one, other] = [row.specs[field], part.specs[field]];
    if (one === undefined || other === undefined) return true;
    return field === 'color' ? spellColors(row.specs)[0] === spellColors(part.specs)[0] : isSame(one, other);
  });
}

const isSame = (one: unknown, other: unknown) => simplify(String(one)) === simplify(String(other));

function spellColors({ color }: SpecificationValues): string[] {
  const colors = String(color ?? '')
    .toLowerCase()
    .split(' / ');
  return colors.map((each) => (grays.includes(each) ? 'gray' : each));
}

function simplify(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
