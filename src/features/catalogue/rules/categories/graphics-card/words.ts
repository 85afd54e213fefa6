/** How searches find graphics cards. */
import type { CategoryWords } from '#features/catalogue/rules/listed-category.ts';
import { spellGigabytes, spellText } from '#features/catalogue/rules/search/spellings.ts';
import { splitIntoLooseWords, splitIntoWords } from '#features/catalogue/rules/search/words.ts';
import {
  getNumber,
  getText,
  type SpecificationValues,
} from '#features/catalogue/rules/specification-fields.ts';

export const words: CategoryWords = {
  names: ['gpu', 'vga', 'graphics card', 'video card', 'videocard', 'graphicscard', 'vga card', 'gpu card'],
  searchWords: ['graphics', 'graphic', 'card', 'gpu', 'video', 'vga', 'vram'],
  typicalWords: /\b(?:rtx|gtx|rx|geforce|radeon)\b|\b[gr]tx\d/i,
  listProminentWords: (specs) =>
    chipMakers.flatMap(([maker, family]) => (family.test(getText(specs, 'chipset')) ? [maker] : [])),
  listSpecificationWords,
  listUseWords: (specs) =>
    professionalChips.test(getText(specs, 'chipset')) ? ['workstation', 'professional', 'cad'] : [],
};

/** Chipsets also as one word: 'rtx4070', '4070ti', 'rtx4070ti'. */
function listSpecificationWords(specs: SpecificationValues): string[] {
  const chipset = splitIntoWords(getText(specs, 'chipset'));
  const runs = chipset.flatMap((_, index) => [
    chipset.slice(index, index + 2).join(''),
    chipset.slice(index, index + 3).join(''),
  ]);
  return [
    ...chipset,
    ...splitIntoLooseWords(getText(specs, 'chipset')),
    ...runs.map((run) => run.slice(0, 60)),
    ...listSeriesWords(getText(specs, 'chipset')),
    ...spellGigabytes(getNumber(specs, 'memoryGb')),
    ...spellText(getText(specs, 'color')),
  ];
}

/** For 'GeForce RTX 4070': rtx40, rtx4000, rtx40series, 40series …; for 'Radeon RX 7600': rx7000 … */
function listSeriesWords(chipset: string): string[] {
  const [, family = '', first = ''] = /^(?:GeForce|Radeon) (RTX|GTX|RX) (\d{1,2})\d\d\b/i.exec(chipset) ?? [];
  if (first === '') return [];
  const long = family === 'RX' && first.length === 2 ? `${first[0]}000` : `${first}00`;
  const numbers = first.length === 2 && family !== 'RX' ? [first, long] : [long];
  const names = numbers.flatMap((number) => [`${family.toLowerCase()}${number}`, number]);
  return names.flatMap((name) => (/^\d/.test(name) ? [`${name}series`] : [name, `${name}series`]));
}

/** Chips that the makers sell for workstations. */
const professionalChips =
  /quadro|firepro|radeon (?:ai )?pro|arc pro|nvs|tesla|^T\d{3,4}\b|^RTX (?:PRO|A?\d{4}\b)/i;

const chipMakers: [string, RegExp][] = [
  ['nvidia', /geforce|quadro|titan|nvs|tesla|^rtx|^t\d/i],
  ['amd', /radeon|firepro|vega/i],
  ['intel', /\barc\b/i],
];
