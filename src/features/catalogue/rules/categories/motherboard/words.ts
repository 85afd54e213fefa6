/** How searches find motherboards. */

import type { CategoryWords } from '#features/catalogue/rules/listed-category.ts';
import { spellGigabytes, spellNumber, spellText } from '#features/catalogue/rules/search/spellings.ts';
import { splitIntoLooseWords } from '#features/catalogue/rules/search/words.ts';
import {
  getNumber,
  getText,
  type SpecificationValues,
} from '#features/catalogue/rules/specification-fields.ts';

export const words: CategoryWords = {
  names: ['motherboard', 'mainboard', 'mobo', 'mother board', 'main board', 'board'],
  searchWords: ['motherboard', 'mainboard', 'mobo', 'board', 'socket'],
  listProminentWords: (specs) =>
    platforms.flatMap(([maker, sockets]) => (sockets.test(getText(specs, 'socket')) ? [maker] : [])),
  listSpecificationWords,
  listUseWords: ({ formFactor }) =>
    /ITX|Micro|DTX|Flex/.test(String(formFactor)) ? ['small', 'compact'] : [],
  listProcessorWords: ({ socket, chipset }) => [(chipset ?? socket).toLowerCase()],
};

/** 'Micro ATX' is no 'atx'. */
function listFormFactorWords(formFactor: string): string[] {
  const [, size, form] = /^(micro|mini) (atx|itx)$/.exec(formFactor.toLowerCase()) ?? [];
  if (!size || !form) return [...spellText(formFactor), splitIntoLooseWords(formFactor).join('')];
  return [`${size}${form}`, `m${form}`, size, ...(form === 'itx' ? [form] : [])];
}

/** Whose processors a socket takes, and their families. */
const platforms: [string, RegExp][] = [
  ['intel', /lga|^(?:socket )?(?:370|478|775|1\d{3})\b/i],
  ['amd', /^(?:AM\d|FM\d|s?TR|sWRX|SP\d)/i],
  ['ryzen', /^AM[45]/i],
  ['threadripper', /^(?:s?TR|sWRX)/i],
  ['epyc', /^SP\d/i],
];

function listSpecificationWords(specs: SpecificationValues): string[] {
  const socket = getText(specs, 'socket');
  const [, letters, digits] = /^([A-Za-z]+)(\d{3,})/.exec(socket) ?? [];
  const formFactor = getText(specs, 'formFactor');
  return [
    ...spellText(socket),
    ...(letters && digits ? [letters.toLowerCase(), digits] : []),
    ...listFormFactorWords(formFactor),
    ...spellText(getText(specs, 'chipset')),
    ...spellNumber(specs, 'ddr', (ddr) => [`ddr${ddr}`]),
    ...listWirelessWords(getText(specs, 'wireless')),
    ...spellGigabytes(getNumber(specs, 'maxMemoryGb')),
    ...spellNumber(specs, 'memorySlots', (slots) => [`${slots}slot`]),
    ...(getText(specs, 'memoryForm') === 'SO-DIMM' ? ['sodimm'] : []),
    ...(getText(specs, 'flashback') === 'Yes' ? ['flashback'] : []),
    ...spellNumber(specs, 'm2Slots', (slots) => (slots > 0 ? ['m.2', 'm2', 'nvme'] : [])),
    ...spellText(getText(specs, 'color')),
  ];
}

function listWirelessWords(wireless: string): string[] {
  return wireless === '' || wireless === 'None'
    ? []
    : ['wifi', 'wireless', ...spellText(wireless.replace(' or ', ' Wi-Fi '))];
}
