/** What hard disks and SSDs have in common. */
import type { SpecificationField } from '#catalogue/rules/specification-fields.ts';

export const driveCapacityField = {
  label: 'Capacity',
  group: 'Size',
  better: 'more',
  measure: 'storage',
  plausible: [4, 300_000],
  superlatives: { most: ['biggest', 'largest'], least: ['smallest'], nouns: ['storage', 'space', 'size'] },
  explanation:
    'Decimal, as drives are sold: 1 TB is 1000 GB, which Windows, counting in 1024s, shows as 931 GB.',
} as const satisfies SpecificationField;

export function formatDriveSize(gigabytes: number): string {
  return gigabytes >= 1000 ? `${Number((gigabytes / 1000).toFixed(3))} TB` : `${gigabytes} GB`;
}
