/** The spellings that people use to search for values of specifications. */
import { removeDots, splitIntoLooseWords, splitIntoWords } from '#catalogue/rules/search/words.ts';
import { getNumber, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

/** How searches say that a part lacks what follows. */
export const without = String.raw`(?<![\w-])(?:without|w\/o|no|non|not|(?:that )?(?:does|do)(?: not|n['’]?t) (?:need|require|have))[- ](?:an? |any )?`;

export function spellGigabytes(gigabytes: number | undefined): string[] {
  if (gigabytes === undefined) return [];
  return splitUnit(gigabytes).flatMap(([each, unit]) => [`${each}${unit}`, each]);
}

export function splitUnit(gigabytes: number): [string, 'gb' | 'mb'][] {
  return gigabytes < 1 ? [[String(gigabytes * 1024), 'mb']] : [[String(gigabytes), 'gb']];
}

/** '2 × 8-pin' gives '2x8pin' and '8pin'. */
export function spellPlugs(connectors: string): string[] {
  return [...connectors.matchAll(/(\d+) × (\d+)-pin/g)].flatMap(([, count, pins]) => [
    `${count}x${pins}pin`,
    `${pins}pin`,
    ...(pins === '16' ? ['12pin', '12vhpwr', '12v2x6'] : []),
  ]);
}

/** Micro ATX and E-ATX are no 'atx', and what is not modular is no 'modular'. */
export function spellText(text: string): string[] {
  const loose = splitIntoLooseWords(
    text
      .replace(/(?<![\w-])(e|m|micro|flex)[- ](?=atx\b)|\b(non)[- ](?=modular\b)/gi, '$1$2')
      .replace(/\bcooler[- ](?=master\b)|(?<=\bpc[- ])cooler\b|\bbe[- ]quiet\b/gi, ''), // in names of makers
  );
  const words = [...splitIntoWords(text), ...loose];
  return [...words, ...words.flatMap(removeDots)];
}

export function spellNumber(
  specs: SpecificationValues,
  field: string,
  words: (value: number) => string[],
): string[] {
  const value = getNumber(specs, field);
  return value === undefined ? [] : words(value);
}
