/** SSDs: drives of flash memory. */
import { z } from 'zod';
import { driveCapacityField, driveForm, formatDriveSize } from '#catalogue/rules/categories/drives.ts';
import { type CategoryDefinition, makeLabels } from '#catalogue/rules/category-definition.ts';
import { surround, withArticle } from '#catalogue/rules/clauses.ts';
import { chooseBy, defineImages, includesText } from '#catalogue/rules/image-rules.ts';
import {
  makeSchema,
  type SpecificationField,
  type SpecificationValues,
  wholeAmount,
} from '#catalogue/rules/specification-fields.ts';
import {
  readDramCache,
  readDriveOperations,
  readDriveSpeed,
  readEndurance,
} from '#catalogue/rules/stated-facts.ts';

const fields = {
  capacityGb: driveCapacityField,
  formFactor: {
    label: 'Form factor',
    schema: z.enum([
      'M.2-2230',
      'M.2-2242',
      'M.2-2260',
      'M.2-2280',
      'M.2-22110',
      '2.5-inch',
      '3.5-inch',
      'mSATA',
      'PCIe card',
    ]),
    type: driveForm,
    explanation:
      'For M.2 the digits are width and length in millimetres: 2280 is 22 by 80, and the slot must have a screw hole at that length.',
  },
  interface: {
    label: 'Interface',
    schema: z.enum([
      'M.2 PCIe 6.0 X4',
      'M.2 PCIe 5.0 X4',
      'M.2 PCIe 5.0 X2',
      'M.2 PCIe 4.0 X8',
      'M.2 PCIe 4.0 X4',
      'M.2 PCIe 3.0 X4',
      'M.2 PCIe 3.0 X2',
      'M.2 PCIe 2.0 X4',
      'M.2 SATA',
      'PCIe x8',
      'PCIe x4',
      'PCIe x2',
      'PCIe x1',
      'U.2',
      'mSATA',
      'SATA 6.0 Gb/s',
      'SATA 3.0 Gb/s',
      'SATA 1.5 Gb/s',
      'SAS 12.0 Gb/s',
      'SAS 6.0 Gb/s',
      'PATA 44-Pin 133',
      'PATA 44-Pin 100',
    ]),
    group: 'Connection',
    explanation:
      'How it talks to the board; a newer PCIe drive works in an older PCIe slot at that slot’s speed, but SATA and PCIe do not mix.',
  },
  protocol: {
    label: 'Protocol',
    schema: z.enum(['NVMe', 'AHCI', 'SATA', 'SAS']).optional(),
    explanation: 'NVMe drives are several times as fast as SATA drives; an M.2 slot may take one kind only.',
    derivedFrom: 'the interface or the name',
  },
  pcieGeneration: {
    label: 'PCIe generation',
    ...wholeAmount('pcieGeneration', { possible: [1, 9] }),
    better: 'more',
    isLacked: ({ protocol, interface: connection }) =>
      protocol === 'SATA' || protocol === 'SAS' || /^(?:PATA|mSATA)/.test(String(connection)),
    superlatives: { most: ['fastest'], nouns: ['speed'] },
    explanation: 'Each generation doubles the speed of the one before; older slots work, more slowly.',
    derivedFrom: 'the interface or the name',
  },
  readMbs: {
    label: 'Sequential read',
    ...wholeAmount('dataRate', { possible: [1, 1_000_000], plausible: [50, 50_000] }),
    group: 'Speed',
    better: 'more',
    superlatives: { nouns: ['read speed', 'reading speed', 'reads?', 'reading'] },
    betterPhrase: '# faster at reading',
    explanation:
      'How fast it reads large files, as its maker states it; short reads depend on the random speed.',
    readText: (text) => readDriveSpeed(text, 'read'),
  },
  writeMbs: {
    label: 'Sequential write',
    ...wholeAmount('dataRate', { possible: [1, 1_000_000], plausible: [30, 50_000] }),
    better: 'more',
    superlatives: { nouns: ['write speed', 'writing speed', 'writes?', 'writing'] },
    betterPhrase: '# faster at writing',
    explanation: 'How fast it writes large files until its fast cells are full, as its maker states it.',
    readText: (text) => readDriveSpeed(text, 'write'),
  },
  readIops: {
    label: 'Random read',
    ...wholeAmount('operations', { possible: [1, 1_000_000_000], plausible: [1_000, 20_000_000] }),
    better: 'more',
    betterPhrase: '# more at random reading',
    explanation:
      'How many small reads it answers in a second; starting systems and programs makes many of them.',
    readText: (text) => readDriveOperations(text, 'read'),
  },
  writeIops: {
    label: 'Random write',
    ...wholeAmount('operations', { possible: [1, 1_000_000_000], plausible: [1_000, 20_000_000] }),
    better: 'more',
    betterPhrase: '# more at random writing',
    explanation: 'How many small writes it takes in a second; databases and updates make many of them.',
    readText: (text) => readDriveOperations(text, 'write'),
  },
  cacheMb: {
    label: 'DRAM cache',
    ...wholeAmount('cache', { possible: [0, 262_144], plausible: [8, 32_768] }),
    better: 'more',
    superlatives: { nouns: ['cache', 'dram'] },
    phrase: '# cache',
    explanation:
      'Memory of the drive’s own that keeps long writes fast; drives without any borrow a little from the computer.',
    readText: readDramCache,
  },
  enduranceTbw: {
    label: 'Endurance',
    ...wholeAmount('writtenData', { possible: [1, 10_000_000], plausible: [10, 1_000_000] }),
    group: 'Endurance',
    better: 'more',
    betterPhrase: '# more endurance',
    explanation:
      'How many terabytes its maker warrants can be written; an ordinary desktop writes ten a year.',
    readText: readEndurance,
  },
} as const satisfies Record<string, SpecificationField>;

