/** Hard disks: drives with platters. */
import { z } from 'zod';
import { driveCapacityField, formatDriveSize } from '#catalogue/rules/categories/drives.ts';
import type { CategoryDefinition } from '#catalogue/rules/category-definition.ts';
import { surround, withArticle } from '#catalogue/rules/clauses.ts';
import { applyImageRules, type ImageRule, includesText, listImages } from '#catalogue/rules/image-rules.ts';
import type { SpecificationField } from '#catalogue/rules/specification-fields.ts';

/** Includes hybrid disks, often without a known `rpm`. */
const schema = z.strictObject({
  capacityGb: z.number().min(1).max(1_000_000),
  interface: z.enum([
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
  formFactor: z.enum(['3.5-inch', '2.5-inch']),
  rpm: z.int().min(1000).max(30000).optional(),
  cacheMb: z.int().min(1).max(262_144).optional(),
});

const fields = {
  capacityGb: driveCapacityField,
  formFactor: {
    label: 'Form factor',
    group: 'Size',
    explanation: '3.5-inch disks go into desktops and network storage, 2.5-inch ones also into laptops.',
  },
  interface: {
    label: 'Interface',
    group: 'Connection',
    explanation: 'The socket it plugs into; SATA is on every desktop board, SAS needs a server controller.',
  },
  rpm: {
    label: 'Rotation speed',
    group: 'Speed',
    plausible: [3600, 15_000],
    measure: 'rotation',
    superlatives: { most: ['fastest'], least: ['slowest'], nouns: ['rpm', 'speed'] },
    explanation: 'Turns a minute: 7200 reads and writes faster, 5400 is quieter and cooler.',
  },
  cacheMb: {
    label: 'Cache',
    group: 'Speed',
    better: 'more',
    plausible: [0.5, 1024],
    measure: 'cache',
    phrase: '# cache',
    explanation: 'Memory on the disk itself that takes up short bursts of writing.',
  },
} as const satisfies Record<keyof z.infer<typeof schema>, SpecificationField>;

const imageKeys = listImages('hdd', '35 35-dark 35-sealed 25 25-fast');

const imageRules: readonly ImageRule[] = [
  [(disk) => disk.formFactor === '2.5-inch' && Number(disk.rpm ?? 0) >= 10_000, ['hdd-25-fast']],
  [(disk) => disk.formFactor === '2.5-inch' && includesText(disk.interface, 'SAS'), ['hdd-25-fast']],
  [(disk) => disk.formFactor === '2.5-inch', ['hdd-25']],
  // Disks above 10 TB are filled with helium and sealed; some smaller ones are not (Toshiba MG06).
  [(disk) => Number(disk.capacityGb ?? 0) > 10_000, ['hdd-35-sealed']],
  [(_, name) => /\bHe\d+\b/.test(name), ['hdd-35-sealed']],
  [() => true, ['hdd-35', 'hdd-35-dark']],
];

export const hardDisk = {
  id: 'hard-disk',
  labels: {
    singular: 'Hard disk',
    plural: 'Hard disks',
    option: 'Hard disk',
    counted: { singular: 'hard disk', plural: 'hard disks' },
  },
  schema,
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
  imageKeys,
  findImageKey: (specs, name) => applyImageRules(imageRules, specs, name),
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
