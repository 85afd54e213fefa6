/** Memory (RAM), sold as a kit of one or more equal modules. */
import { z } from 'zod';
import type { CategoryDefinition, RowFields } from '#domain/catalogue/category-definition.ts';
import { formatCount, surround } from '#domain/catalogue/clauses.ts';
import { findFinish, findPictured, nearestFinishes } from '#domain/catalogue/image-rules.ts';
import { readNumber, readNumbers } from '#domain/catalogue/import/import-values.ts';
import { makeChoice, makeColorChoice, makeRange } from '#domain/catalogue/lists/filter-kinds.ts';
import {
  getNumber,
  getText,
  inMegabytes,
  spellGigabytes,
  spellNumber,
  spellText,
} from '#domain/catalogue/search/spellings.ts';
import {
  colorField,
  type SpecificationField,
  type SpecificationValues,
  specificationText,
} from '#domain/catalogue/specification-fields.ts';

/** Capacity is kept beside the modules it follows from, because lists are filtered and sorted by it. */
const schema = z
  .strictObject({
    capacityGb: z.number().min(0.0625).max(16384),
    modules: z.int().min(1).max(16),
    moduleGb: z.number().min(0.0625).max(1024),
    ddr: z.int().min(1).max(9),
    speedMts: z.int().min(100).max(50000),
    casLatency: z.number().min(1).max(200).multipleOf(0.5).optional(),
    firstWordLatencyNs: z.number().min(1).max(100).optional(),
    color: specificationText.optional(),
  })
  .refine((memory) => memory.capacityGb === memory.modules * memory.moduleGb, {
    path: ['capacityGb'],
    message: 'Capacity must be the number of modules times the size of each module',
  })
  .refine((memory) => agreesWithSpeed(memory), {
    path: ['firstWordLatencyNs'],
    message: 'First word latency must be 2000 × CAS latency ÷ speed',
  });

const fields = {
  capacityGb: {
    label: 'Capacity',
    group: 'Size',
    measure: 'memory',
    explanation: 'All modules of the kit together; this is what the computer has for running programs.',
  },
  modules: {
    label: 'Modules',
    group: 'Size',
    measure: 'count',
    explanation: 'How many sticks are in the box; each takes one slot, and two run faster together than one.',
  },
  moduleGb: {
    label: 'Size of each module',
    group: 'Size',
    measure: 'memory',
    explanation: 'What one stick holds; older motherboards limit how much a single slot takes.',
  },
  ddr: {
    label: 'Generation',
    group: 'Speed',
    measure: 'generation',
    explanation: 'The kind of slot it fits: DDR4 and DDR5 are notched differently and never mix.',
  },
  speedMts: {
    label: 'Speed',
    group: 'Speed',
    measure: 'transferRate',
    explanation:
      'Million transfers a second; the advertised number needs a profile (XMP or EXPO) switched on in the BIOS.',
  },
  casLatency: {
    label: 'CAS latency (CL)',
    group: 'Speed',
    measure: 'cycles',
    explanation: 'Clock cycles between asking for a datum and getting it; compare it only at equal speed.',
  },
  firstWordLatencyNs: {
    label: 'First word latency',
    group: 'Speed',
    measure: 'delay',
    explanation:
      'The same wait in nanoseconds, which makes kits of different speeds comparable; less is better.',
  },
  color: colorField,
} as const satisfies Record<keyof z.infer<typeof schema>, SpecificationField>;

const imageKeys = [
  'memory-1-black',
  'memory-1-white',
  'memory-1-silver',
  'memory-1-green',
  'memory-1-black-lit',
  'memory-1-white-lit',
  'memory-2-black',
  'memory-2-white',
  'memory-2-silver',
  'memory-2-red',
  'memory-2-green',
  'memory-2-black-lit',
  'memory-2-white-lit',
  'memory-2-silver-lit',
  'memory-3-black',
  'memory-4-black',
  'memory-4-white',
  'memory-4-silver',
  'memory-4-black-lit',
  'memory-4-white-lit',
  'memory-6-black',
  'memory-8-black',
] as const;

