/** How searches find power supplies. */
import type { CategoryWords } from '#features/catalogue/rules/listed-category.ts';
import { spellNumber, spellText } from '#features/catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#features/catalogue/rules/specification-fields.ts';

export const words: CategoryWords = {
  names: ['psu', 'power supply', 'power supply unit', 'powersupply'],
  searchWords: ['power', 'supply', 'psu', 'powersupply'],
  listSpecificationWords,
};

function listSpecificationWords(specs: SpecificationValues): string[] {
  return [
    ...spellNumber(specs, 'watts', (watts) => [
      `${watts}`,
      `${watts}w`,
      `${watts}watt`,
      `${watts}watts`,
      'watt',
    ]),
    ...spellText(getText(specs, 'form')),
    ...spellText(getText(specs, 'efficiency')),
    ...(specs.modular === 'Full' || specs.modular === 'Semi'
      ? ['modular', `${specs.modular.toLowerCase()}`]
      : []),
    ...(getText(specs, 'cardConnectors').includes('16-pin') ? ['12vhpwr', '12v2x6', 'pcie5', '16pin'] : []),
    ...spellText(getText(specs, 'color')),
  ];
}
