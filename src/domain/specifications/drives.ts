/** What is said of drives: hard disks, which spin, and SSDs, which do not. */
import { z } from 'zod';
import type { SpecificationField } from '#domain/specifications/fields.ts';

/** A hybrid disk, with flash before its platters, is a hard disk whose `rpm` its maker often leaves unsaid. */
export const hardDiskSchema = z.strictObject({
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

export const ssdSchema = z.strictObject({
  capacityGb: z.number().min(1).max(1_000_000),
  interface: z.enum([
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
  formFactor: z.enum([
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
  cacheMb: z.int().min(1).max(262_144).optional(),
});

const capacityField = {
  label: 'Capacity',
  group: 'Size',
  measure: 'storage',
  explanation:
    'Decimal, as drives are sold: 1 TB is 1000 GB, which Windows, counting in 1024s, shows as 931 GB.',
} as const satisfies SpecificationField;

export const hardDiskFields = {
  capacityGb: capacityField,
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
    measure: 'rotation',
    explanation: 'Turns a minute: 7200 reads and writes faster, 5400 is quieter and cooler.',
  },
  cacheMb: {
    label: 'Cache',
    group: 'Speed',
    measure: 'cache',
    explanation: 'Memory on the disk itself that takes up short bursts of writing.',
  },
} as const satisfies Record<keyof z.infer<typeof hardDiskSchema>, SpecificationField>;

export const ssdFields = {
  capacityGb: capacityField,
  formFactor: {
    label: 'Form factor',
    group: 'Size',
    explanation:
      'For M.2 the digits are width and length in millimetres: 2280 is 22 by 80, and the slot must have a screw hole at that length.',
  },
  interface: {
    label: 'Interface',
    group: 'Connection',
    explanation:
      'How it talks to the board; a newer PCIe drive works in an older PCIe slot at that slot’s speed, but SATA and PCIe do not mix.',
  },
  cacheMb: {
    label: 'Cache',
    group: 'Speed',
    measure: 'cache',
    explanation:
      'Memory of the drive’s own that keeps long writes fast; drives without any borrow a little from the computer.',
  },
} as const satisfies Record<keyof z.infer<typeof ssdSchema>, SpecificationField>;
