/** The search words of a part: from its name, brand, SKU and specification. */
import type { Category } from '#catalogue/rules/categories.ts';
import { getListedCategory } from '#catalogue/rules/listed-categories.ts';
import { spellText } from '#catalogue/rules/search/spellings.ts';
import { splitIntoLooseWords } from '#catalogue/rules/search/words.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { makeCategoryMark } from './kinds.ts';

export type SearchedPart = {
  name: string;
  brand: string;
  sku: string;
  mpn?: string | null;
  gtin?: string | null;
  category: Category;
  specs: SpecificationValues;
};

/** A: name; B: brand and SKU; C: specification; D: category. */
export type WordWeight = 'A' | 'B' | 'C' | 'D';

export function listPartWords(part: SearchedPart): Map<string, WordWeight> {
  const weights = new Map<string, WordWeight>();
  const add = (weight: WordWeight, words: readonly string[]) => {
    for (const word of words) {
      if (word && !weights.has(word)) weights.set(word, weight);
    }
  };
  const { words: own } = getListedCategory(part.category);
  const aliases = listBrandAliases(part.brand);
  add('A', [
    makeCategoryMark(part.category),
    ...spellText(part.name),
    ...spellModels(part.name),
    ...listUsualWords(part.name),
    ...(own.listProminentWords?.(part.specs) ?? []),
  ]);
  add(part.name.startsWith(part.brand) ? 'A' : 'B', aliases);
  add('A', [...spellText(part.brand), ...aliases].map(makeBrandMark));
  add('B', spellText(part.brand));
  add('B', [part.sku, part.mpn ?? '', part.gtin ?? ''].flatMap(spellNumber));
  add('C', own.listSpecificationWords(part.specs));
  add('C', own.listUseWords?.(part.specs, part.name) ?? []);
  add('D', own.searchWords);
  add(
    'D',
    [...variants.filter((each) => weights.has(each)), ...listOtherColors(part.specs)].map(makeVariantMark),
  );
  return weights;
}

/** A part with such a word is another one than a part without: 'RTX 4070' and 'RTX 4070 Ti'. */
export const variants = 'ti super xt xtx gre pro evo plus max heatsink refresh'.split(' ');

/** 'Black / White' is black with some white: who searches white things wants others first. */
function listOtherColors({ color = '' }: SpecificationValues): string[] {
  return (
    String(color)
      .toLowerCase()
      .match(/(?<=\/ )[a-z]+/g) ?? []
  );
}

/** The marks of the variants that the words do not name, alone or at their end ('4070ti'), and of those that have them as other colors. */
export function listOtherVariants(words: readonly string[]): string[] {
  const named = new Set(words.flatMap((word) => [word, ...(word.match(/(?<=\d)[a-z]+$/) ?? [])]));
  return [...variants.filter((each) => !named.has(each)), ...words.filter(isNoVariant)].map(makeVariantMark);
}

const isNoVariant = (word: string) => !variants.includes(word);

function makeVariantMark(variant: string): string {
  return `~${variant}`;
}

/** Names have the brands of others, too: 'SeaSonic PRIME TX-1600 Noctua Edition'. */
export function makeBrandMark(word: string): string {
  return `^${word}`;
}

const brandAliases: Readonly<Record<string, readonly string[]>> = {
  'Western Digital': ['wd'],
  TEAMGROUP: ['team', 'group'],
};

/** Also the words of a brand as one. */
function listBrandAliases(brand: string): string[] {
  const words = splitIntoLooseWords(brand);
  return [...(brandAliases[brand] ?? []), ...(words.length > 1 ? [words.join('')] : [])];
}

/** Names of models without their signs: 'f38500cl7d' of 'F3-8500CL7D'. */
function spellModels(name: string): string[] {
  return name
    .split(/\s+/)
    .filter((model) => /\d/.test(model) && /[a-z\d][-/.][a-z\d]/i.test(model))
    .map((model) => splitIntoLooseWords(model).join('').replace(/\W/g, '').slice(0, 60));
}

/** As searches are read: '2.5 Gigabit', 'Low-Noise'. */
function listUsualWords(name: string): string[] {
  const speeds = [...name.matchAll(/\b(\d{1,2}(?:\.\d)?)[ -]?gigabit\b/gi)].map(([, speed]) => `${speed}gbe`);
  return [
    ...speeds,
    ...(/\bgigabit\b/i.test(name) ? ['lan'] : []),
    ...(/\blow[- ]noise\b/i.test(name) ? ['quiet'] : []),
  ];
}

/** Also the words of a number as one. */
function spellNumber(number: string): string[] {
  return [...spellText(number), splitIntoLooseWords(number).join('').slice(0, 60)];
}
