/** How searches find memory. */
import type { CategoryWords } from '#features/catalogue/rules/listed-category.ts';
import {
  spellGigabytes,
  spellNumber,
  spellText,
  splitUnit,
} from '#features/catalogue/rules/search/spellings.ts';
import {
  getNumber,
  getText,
  type SpecificationValues,
} from '#features/catalogue/rules/specification-fields.ts';

export const words: CategoryWords = {
  names: `memory, ram, dram, dimm, ram memory, memory ram, memory module, ram module, ram kit, memory kit,
    ram stick, memory stick`.split(/,\s+/),
  searchWords: ['memory', 'ram', 'dram', 'module', 'kit', 'stick'],
  typicalWords: /\bddr\d/i,
  listSpecificationWords,
  listUseWords: (_, name) => (/so-?dimm|\bimpact\b/i.test(name) ? ['laptop', 'notebook', 'sodimm'] : []),
  listProcessorWords: ({ ddr }) => (ddr === undefined ? [] : [`ddr${ddr}`]),
};

function listSpecificationWords(specs: SpecificationValues): string[] {
  const [kit, modules, size] = ['capacityGb', 'modules', 'moduleGb'].map((field) => getNumber(specs, field));
  return [
    ...spellGigabytes(kit),
    ...(modules && size
      ? splitUnit(size).flatMap(([each, unit]) => [`${modules}x${each}`, `${modules}x${each}${unit}`])
      : []),
    ...spellNumber(specs, 'modules', (count) => [`${count}module`, ...(moduleCounts[count] ?? [])]),
    ...spellNumber(specs, 'ddr', (ddr) => [ddr === 1 ? 'ddr' : `ddr${ddr}`]),
    ...spellNumber(specs, 'speedMts', (speed) => [`${speed}`, `${speed}mhz`, `${speed}mts`]),
    ...spellText(getText(specs, 'form')),
    ...(getText(specs, 'form') === 'SO-DIMM' ? ['sodimm', 'laptop', 'notebook'] : []),
    ...(getText(specs, 'ecc') === 'Yes' ? ['ecc'] : []),
    ...(getText(specs, 'registered') === 'Yes' ? ['registered', 'rdimm'] : []),
    ...spellBandwidth(getNumber(specs, 'ddr'), getNumber(specs, 'speedMts')),
    ...spellNumber(specs, 'casLatency', (latency) => [`cl${latency}`, `c${latency}`]),
    ...spellText(getText(specs, 'color')),
  ];
}

/** 'PC4-25600': eight bytes a transfer, in hundreds of MB/s. Source: JEDEC's names of modules. */
function spellBandwidth(ddr: number | undefined, speedMts: number | undefined): string[] {
  if (ddr === undefined || speedMts === undefined) return [];
  const bandwidth = Math.floor((speedMts * 8) / 100) * 100;
  const generation = ddr === 1 ? 'pc' : `pc${ddr}`;
  return [generation, `${bandwidth}`, `${generation}${bandwidth}`];
}

/** 'single stick', 'dual channel'. */
const moduleCounts: Readonly<Record<number, readonly string[]>> = {
  1: ['single'],
  2: ['dual', 'channel'],
  3: ['triple', 'channel'],
  4: ['quad', 'channel'],
};
