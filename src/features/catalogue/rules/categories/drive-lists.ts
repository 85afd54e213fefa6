/** What hard disks and SSDs have in common in lists. */
import { driveForm } from '#catalogue/rules/categories/drives.ts';
import type { FitFacts } from '#catalogue/rules/facts/facts.ts';
import type { FieldFacts } from '#catalogue/rules/facts/typed-facts.ts';
import { isMissing, type RowFields } from '#catalogue/rules/import/import-values.ts';
import {
  defineOpenDbList,
  flag,
  type IdentifiedRecord,
  number,
  type OpenDbRecord,
  plausible,
  type ReadingContext,
  text,
} from '#catalogue/rules/import/open-db/list.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { spellGigabytes, spellNumber, spellText } from '#catalogue/rules/search/spellings.ts';
import {
  getNumber,
  getText,
  type Measure,
  type SpecificationValues,
} from '#catalogue/rules/specification-fields.ts';

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
    ...spellNumber(specs, 'cacheMb', (cache) => (cache > 0 ? [`${cache}mb`, 'cache'] : ['no.cache'])),
  ];
}

/** `columns`, `readOwnFields`: of the fields that not every drive has. */
export function defineDriveLists<Field extends string>({
  isHardDisk,
  columns,
  readOwnFields,
}: {
  isHardDisk: boolean;
  columns: Readonly<Partial<Record<Field, string>>>;
  readOwnFields(record: OpenDbRecord<typeof recordShape>): RowFields;
}) {
  return {
    partDataset: {
      name: 'internal-hard-drive',
      marks: ['name', 'capacity', 'interface'],
      columns: {
        capacityGb: 'capacity',
        interface: 'interface',
        formFactor: 'form_factor',
        cacheMb: 'cache',
        ...columns,
      },
      readOthers: (row) => ({ formFactor: readFormFactor(row.form_factor) }),
      isOwnRow: (row) => hasPlatters(row) === isHardDisk,
    },
    openDb: defineOpenDbList({
      name: 'Storage',
      marks: ['nvme', 'storage_type'],
      shape: recordShape,
      fields: typedFields,
      readFacts(record, context) {
        const type = record.type ?? record.storage_type;
        if (!type || (type !== 'SSD') !== isHardDisk) return undefined;
        const form = record.form_factor ?? '';
        const size = /^[23]\.5"$/.test(form)
          ? form.replace('"', '-inch')
          : form.replace(/^PCIe$/, 'PCIe card');
        return {
          capacityGb: readCapacity(record, context),
          cacheMb: plausible(record.cache, [0.5, 65_536], 'cache', context),
          formFactor: driveForm.parse(size) ?? (size || undefined),
          interface: spellInterface(record.interface ?? '', form) || undefined,
          ...readOwnFields(record),
        };
      },
    }),
  } as const satisfies Pick<ListedCategory, 'partDataset' | 'openDb'>;
}

const typedFields = { formFactor: { type: driveForm } };

const recordShape = {
  form_factor: text,
  interface: text,
  nvme: flag,
  type: text,
  storage_type: text,
  capacity: number,
  cache: number,
};

/** Its type is 'SSD' or the rotation speed. */
function hasPlatters(row: RowFields): boolean {
  if (!isMissing(row.type)) return row.type !== 'SSD';
  return /^[23]\.5-inch$/.test(String(readFormFactor(row.form_factor)));
}

function readFormFactor(value: unknown): unknown {
  const form = String(value);
  if (form === 'PCIe') return 'PCIe card';
  return /^[23]\.5$/.test(form) ? `${form}-inch` : value;
}

type NamedCapacity = Pick<IdentifiedRecord, 'metadata'> & { capacity?: number | null | undefined };

/** Terabytes are recorded without their decimals, some as gigabytes: the name says them. */
function readCapacity({ capacity, metadata }: NamedCapacity, context: ReadingContext) {
  const terabytes = Number(/(?<![\d.])(\d+(?:\.\d+)?) ?TB\b(?!\/s)/i.exec(metadata.name)?.[1] ?? 0);
  const isCut = terabytes >= 1 && (capacity === Math.floor(terabytes) * 1000 || capacity === terabytes);
  if (!isCut || capacity === terabytes * 1000) return plausible(capacity, [1, 100_000], 'capacity', context);
  context.quarantine('capacity', 'The name says otherwise');
  return terabytes * 1000;
}

/** 'M.2 PCIe 3.0 x4' of a card for a slot is 'PCIe x4'; SATA of an M.2 drive is 'M.2 SATA'. */
function spellInterface(connection: string, form: string): string {
  if (form === 'PCIe') return connection.replace(/^M\.2 PCIe (?:\d\.0 )?/, 'PCIe ');
  if (form.startsWith('M.2') && connection.startsWith('SATA')) return 'M.2 SATA';
  return connection.replace(/ x(\d+)$/, ' X$1');
}

/** 1,024 GB is sold as 1 TB; 3,840 GB as 3.84 or 3.8 TB; 512 GB is half a terabyte. */
function spellTerabytes(gigabytes: number): string[] {
  if (gigabytes < 200) return [];
  const sizes = gigabytes % 128 === 0 ? [gigabytes / 1000, gigabytes / 1024] : [gigabytes / 1000];
  return sizes.flatMap((terabytes) => [2, 1].map((digits) => `${Number(terabytes.toFixed(digits))}tb`));
}

type DriveFields = typeof typedFields & {
  interface: object;
  protocol: object;
  pcieGeneration: { measure: Measure };
};

export function readDriveFacts(
  { formFactor, ...facts }: FieldFacts<DriveFields>,
  isHardDisk: boolean,
): FitFacts {
  return {
    kind: 'Drive',
    form: formFactor?.form,
    m2LengthMm: formFactor?.lengthMm,
    bus: facts.protocol === 'NVMe' ? 'NVMe' : readBus(facts.interface ?? ''),
    isHardDisk,
    pcieGeneration: facts.pcieGeneration,
  };
}

/** 'mSATA' and 'SATA 6.0 Gb/s' both speak SATA. */
function readBus(connection: string): 'SATA' | 'SAS' | 'PATA' | undefined {
  const [, bus] = /\bm?(SATA|SAS|PATA)\b/.exec(connection) ?? [];
  return bus as 'SATA' | 'SAS' | 'PATA' | undefined;
}
