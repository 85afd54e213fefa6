/** Motherboards. */
import { z } from 'zod';
import type { CategoryDefinition } from '#catalogue/rules/category-definition.ts';
import { formatCount, surround, withArticle } from '#catalogue/rules/clauses.ts';
import { specificationList, yesOrNo } from '#catalogue/rules/fit-fields.ts';
import { findFinish, findFinishedImage, listImages } from '#catalogue/rules/image-rules.ts';
import {
  colorField,
  type SpecificationField,
  type SpecificationValues,
  specificationText,
} from '#catalogue/rules/specification-fields.ts';

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
  chipset: specificationText.optional(),
  ddr: z.int().min(1).max(9).optional(),
  memorySlots: z.int().min(1).max(64),
  maxMemoryGb: z.number().min(0.5).max(65536),
  memoryForm: z.enum(['DIMM', 'SO-DIMM']).optional(),
  ecc: yesOrNo.optional(),
  registered: yesOrNo.optional(),
  m2Slots: z.int().min(0).max(64).optional(),
  m2Sizes: specificationList.optional(),
  m2Generation: z.int().min(1).max(9).optional(),
  m2SataSlots: z.int().min(0).max(64).optional(),
  sataPorts: z.int().min(0).max(64).optional(),
  flashback: yesOrNo.optional(),
  wireless: z
    .enum(['None', 'Wi-Fi', 'Wi-Fi 4', 'Wi-Fi 5', 'Wi-Fi 6', 'Wi-Fi 6 or 6E', 'Wi-Fi 6E', 'Wi-Fi 7'])
    .optional(),
  color: specificationText.optional(),
});

const fields = {
  socket: {
    label: 'Socket',
    group: 'Processor',
    phrase: 'socket #',
    explanation: 'The seat of the processor; it must be the same as the processor’s, letter for letter.',
  },
  chipset: {
    label: 'Chipset',
    group: 'Processor',
    explanation:
      'Decides which processors run, whether they can be overclocked, and how many drives and ports there are.',
    derivedFrom: 'the name',
  },
  flashback: {
    label: 'BIOS flashback',
    group: 'Processor',
    explanation: 'Whether its firmware can be updated without a processor, as a newer one may need.',
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
    derivedFrom: 'the socket or the name',
  },
  memorySlots: {
    label: 'Memory slots',
    group: 'Memory',
    better: 'more',
    measure: 'count',
    superlatives: { nouns: ['ram slots', 'dimm slots', 'slots'] },
    phrase: '# memory slots',
    explanation: 'How many modules can be plugged in; with two already in, four slots leave room to grow.',
  },
  maxMemoryGb: {
    label: 'Maximum memory',
    group: 'Memory',
    better: 'more',
    plausible: [0.5, 16_384],
    measure: 'memory',
    superlatives: { nouns: ['memory', 'ram', 'memory support', 'ram support'] },
    phrase: 'up to # of memory',
    explanation: 'The most that the board takes with all slots filled, given modules large enough.',
  },
  memoryForm: {
    label: 'Memory form',
    group: 'Memory',
    explanation: 'The length of the slots: DIMM for desktop memory, SO-DIMM for that of laptops.',
  },
  ecc: {
    label: 'ECC memory',
    group: 'Memory',
    explanation:
      'Whether it runs memory that checks and corrects itself, with a processor that does so, too.',
  },
  registered: {
    label: 'Registered memory',
    group: 'Memory',
    explanation:
      'Whether it takes registered modules (RDIMM), as servers do; desktop boards take unbuffered ones.',
  },
  m2Slots: {
    label: 'M.2 slots',
    group: 'Drives',
    better: 'more',
    measure: 'count',
    phrase: '# M.2 slots',
    explanation: 'How many M.2 drives can sit on the board; one for the Wi-Fi card does not count.',
  },
  m2Sizes: {
    label: 'M.2 sizes',
    group: 'Drives',
    explanation: 'The sizes of M.2 drives that can be screwed down: 2280 is 22 mm wide and 80 mm long.',
  },
  m2Generation: {
    label: 'Fastest M.2 slot',
    group: 'Drives',
    better: 'more',
    measure: 'pcieGeneration',
    explanation: 'The PCIe generation of its fastest M.2 slot; newer drives run there at its speed.',
  },
  m2SataSlots: {
    label: 'M.2 slots for SATA',
    group: 'Drives',
    measure: 'count',
    explanation: 'How many of the M.2 slots also take M.2 drives that speak SATA.',
  },
  sataPorts: {
    label: 'SATA ports',
    group: 'Drives',
    better: 'more',
    measure: 'count',
    phrase: '# SATA ports',
    explanation: 'How many SATA drives can be plugged in; used M.2 slots may switch some of them off.',
  },
  wireless: {
    label: 'Wireless',
    group: 'Connection',
    explanation: 'Whether the board has Wi-Fi of its own; a board without takes an adapter.',
    derivedFrom: 'the name',
  },
  color: colorField,
} as const satisfies Record<keyof z.infer<typeof schema>, SpecificationField>;

const imageKeys = listImages(
  'motherboard',
  `eatx-black eatx-4-black atx-black atx-silver atx-white atx-blue micro-atx-black micro-atx-silver
  micro-atx-white micro-atx-blue micro-atx-slim-black micro-atx-slim-green mini-itx-black mini-itx-white mini-itx-green`,
);

export const motherboard = {
  id: 'motherboard',
  labels: {
    singular: 'Motherboard',
    plural: 'Motherboards',
    option: 'Motherboard',
    counted: { singular: 'motherboard', plural: 'motherboards' },
  },
  schema,
  fields,
  typicalGrams: 1_600,
  similarityWeights: { socket: 8, ddr: 4, formFactor: 3, memorySlots: 1, maxMemoryGb: 0.5 },
  variantFields: ['socket', 'chipset', 'formFactor', 'ddr', 'memorySlots'],
  describe: ({
    formFactor,
    socket,
    chipset,
    memorySlots,
    maxMemoryGb,
    ddr,
    m2Slots,
    sataPorts,
    wireless,
    color,
  }) => [
    `${withArticle(`${formFactor} board`)} ${describeSocket(socket)}${surround(', with the ', chipset, ' chipset')}`,
    memorySlots === '1'
      ? `Its memory slot takes up to ${maxMemoryGb}${surround(' of ', ddr)}`
      : `Its ${memorySlots} memory slots take up to ${maxMemoryGb}${surround(' of ', ddr)} together`,
    m2Slots && sataPorts
      ? `For drives it has ${formatCount(m2Slots, 'M.2 slot')} and ${formatCount(sataPorts, 'SATA port')}`
      : '',
    wireless && wireless !== 'None' ? `${wireless} is built in` : '',
    surround('The board is ', color),
  ],
  skuPrefix: 'MBD',
  imageKeys,
  findImageKey,
  homeImageKey: 'motherboard-atx-white',
} as const satisfies CategoryDefinition<keyof typeof fields>;

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
  return findFinishedImage(imageKeys, `motherboard-${form}`, finish);
}

function describeSocket(socket = ''): string {
  const [, processor] = /^Integrated (.+)$/.exec(socket) ?? [];
  if (processor) return `with the processor ${processor} soldered on`;
  const [, count, each] = /^(\d) x (.+)$/.exec(socket) ?? [];
  return count ? `for ${count} processors with socket ${each}` : `for processors with socket ${socket}`;
}