const images = defineImages({
  start: 'ssd',
  facts: {
    look: {
      steps: [
        'm2-tiny',
        'm2-short',
        'm2',
        'm2-label',
        'm2-green',
        'm2-heatsink',
        'card',
        'msata',
        '25-dark',
        '25-silver',
        '25-enterprise',
      ],
      weight: 1,
    },
  },
  look: (specs, name) => ({ look: findLook(specs, name) }),
  print: ({ capacityGb, readMbs }) => [
    capacityGb === undefined ? undefined : formatDriveSize(Number(capacityGb)),
    readMbs === undefined ? undefined : `${readMbs} MB/s`,
  ],
});

export const ssd = {
  id: 'ssd',
  labels: makeLabels('SSD', 'SSDs'),
  schema: makeSchema(fields),
  fields,
  isPricedByCapacity: true,
  typicalGrams: 100,
  similarityWeights: { formFactor: 3, interface: 3, capacityGb: 3, cacheMb: 0.25 },
  variantFields: ['capacityGb', 'formFactor', 'interface'],
  listNameAdditions: ({ capacityGb, formFactor }) => [
    formatDriveSize(Number(capacityGb)),
    String(formFactor),
  ],
  describe: ({ capacityGb, formFactor = '', interface: connection = '', protocol, cacheMb }) => [
    `${withArticle(`${capacityGb} SSD`)}${describeForm(formFactor)}`,
    describeConnection(connection, protocol),
    cacheMb === 'None'
      ? 'It borrows a little memory of the computer instead of having its own'
      : surround('Its cache of ', cacheMb, ' keeps long writes fast'),
  ],
  skuPrefix: 'SSD',
  ...images,
  homeImageKey: 'ssd-m2-heatsink',
} as const satisfies CategoryDefinition<keyof typeof fields>;

function describeForm(formFactor: string): string {
  const [, width, length] = /^M\.2-(22)(\d+)$/.exec(formFactor) ?? [];
  if (width) return ` for an M.2 slot, ${width} by ${length} mm`;
  if (formFactor === 'PCIe card') return ' on a card for a PCIe slot';
  return formFactor === 'mSATA' ? ' for an mSATA slot' : ` of ${formFactor.replace('-inch', ' inches')}`;
}

function describeConnection(connection: string, protocol: string | undefined): string {
  if (/^SATA/.test(connection)) return `It plugs into any SATA port, at ${connection.replace('SATA ', '')}`;
  if (/^SAS/.test(connection)) return `It connects by ${connection}, which needs a SAS controller`;
  if (connection === 'mSATA') return '';
  if (connection === 'M.2 SATA') return 'It speaks SATA: a slot for NVMe drives only does not take it';
  if (/^PATA/.test(connection)) return `It connects by ${connection}, the parallel port of older computers`;
  const lanes = connection.replace('M.2 ', '').replace(' X', ' x');
  return `It connects by ${lanes}${surround(' and speaks ', protocol === lanes ? undefined : protocol)}`;
}

function findLook(specs: SpecificationValues, name: string): string {
  const form = String(specs.formFactor);
  if (form === 'mSATA') return 'msata';
  if (form === 'PCIe card') return 'card';
  if (form.endsWith('-inch')) {
    const isForServers =
      includesText(specs.interface, 'SAS') || specs.interface === 'U.2' || form === '3.5-inch';
    return isForServers ? '25-enterprise' : (chooseBy(name, ['25-dark', '25-silver']) ?? '25-dark');
  }
  if (form === 'M.2-2230') return 'm2-tiny';
  if (form === 'M.2-2242') return 'm2-short';
  if (includesText(specs.interface, 'SATA')) return 'm2-green';
  if (/heat ?sink/i.test(name) || includesText(specs.interface, 'PCIe 5')) return 'm2-heatsink';
  return includesText(specs.interface, 'PCIe 3') ? 'm2' : 'm2-label';
}
