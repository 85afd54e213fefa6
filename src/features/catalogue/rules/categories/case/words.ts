/** How searches find cases. */

import { splitList } from '#features/catalogue/rules/fit-fields.ts';
import type { CategoryWords } from '#features/catalogue/rules/listed-category.ts';
import { spellNumber, spellText } from '#features/catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#features/catalogue/rules/specification-fields.ts';

export const words: CategoryWords = {
  names: ['case', 'computer case', 'pc case', 'chassis', 'tower case', 'pc tower', 'computer chassis'],
  searchWords: ['case', 'tower', 'chassis', 'enclosure', 'housing'],
  listSpecificationWords,
};

function listSpecificationWords(specs: SpecificationValues): string[] {
  const type = getText(specs, 'type');
  const size = /^(micro|mini) (atx|itx)\b/i.exec(type)?.slice(1).join('').toLowerCase();
  return [
    ...spellText(type),
    ...(size ? [size, `m${size.slice(-3)}`] : []),
    ...(/mid tower/i.test(type) ? ['midtower', 'miditower'] : []),
    ...splitList(getText(specs, 'boardFormFactors')).flatMap(spellText),
    ...spellText(getText(specs, 'sidePanel')),
    ...spellNumber(specs, 'includedWatts', (watts) => [`${watts}w`]),
    ...spellText(getText(specs, 'color')),
  ];
}
