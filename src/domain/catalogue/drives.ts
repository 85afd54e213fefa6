/** What hard disks and SSDs have in common. */
import type { RowFields } from '#domain/catalogue/category-definition.ts';
import { isMissing, readNumber } from '#domain/catalogue/import/import-values.ts';
import {
  getNumber,
  getText,
  spellGigabytes,
  spellNumber,
  spellText,
} from '#domain/catalogue/search/spellings.ts';
import type { SpecificationField, SpecificationValues } from '#domain/catalogue/specification-fields.ts';
import type { DriveForm, FitFacts } from '#domain/fit/facts.ts';

export const driveCapacityField = {
  label: 'Capacity',
  group: 'Size',
  measure: 'storage',
  plausible: [4, 300_000],
  superlatives: { most: ['biggest', 'largest'], least: ['smallest'], nouns: ['storage', 'space', 'size'] },
  explanation:
    'Decimal, as drives are sold: 1 TB is 1000 GB, which Windows, counting in 1024s, shows as 931 GB.',
} as const satisfies SpecificationField;

export function listDriveWords(specs: SpecificationValues): string[] {
  const connection = getText(specs, 'interface');
  const generation = /PCIe (\d)\.0/.exec(connection)?.[1];
  return [
    ...spellGigabytes(getNumber(specs, 'capacityGb')),
    ...spellNumber(specs, 'capacityGb', spellTerabytes),
    ...spellText(connection),
    ...(/^SATA/.test(connection) ? [`sata${{ '6': 3, '3': 2, '1': 1 }[connection[5] ?? ''] ?? ''}`] : []),
    ...(connection.startsWith('PATA') ? ['ide', 'eide'] : []),
    ...(generation ? [`gen${generation}`, `pcie${generation}`] : []),
    ...spellText(getText(specs, 'formFactor')),
    ...spellNumber(specs, 'cacheMb', (cache) => [`${cache}mb`, 'cache']),
  ];
}

export function formatDriveSize(gigabytes: number): string {
  return gigabytes >= 1000 ? `${Number((gigabytes / 1000).toFixed(3))} TB` : `${gigabytes} GB`;
}

export const driveList = { name: 'internal-hard-drive', marks: ['name', 'capacity', 'interface'] } as const;

export const driveListFieldNames = {
  capacityGb: 'capacity',
  formFactor: 'form_factor',
  cacheMb: 'cache',
} as const;

/** The fields of any drive; `type` is 'SSD' or the rotation speed; `isDisk`: it has platters. */
export function readDriveRow(row: RowFields) {
  const formFactor = readFormFactor(row.form_factor);
  const type = readNumber(row.type);
  const specs = {
    capacityGb: readNumber(row.capacity),
    interface: row.interface,
    formFactor,
    cacheMb: readNumber(row.cache),
  };
  const isDisk = isMissing(type) ? formFactor === '2.5-inch' || formFactor === '3.5-inch' : type !== 'SSD';
  return { specs, type, isDisk };
}

function readFormFactor(value: unknown): unknown {
  const text = String(value);
  if (text === 'PCIe') return 'PCIe card';
  return /^[23]\.5$/.test(text) ? `${text}-inch` : value;
}

/** 1,024 GB is sold as 1 TB; 3,840 GB as 3.84 or 3.8 TB; 512 GB is half a terabyte. */
function spellTerabytes(gigabytes: number): string[] {
  if (gigabytes < 200) return [];
  const sizes = gigabytes % 128 === 0 ? [gigabytes / 1000, gigabytes / 1024] : [gigabytes / 1000];
  return sizes.flatMap((terabytes) => [2, 1].map((digits) => `${Number(terabytes.toFixed(digits))}tb`));
}

export function readDriveFacts(specs: SpecificationValues, isHardDisk: boolean): FitFacts {
  const formFactor = getText(specs, 'formFactor');
  const length = /^M\.2-22(\d+)$/.exec(formFactor)?.[1];
  const isNvme = specs.protocol === 'NVMe';
  return {
    kind: 'Drive',
    form: length ? 'M.2' : driveForms[formFactor],
    m2LengthMm: length ? Number(length) : undefined,
    bus: isNvme ? 'NVMe' : /\bSATA\b/.test(getText(specs, 'interface')) ? 'SATA' : undefined,
    isHardDisk,
  };
}

const driveForms: Readonly<Record<string, DriveForm>> = { '2.5-inch': '2.5"', '3.5-inch': '3.5"' };
