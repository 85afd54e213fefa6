/** Motherboards. */
import { z } from 'zod';
import { type CategoryDefinition, makeLabels } from '#catalogue/rules/category-definition.ts';
import { formatCount, surround, withArticle } from '#catalogue/rules/clauses.ts';
import {
  type FactType,
  makeListType,
  makeNameList,
  makeNameType,
  memoryForm,
  yesOrNo,
} from '#catalogue/rules/facts/fact-types.ts';
import { spellChipset, spellSocket } from '#catalogue/rules/facts/spellings.ts';
import { defineImages, findFinish, makeFinishFact } from '#catalogue/rules/image-rules.ts';
import {
  amount,
  colorField,
  makeSchema,
  type SpecificationField,
  type SpecificationValues,
  specificationText,
  wholeAmount,
} from '#catalogue/rules/specification-fields.ts';

/** 'AM3+/AM3' takes the processors of both, '2 x LGA2011-3' two of them. */
const boardSockets: FactType<{ names: readonly string[]; processors: number }> = {
  parse(text) {
    const [, count = '1', sockets = ''] = /^(?:([1-9]\d?) x )?(.*)$/i.exec(text) ?? [];
    const names = [...new Set(sockets.split('/').map(spellSocket).filter(Boolean))];
    return names.length > 0 ? { names, processors: Number(count) } : undefined;
  },
  format: ({ names, processors }) => `${processors > 1 ? `${processors} x ` : ''}${names.join('/')}`,
};

/** '2242, 2280' are lengths of 42 and 80 mm. */
const m2Lengths = makeListType(
  (entry) => Number(/^2[25](\d{2,3})$/.exec(entry)?.[1]) || undefined,
  (length) => `22${length}`,
);

