/** How searches find coolers of processors. */

import { splitList } from '#features/catalogue/rules/fit-fields.ts';
import type { CategoryWords } from '#features/catalogue/rules/listed-category.ts';
import { spellNumber, spellText } from '#features/catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#features/catalogue/rules/specification-fields.ts';

export const words: CategoryWords = {
  names: `cpu cooler, processor cooler, cooler, aio, aio cooler, liquid cooler, water cooler, air cooler,
    cpu heatsink, cpu fan`.split(/,\s+/),
  searchWords: ['cpu', 'processor', 'cooler', 'cooling', 'heatsink', 'fan'],
  listSpecificationWords,
  listProcessorWords: ({ socket }) => [socket.toLowerCase()],
};

function listSpecificationWords(specs: SpecificationValues): string[] {
  const sockets = splitList(getText(specs, 'sockets'));
  return [
    ...sockets.flatMap(spellText),
    ...(sockets.some((socket) => /^LGA/.test(socket)) ? ['intel'] : []),
    ...(sockets.some((socket) => /^AM/.test(socket)) ? ['amd', 'ryzen'] : []),
    ...(specs.cooling === 'Liquid'
      ? ['liquid', 'water', 'aio', 'radiator', 'watercooling']
      : ['air', 'tower']),
    ...spellNumber(specs, 'radiatorMm', (length) => [`${length}`, `${length}mm`]),
    ...spellNumber(specs, 'ratedWatts', (watts) => [`${watts}w`]),
    ...spellText(getText(specs, 'color')),
  ];
}
