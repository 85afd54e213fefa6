/** Motherboards. */
import { z } from 'zod';
import type { CategoryDefinition } from '#domain/catalogue/category-definition.ts';
import { formatCount, surround } from '#domain/catalogue/clauses.ts';
import { findExistingImage, findFinish, nearestFinishes } from '#domain/catalogue/image-rules.ts';
import { readNumber } from '#domain/catalogue/import/import-values.ts';
import { makeChoice, makeColorChoice, makeRange } from '#domain/catalogue/lists/filter-kinds.ts';
import {
  getNumber,
  getText,
  spellGigabytes,
  spellNumber,
  spellText,
} from '#domain/catalogue/search/spellings.ts';
import { splitIntoLooseWords } from '#domain/catalogue/search/words.ts';
import {
  colorField,
  type SpecificationField,
  type SpecificationValues,
  specificationText,
} from '#domain/catalogue/specification-fields.ts';

/** Sockets are free text: a new one appears every year or two. */
const schema = z.strictObject({
  socket: specificationText,
  formFactor: z.enum([
    'ATX',
    'Micro ATX',
    'Mini ITX',
    'EATX',
    'XL ATX',
    'SSI CEB',
    'SSI EEB',
    'HPTX',
    'Mini DTX',
    'Flex ATX',
    'Thin Mini ITX',
  ]),
  ddr: z.int().min(1).max(9).optional(),
  memorySlots: z.int().min(1).max(64),
  maxMemoryGb: z.number().min(0.5).max(65536),
  color: specificationText.optional(),
});

const fields = {
  socket: {
    label: 'Socket',
    group: 'Processor',
    explanation: 'The seat of the processor; it must be the same as the processor’s, letter for letter.',
  },
  formFactor: {
    label: 'Form factor',
    group: 'Size',
    explanation:
      'Size and screw holes of the board: EATX is largest, then ATX, Micro ATX and Mini ITX; the case must list it.',
  },
  ddr: {
    label: 'Memory generation',
    group: 'Memory',
    measure: 'generation',
    explanation: 'Which memory the slots take: DDR4 and DDR5 modules are notched differently and never mix.',
  },
  memorySlots: {
    label: 'Memory slots',
    group: 'Memory',
    measure: 'count',
    explanation: 'How many modules can be plugged in; with two already in, four slots leave room to grow.',
  },
  maxMemoryGb: {
    label: 'Maximum memory',
    group: 'Memory',
    measure: 'memory',
    explanation: 'The most that the board takes with all slots filled, given modules large enough.',
  },
  color: colorField,
} as const satisfies Record<keyof z.infer<typeof schema>, SpecificationField>;

const imageKeys = [
  'motherboard-eatx-black',
  'motherboard-eatx-4-black',
  'motherboard-atx-black',
  'motherboard-atx-silver',
  'motherboard-atx-white',
  'motherboard-atx-blue',
  'motherboard-micro-atx-black',
  'motherboard-micro-atx-silver',
  'motherboard-micro-atx-white',
  'motherboard-micro-atx-blue',
  'motherboard-micro-atx-slim-black',
  'motherboard-micro-atx-slim-green',
  'motherboard-mini-itx-black',
  'motherboard-mini-itx-white',
  'motherboard-mini-itx-green',
] as const;

export const motherboard = {
  id: 'motherboard',
  labels: { singular: 'Motherboard', plural: 'Motherboards', option: 'Motherboard' },
  schema,
  fields,
  isFreeForm: false,
  isPricedByCapacity: false,
  filters: [
    makeChoice(fields, 'socket', 'socket'),
    makeChoice(fields, 'form-factor', 'formFactor'),
    makeChoice(fields, 'ddr', 'ddr'),
    makeChoice(fields, 'memory-slots', 'memorySlots', ['down']),
    makeRange(fields, 'max-memory', 'maxMemoryGb', ['down']),
    makeColorChoice(fields),
  ],
  similarityWeights: { socket: 8, ddr: 4, formFactor: 3, memorySlots: 1, maxMemoryGb: 0.5 },
  searchWords: ['motherboard', 'mainboard', 'mobo', 'board', 'socket'],
  names: ['motherboard', 'mainboard', 'mobo', 'mother board', 'main board'],
  listProminentWords: (specs) =>
    platforms.flatMap(([maker, sockets]) => (sockets.test(getText(specs, 'socket')) ? [maker] : [])),
  listSpecificationWords,
  listNameAdditions: () => [],
  describe: (values) => [
    `${values.formFactor} motherboard for socket ${values.socket}`,
    `${formatCount(values.memorySlots, 'memory slot')} for up to ${values.maxMemoryGb}${surround(' of ', values.ddr)}`,
  ],
  skuPrefix: 'MBD',
  importList: {
    name: 'motherboard',
    marks: ['name', 'socket', 'memory_slots'],
    fieldNames: { formFactor: 'form_factor', memorySlots: 'memory_slots', maxMemoryGb: 'max_memory' },
    readSpecification: (row) => ({
      socket: row.socket,
      formFactor: row.form_factor,
      memorySlots: readNumber(row.memory_slots),
      maxMemoryGb: readNumber(row.max_memory),
      color: row.color,
    }),
  },
  imageKeys,
  findImageKey,
  homeImageKey: 'motherboard-atx-white',
} as const satisfies CategoryDefinition<keyof typeof fields>;

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
    ...spellNumber(specs, 'ddr', (ddr) => [`ddr${ddr}`]),
    ...spellGigabytes(getNumber(specs, 'maxMemoryGb')),
    ...spellText(getText(specs, 'color')),
  ];
}

const imageForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ATX: 'atx',
    'XL ATX': 'atx',
    'SSI CEB': 'atx',
    EATX: 'eatx',
    'SSI EEB': 'eatx',
    HPTX: 'eatx',
    'Micro ATX': 'micro-atx',
    'Flex ATX': 'micro-atx-slim',
    'Mini ITX': 'mini-itx',
    'Thin Mini ITX': 'mini-itx',
    'Mini DTX': 'mini-itx',
  }),
);

function findImageKey(specs: SpecificationValues) {
  let form = imageForms.get(String(specs.formFactor)) ?? 'atx';
  const slots = Number(specs.memorySlots ?? 4);
  if (form === 'atx' && slots > 4) form = 'eatx';
  else if (form === 'eatx' && slots <= 4) form = 'eatx-4';
  if (form === 'micro-atx' && slots <= 2) form = 'micro-atx-slim';
  const finish = findFinish(specs.color) ?? (Number(specs.maxMemoryGb ?? 64) <= 16 ? 'green' : 'black');
  const candidates = nearestFinishes[finish].map((near) => `motherboard-${form}-${near}`);
  return findExistingImage(imageKeys, [...candidates, `motherboard-${form}-black`]);
}