const fields = {
  /** Free text: a new one appears every year or two. */
  socket: {
    label: 'Socket',
    schema: specificationText,
    type: boardSockets,
    group: 'Processor',
    phrase: 'socket #',
    explanation: 'The seat of the processor; it must be the same as the processor’s, letter for letter.',
  },
  chipset: {
    label: 'Chipset',
    type: makeNameType(spellChipset),
    explanation:
      'Decides which processors run, whether they can be overclocked, and how many drives and ports there are.',
    derivedFrom: 'the name',
  },
  flashback: {
    label: 'BIOS flashback',
    type: yesOrNo,
    explanation: 'Whether its firmware can be updated without a processor, as a newer one may need.',
  },
  formFactor: {
    label: 'Form factor',
    schema: z.enum([
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
    group: 'Size',
    explanation:
      'Size and screw holes of the board: EATX is largest, then ATX, Micro ATX and Mini ITX; the case must list it.',
  },
  ddr: {
    label: 'Memory generation',
    ...wholeAmount('generation', { possible: [1, 9] }),
    group: 'Memory',
    explanation: 'Which memory the slots take: DDR4 and DDR5 modules are notched differently and never mix.',
    derivedFrom: 'the socket or the name',
  },
  memorySlots: {
    label: 'Memory slots',
    ...wholeAmount('count', { possible: [1, 64], isAlwaysKnown: true }),
    better: 'more',
    superlatives: { nouns: ['ram slots', 'dimm slots', 'dimms', 'slots'] },
    phrase: '# memory slots',
    explanation: 'How many modules can be plugged in; with two already in, four slots leave room to grow.',
  },
  maxMemoryGb: {
    label: 'Maximum memory',
    ...amount('memory', { possible: [0.5, 65536], plausible: [0.5, 16_384], isAlwaysKnown: true }),
    better: 'more',
    superlatives: { nouns: ['memory', 'ram', 'memory support', 'ram support'] },
    phrase: 'up to # of memory',
    explanation: 'The most that the board takes with all slots filled, given modules large enough.',
  },
  memoryForm: {
    label: 'Memory form',
    type: memoryForm,
    explanation: 'The length of the slots: DIMM for desktop memory, SO-DIMM for that of laptops.',
    derivedFrom: 'the form factor, the socket and the name',
  },
  ecc: {
    label: 'ECC memory',
    type: yesOrNo,
    explanation:
      'Whether it runs memory that checks and corrects itself, with a processor that does so, too.',
  },
  registered: {
    label: 'Registered memory',
    type: yesOrNo,
    explanation:
      'Whether it takes registered modules (RDIMM), as servers do; desktop boards take unbuffered ones.',
  },
  m2Slots: {
    label: 'M.2 slots',
    ...wholeAmount('count', { possible: [0, 64] }),
    group: 'Drives',
    better: 'more',
    superlatives: { nouns: ['m2 slots', 'nvme slots', 'm\\.?2', 'nvme'] },
    phrase: '# M.2 slots',
    explanation: 'How many M.2 drives can sit on the board; one for the Wi-Fi card does not count.',
  },
  m2Sizes: {
    label: 'M.2 sizes',
    schema: makeNameList().schema.optional(),
    type: m2Lengths,
    explanation: 'The sizes of M.2 drives that can be screwed down: 2280 is 22 mm wide and 80 mm long.',
  },
  m2Generation: {
    label: 'Fastest M.2 slot',
    ...wholeAmount('pcieGeneration', { possible: [1, 9] }),
    better: 'more',
    explanation: 'The PCIe generation of its fastest M.2 slot; newer drives run there at its speed.',
  },
  m2SataSlots: {
    label: 'M.2 slots for SATA',
    ...wholeAmount('count', { possible: [0, 64] }),
    explanation: 'How many of the M.2 slots also take M.2 drives that speak SATA.',
  },
  sataPorts: {
    label: 'SATA ports',
    ...wholeAmount('count', { possible: [0, 64], plausible: [1, 32] }),
    better: 'more',
    superlatives: { nouns: ['sata', 'sata connectors'] },
    phrase: '# SATA ports',
    explanation: 'How many SATA drives can be plugged in; used M.2 slots may switch some of them off.',
  },
  cardSlots: {
    label: 'Long slots for cards',
    ...wholeAmount('count', { possible: [0, 64] }),
    group: 'Cards',
    better: 'more',
    explanation: 'How many PCIe slots are long enough for a graphics card (x16).',
  },
  processorPlugs: {
    label: 'Processor power sockets',
    ...wholeAmount('count', { possible: [0, 8] }),
    group: 'Power',
    explanation: 'How many plugs of 4 or 8 pins (EPS) it takes for the processor; one is enough for most.',
  },
  wireless: {
    label: 'Wireless',
    schema: z
      .enum(['None', 'Wi-Fi', 'Wi-Fi 4', 'Wi-Fi 5', 'Wi-Fi 6', 'Wi-Fi 6 or 6E', 'Wi-Fi 6E', 'Wi-Fi 7'])
      .optional(),
    group: 'Connection',
    explanation: 'Whether the board has Wi-Fi of its own; a board without takes an adapter.',
    derivedFrom: 'the name',
  },
  color: colorField,
} as const satisfies Record<string, SpecificationField>;

const images = defineImages({
  start: 'motherboard',
  facts: {
    form: {
      steps: ['mini-itx', 'micro-atx-slim', 'micro-atx', 'atx', 'eatx-4', 'eatx', 'eatx-16'],
      weight: 100,
    },
    socket: { steps: ['', 'pins'], weight: 6 },
    finish: makeFinishFact(8),
  },
  look: (specs) => ({
    form: findImageForm(specs),
    socket: /\b[AF]M[1-4]\b/.test(String(specs.socket)) ? 'pins' : '',
    finish:
      findFinish(specs.color, { silver: 'silver', gold: 'gold' }) ??
      (Number(specs.maxMemoryGb ?? 64) <= 16 ? 'green' : 'black'),
  }),
  print: ({ socket, ddr }) => [
    socket === undefined ? undefined : String(socket),
    ddr ? `DDR${ddr}` : undefined,
  ],
  secondView: 'ports',
});

/** 'Asus H610 PRIME H610M-E' and 'Gigabyte AMD 970 GA-970A' have it in the model, too. */
const repeatedChipset = /(?<=^\S+ )(?:(?:AMD|Intel) )?([A-Z]\d{2,3}E?|\d{3}[A-Z]*) (?=.*\1)/;

export const motherboard = {
  id: 'motherboard',
  labels: makeLabels('Motherboard', 'Motherboards'),
  schema: makeSchema(fields),
  fields,
  typicalGrams: 1_600,
  similarityWeights: { socket: 8, ddr: 4, formFactor: 3, memorySlots: 1, maxMemoryGb: 0.5 },
  variantFields: ['socket', 'chipset', 'formFactor', 'ddr', 'memorySlots'],
  cleanName: (name) => name.replace(repeatedChipset, ''),
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
  ...images,
  homeImageKey: 'motherboard-atx-white',
} as const satisfies CategoryDefinition<keyof typeof fields>;

const imageForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
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

function findImageForm({ formFactor, memorySlots, socket }: SpecificationValues): string {
  const form = imageForms.get(String(formFactor)) ?? 'atx';
  const slots = Number(memorySlots ?? 4);
  if (slots > 8 || /^[2-9] x /.test(String(socket))) return 'eatx-16';
  if (form === 'atx') return slots > 4 ? 'eatx' : 'atx';
  if (form === 'eatx') return slots > 4 ? 'eatx' : 'eatx-4';
  return form === 'micro-atx' && slots <= 2 ? 'micro-atx-slim' : form;
}

function describeSocket(socket = ''): string {
  const [, processor] = /^Integrated (.+)$/.exec(socket) ?? [];
  if (processor) return `with the processor ${processor} soldered on`;
  const [, count, each] = /^(\d) x (.+)$/.exec(socket) ?? [];
  return count ? `for ${count} processors with socket ${each}` : `for processors with socket ${socket}`;
}
