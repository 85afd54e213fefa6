/** Specifications in the spellings in which people look for them. */
import type { Category } from '#domain/parts.ts';
import { looseWordsOf, undotted, wordsOf } from '#domain/search/words.ts';
import type { SpecificationValues } from '#domain/specifications.ts';

/** '2 × 16 GB DDR5-6000 CL36' is found by 2x16, 2x16gb, 32gb, ddr5, 6000, 6000mhz, cl36 …. */
export function specificationWords(category: Category, specs: SpecificationValues): string[] {
  switch (category) {
    case 'memory':
      return memoryWords(specs);
    case 'hard-disk':
    case 'ssd':
      return driveWords(category, specs);
    case 'motherboard':
      return motherboardWords(specs);
    case 'graphics-card':
      return graphicsCardWords(specs);
    case 'other':
      return Object.entries(specs).flatMap(([field, value]) =>
        typeof value === 'boolean' ? wordsOf(field) : texts(`${field} ${value ?? ''}`),
      );
  }
}

function memoryWords(specs: SpecificationValues): string[] {
  const [kit, modules, size] = ['capacityGb', 'modules', 'moduleGb'].map((field) => numberIn(specs, field));
  return [
    ...amount(kit),
    ...(modules && size
      ? inMegabytes(size).flatMap(([each, unit]) => [`${modules}x${each}`, `${modules}x${each}${unit}`])
      : []),
    ...spell(specs, 'ddr', (ddr) => [ddr === 1 ? 'ddr' : `ddr${ddr}`]),
    ...spell(specs, 'speedMts', (speed) => [`${speed}`, `${speed}mhz`, `${speed}mts`]),
    ...spell(specs, 'casLatency', (latency) => [`cl${latency}`, `c${latency}`]),
    ...texts(textIn(specs, 'color')),
  ];
}

function driveWords(category: 'hard-disk' | 'ssd', specs: SpecificationValues): string[] {
  const connection = textIn(specs, 'interface');
  const isPcie = connection.includes('PCIe');
  const generation = /PCIe (\d)\.0/.exec(connection)?.[1];
  return [
    ...amount(numberIn(specs, 'capacityGb')),
    ...spell(specs, 'capacityGb', inTerabytes),
    ...texts(connection),
    ...(/^SATA/.test(connection) ? [`sata${{ '6': 3, '3': 2, '1': 1 }[connection[5] ?? ''] ?? ''}`] : []),
    ...(isPcie && category === 'ssd' ? ['nvme'] : []),
    ...(generation ? [`gen${generation}`, `pcie${generation}`] : []),
    ...texts(textIn(specs, 'formFactor')),
    ...spell(specs, 'rpm', (rpm) => [`${rpm}`, `${rpm}rpm`]),
    ...spell(specs, 'cacheMb', (cache) => [`${cache}mb`]),
  ];
}

function motherboardWords(specs: SpecificationValues): string[] {
  const socket = textIn(specs, 'socket');
  const [, letters, digits] = /^([A-Za-z]+)(\d{3,})/.exec(socket) ?? [];
  const formFactor = textIn(specs, 'formFactor');
  return [
    ...texts(socket),
    ...(letters && digits ? [letters.toLowerCase(), digits] : []),
    ...texts(formFactor),
    looseWordsOf(formFactor).join(''),
    ...(/^M(icro|ini) (ATX|ITX)$/.test(formFactor) ? [`m${formFactor.slice(-3).toLowerCase()}`] : []),
    ...spell(specs, 'ddr', (ddr) => [`ddr${ddr}`]),
    ...amount(numberIn(specs, 'maxMemoryGb')),
    ...texts(textIn(specs, 'color')),
  ];
}

/** The chipset also in one word: 'rtx4070', '4070ti', 'rtx4070ti'. */
function graphicsCardWords(specs: SpecificationValues): string[] {
  const chipset = wordsOf(textIn(specs, 'chipset'));
  const runs = chipset.flatMap((_, index) => [
    chipset.slice(index, index + 2).join(''),
    chipset.slice(index, index + 3).join(''),
  ]);
  return [
    ...chipset,
    ...looseWordsOf(textIn(specs, 'chipset')),
    ...runs.map((run) => run.slice(0, 60)),
    ...makersOfChips.flatMap(([maker, family]) => (family.test(textIn(specs, 'chipset')) ? [maker] : [])),
    ...amount(numberIn(specs, 'memoryGb')),
    ...texts(textIn(specs, 'color')),
  ];
}

const makersOfChips: [string, RegExp][] = [
  ['nvidia', /geforce|quadro|titan|nvs|tesla|^rtx|^t\d/i],
  ['amd', /radeon|firepro|vega/i],
  ['intel', /\barc\b/i],
];

function amount(gigabytes: number | undefined): string[] {
  if (gigabytes === undefined) return [];
  return inMegabytes(gigabytes).flatMap(([each, unit]) => [`${each}${unit}`, each]);
}

/** Half a gigabyte of memory is looked for as 512 MB. */
function inMegabytes(gigabytes: number): [string, 'gb' | 'mb'][] {
  return gigabytes < 1 ? [[String(gigabytes * 1024), 'mb']] : [[String(gigabytes), 'gb']];
}

/** A drive of 1,024 GB is sold as one of a terabyte; 3,840 GB are 3.84 TB or 3.8. */
function inTerabytes(gigabytes: number): string[] {
  if (gigabytes < 1000) return [];
  const terabytes = gigabytes / 1000;
  return [2, 1].map((digits) => `${Number(terabytes.toFixed(digits))}tb`);
}

function texts(text: string): string[] {
  const words = [...wordsOf(text), ...looseWordsOf(text)];
  return [...words, ...words.flatMap(undotted)];
}

function numberIn(specs: SpecificationValues, field: string): number | undefined {
  const value = specs[field];
  return typeof value === 'number' ? value : undefined;
}

function textIn(specs: SpecificationValues, field: string): string {
  const value = specs[field];
  return typeof value === 'string' ? value : '';
}

/** The words of a field; none where it is missing, as a part may be on sale before it is described. */
function spell(specs: SpecificationValues, field: string, words: (value: number) => string[]): string[] {
  const value = numberIn(specs, field);
  return value === undefined ? [] : words(value);
}