export const memory = {
  id: 'memory',
  labels: { singular: 'Memory', plural: 'Memory', option: 'Memory' },
  schema,
  fields,
  isFreeForm: false,
  isPricedByCapacity: true,
  filters: [
    makeChoice(fields, 'capacity', 'capacityGb', ['up', 'down']),
    makeChoice(fields, 'modules', 'modules'),
    makeChoice(fields, 'module-size', 'moduleGb'),
    makeChoice(fields, 'ddr', 'ddr'),
    makeRange(fields, 'speed', 'speedMts', ['up', 'down']),
    makeRange(fields, 'latency', 'casLatency', ['up']),
    makeRange(fields, 'first-word-latency', 'firstWordLatencyNs', ['up']),
    makeColorChoice(fields),
  ],
  similarityWeights: { ddr: 8, capacityGb: 3, speedMts: 3, modules: 1, casLatency: 1 },
  searchWords: ['memory', 'ram', 'dram', 'module', 'kit'],
  listSpecificationWords,
  listNameAdditions: ({ capacityGb, modules, moduleGb, ddr, speedMts, casLatency }) => [
    `${capacityGb} GB`,
    `(${modules} × ${moduleGb} GB)`,
    `DDR${ddr === 1 ? '' : ddr}-${speedMts}`,
    ...(casLatency === undefined ? [] : [`CL${casLatency}`]),
  ],
  describe: (values) => [
    `${values.capacityGb} of ${values.ddr} memory`,
    `${formatCount(values.modules, 'module')} of ${values.moduleGb}`,
    values.speedMts,
    surround('CAS latency ', values.casLatency),
    surround('first word after ', values.firstWordLatencyNs),
  ],
  skuPrefix: 'MEM',
  importList: {
    name: 'memory',
    marks: ['name', 'speed', 'modules'],
    fieldNames: {
      capacityGb: 'modules',
      modules: 'modules',
      moduleGb: 'modules',
      ddr: 'speed',
      speedMts: 'speed',
      casLatency: 'cas_latency',
      firstWordLatencyNs: 'first_word_latency',
    },
    readSpecification,
  },
  imageKeys,
  findImageKey,
  homeImageKey: 'memory-2-white-lit',
} as const satisfies CategoryDefinition<keyof typeof fields>;

/** Data moves twice a clock, so a cycle lasts 2000 ÷ speed nanoseconds; lists round the result to thousandths. */
function agreesWithSpeed(memory: {
  speedMts: number;
  casLatency?: number | undefined;
  firstWordLatencyNs?: number | undefined;
}): boolean {
  if (memory.casLatency === undefined || memory.firstWordLatencyNs === undefined) return true;
  return Math.abs((2000 * memory.casLatency) / memory.speedMts - memory.firstWordLatencyNs) < 0.1;
}

/** '2 × 16 GB DDR5-6000 CL36' is found by 2x16, 2x16gb, 32gb, ddr5, 6000, 6000mhz, cl36 …. */
function listSpecificationWords(specs: SpecificationValues): string[] {
  const [kit, modules, size] = ['capacityGb', 'modules', 'moduleGb'].map((field) => getNumber(specs, field));
  return [
    ...spellGigabytes(kit),
    ...(modules && size
      ? inMegabytes(size).flatMap(([each, unit]) => [`${modules}x${each}`, `${modules}x${each}${unit}`])
      : []),
    ...spellNumber(specs, 'ddr', (ddr) => [ddr === 1 ? 'ddr' : `ddr${ddr}`]),
    ...spellNumber(specs, 'speedMts', (speed) => [`${speed}`, `${speed}mhz`, `${speed}mts`]),
    ...spellNumber(specs, 'casLatency', (latency) => [`cl${latency}`, `c${latency}`]),
    ...spellText(getText(specs, 'color')),
  ];
}

/** A speed without a generation is plain DDR's; early modules are measured in megabytes. */
function readSpecification(row: RowFields): RowFields {
  const speeds = readNumbers(row.speed);
  const [ddr, speedMts] = speeds.length === 1 ? [1, speeds[0]] : speeds;
  const [modules, size] = readNumbers(row.modules);
  const moduleGb = isInMegabytes(ddr, size) ? size / 1024 : size;
  return {
    capacityGb: modules === undefined || moduleGb === undefined ? undefined : modules * moduleGb,
    modules,
    moduleGb,
    ddr,
    speedMts,
    casLatency: readNumber(row.cas_latency),
    firstWordLatencyNs: readNumber(row.first_word_latency),
    color: row.color,
  };
}

/** No module up to DDR3 ever held 128 GB, and none from DDR4 on as little as 1 GB. */
function isInMegabytes(ddr: number | undefined, size: number | undefined): size is number {
  return ddr !== undefined && ddr <= 3 && size !== undefined && size >= 128;
}

/** Modules in a kit that is pictured; kits of other counts are rare. */
const picturedModules = [8, 6, 4, 3, 2, 1];

/** As many modules as are in the box; the name tells whether they have a light bar. */
function findImageKey(specs: SpecificationValues, name: string) {
  const modules = Number(specs.modules ?? 2);
  const count = picturedModules.find((each) => each <= modules) ?? 1;
  // Modules of unknown color are bare boards up to DDR3 and mostly dressed in black since.
  const finish = findFinish(specs.color) ?? (Number(specs.ddr ?? 4) <= 3 ? 'green' : 'black');
  const lit = /RGB|\bLED\b|\bLIT\b|AURA/i.test(name) ? '-lit' : '';
  const candidates = nearestFinishes[finish].flatMap((near) => [
    `memory-${count}-${near}${lit}`,
    `memory-${count}-${near}`,
  ]);
  return findPictured(imageKeys, [...candidates, `memory-${count}-black`]);
}
