/** How searches find processors. */

import { splitList } from '#features/catalogue/rules/fit-fields.ts';
import type { CategoryWords } from '#features/catalogue/rules/listed-category.ts';
import { spellNumber, spellText } from '#features/catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#features/catalogue/rules/specification-fields.ts';

export const words: CategoryWords = {
  names: ['cpu', 'processor', 'cpu processor', 'desktop processor', 'microprocessor'],
  searchWords: ['cpu', 'processor', 'chip'],
  listSpecificationWords,
  listProcessorWords: ({ socket }) => [socket.toLowerCase()],
};

function listSpecificationWords(specs: SpecificationValues): string[] {
  const socket = getText(specs, 'socket');
  return [
    ...spellText(socket),
    ...(/^LGA/.test(socket) ? ['intel'] : []),
    ...spellNumber(specs, 'cores', (cores) => [`${cores}core`, ...(coreNames[cores] ?? [])]),
    ...spellNumber(specs, 'threads', (threads) => [`${threads}thread`]),
    ...spellNumber(specs, 'tdpWatts', (watts) => [`${watts}w`]),
    ...splitList(getText(specs, 'memoryTypes')).flatMap(spellText),
    ...spellText(getText(specs, 'microarchitecture')),
    ...(getText(specs, 'graphics') === 'None' ? [] : spellText(getText(specs, 'graphics'))),
  ];
}

const coreNames: Readonly<Record<number, readonly string[]>> = {
  2: ['dual', 'core'],
  4: ['quad', 'core'],
  6: ['six', 'core'],
  8: ['eight', 'core'],
};
