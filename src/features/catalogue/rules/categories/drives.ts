/** What hard disks and SSDs have in common. */
import type { FactType } from '#catalogue/rules/facts/fact-types.ts';
import type { DriveForm } from '#catalogue/rules/facts/facts.ts';
import { amount, type SpecificationField } from '#catalogue/rules/specification-fields.ts';

export const driveCapacityField = {
  label: 'Capacity',
  ...amount('storage', { possible: [1, 1_000_000], plausible: [4, 300_000], isAlwaysKnown: true }),
  group: 'Size',
  better: 'more',
  superlatives: {
    most: ['biggest', 'largest'],
    least: ['smallest'],
    nouns: ['storage', 'space', 'size', 'gb', 'tb', 'terabytes', 'gigabytes'],
  },
  explanation:
    'Decimal, as drives are sold: 1 TB is 1000 GB, which Windows, counting in 1024s, shows as 931 GB.',
} as const satisfies SpecificationField;

const textsOfForms = {
  '2.5"': '2.5-inch',
  '3.5"': '3.5-inch',
  mSATA: 'mSATA',
  'PCIe card': 'PCIe card',
} as const;

type OtherForm = keyof typeof textsOfForms;

/** 'M.2-2280' is 80 mm long. */
export const driveForm: FactType<{ form: DriveForm; lengthMm?: number }> = {
  parse(text) {
    const length = /^M\.2-22(\d+)$/.exec(text)?.[1];
    if (length) return { form: 'M.2', lengthMm: Number(length) };
    const form = (Object.keys(textsOfForms) as OtherForm[]).find((each) => textsOfForms[each] === text);
    return form && { form };
  },
  format: ({ form, lengthMm }) => (form === 'M.2' ? `M.2-22${lengthMm}` : textsOfForms[form]),
};

export function formatDriveSize(gigabytes: number): string {
  return gigabytes >= 1000 ? `${Number((gigabytes / 1000).toFixed(3))} TB` : `${gigabytes} GB`;
}
