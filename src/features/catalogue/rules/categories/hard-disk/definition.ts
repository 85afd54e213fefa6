/** Hard disks: drives with platters. */
import { z } from 'zod';
import { driveCapacityField, driveForm, formatDriveSize } from '#catalogue/rules/categories/drives.ts';
import { type CategoryDefinition, makeLabels } from '#catalogue/rules/category-definition.ts';
import { surround, withArticle } from '#catalogue/rules/clauses.ts';
import { defineImages, includesText } from '#catalogue/rules/image-rules.ts';
import { makeSchema, type SpecificationField, wholeAmount } from '#catalogue/rules/specification-fields.ts';

const fields = {
  capacityGb: driveCapacityField,
  formFactor: {
    label: 'Form factor',
    schema: z.enum(['3.5-inch', '2.5-inch']),
    type: driveForm,
    explanation: '3.5-inch disks go into desktops and network storage, 2.5-inch ones also into laptops.',
  },
  interface: {
    label: 'Interface',
    schema: z.enum([
      'SATA 6.0 Gb/s',
      'SATA 3.0 Gb/s',
      'SATA 1.5 Gb/s',
      'SAS 12.0 Gb/s',
      'SAS 6.0 Gb/s',
      'SAS 3.0 Gb/s',
      'PATA 133',
      'PATA 100',
      'PATA 44-Pin 133',
      'PATA 44-Pin 100',
    ]),
    group: 'Connection',
    explanation: 'The socket it plugs into; SATA is on every desktop board, SAS needs a server controller.',
  },
  /** Of hybrid disks often unknown. */
  rpm: {
    label: 'Rotation speed',
    ...wholeAmount('rotation', { possible: [1000, 30000], plausible: [3600, 15_000] }),
    group: 'Speed',
    superlatives: { most: ['fastest', 'fastest spinning'], least: ['slowest'], nouns: ['rpm', 'speed'] },
    explanation: 'Turns a minute: 7200 reads and writes faster, 5400 is quieter and cooler.',
  },
  cacheMb: {
    label: 'Cache',
    ...wholeAmount('cache', { possible: [1, 262_144], plausible: [0.5, 1024] }),
    better: 'more',
    phrase: '# cache',
    explanation: 'Memory on the disk itself that takes up short bursts of writing.',
  },
} as const satisfies Record<string, SpecificationField>;

const images = defineImages({
  start: 'hdd',
  facts: {
    size: { steps: ['25-fast', '25', '35'], weight: 100 },
    cover: { steps: ['', 'sealed'], weight: 20 },
    colour: {
      steps: ['', 'blue', 'red', 'purple', 'gold', 'dark'],
      weight: 5,
      countSteps: (wanted, shown) => (wanted === shown ? 0 : shown === '' ? 1 : 2),
    },
  },
  look(specs, name) {
    if (specs.formFactor === '2.5-inch') {
      const isFast = Number(specs.rpm ?? 0) >= 10_000 || includesText(specs.interface, 'SAS');
      return { size: isFast ? '25-fast' : '25', cover: '', colour: '' };
    }
    // Disks above 10 TB are filled with helium and sealed; some smaller ones are not (Toshiba MG06).
    const isSealed = Number(specs.capacityGb ?? 0) > 10_000 || /\bHe\d+\b/.test(name);
    return { size: '35', cover: isSealed ? 'sealed' : '', colour: findSeriesColour(name) };
  },
  print: ({ capacityGb, rpm }) => [
    capacityGb === undefined ? undefined : formatDriveSize(Number(capacityGb)),
    rpm === undefined ? undefined : `${rpm} rpm`,
  ],
});

/** Series that are called by the colour of their label. */
function findSeriesColour(name: string): string {
  const [word = ''] = /(?<![a-z])(?:blue|red|purple|gold|black)(?![a-z])/i.exec(name) ?? [];
  return word.toLowerCase() === 'black' ? 'dark' : word.toLowerCase();
}

export const hardDisk = {
  id: 'hard-disk',
  labels: makeLabels('Hard disk', 'Hard disks'),
  schema: makeSchema(fields),
  fields,
  isPricedByCapacity: true,
  typicalGrams: 750,
  similarityWeights: { formFactor: 4, interface: 2, capacityGb: 3, rpm: 2, cacheMb: 0.25 },
  variantFields: ['capacityGb', 'formFactor', 'interface', 'rpm'],
  listNameAdditions: ({ capacityGb }) => [formatDriveSize(Number(capacityGb))],
  describe: ({ capacityGb, formFactor, interface: connection, rpm, cacheMb }) => [
    `${withArticle(`${capacityGb} hard disk`)} ${describeSize(formFactor, connection)}`,
    surround('It turns at ', rpm, describeRotation(rpm)),
    describeConnection(connection),
    surround('Its cache of ', cacheMb, ' takes up short bursts of writing'),
  ],
  skuPrefix: 'HDD',
  ...images,
  homeImageKey: 'hdd-35-dark',
} as const satisfies CategoryDefinition<keyof typeof fields>;

function describeSize(formFactor: string | undefined, connection = ''): string {
  if (formFactor === '2.5-inch') return 'of 2.5 inches';
  return `of 3.5 inches, for ${connection.startsWith('SAS') ? 'servers' : 'desktops and network storage'}`;
}

function describeRotation(rpm = ''): string {
  const speed = Number.parseInt(rpm, 10);
  if (speed >= 10_000) return ', as servers of its time needed';
  return speed > 6000 ? '' : ', which keeps it quieter and cooler than 7200 rpm';
}

function describeConnection(connection = ''): string {
  if (connection.startsWith('SAS')) return `It connects by ${connection}, which needs a SAS controller`;
  if (connection.startsWith('PATA'))
    return `It connects by ${connection}, the parallel port of older computers`;
  return `It plugs into any SATA port, at ${connection.replace('SATA ', '')}`;
}
