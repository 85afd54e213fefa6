/** Reads records of the BuildCores OpenDB (https://github.com/buildcores/buildcores-open-db) as rows of parts. */
import type { z } from 'zod';
import { definitions } from '#domain/catalogue/categories.ts';
import type { RowFields } from '#domain/catalogue/category-definition.ts';
import { readBrand, readMpn, readName } from '#domain/catalogue/import/open-db/names.ts';
import * as read from '#domain/catalogue/import/open-db/specifications.ts';
import { completeName, type ReadRow, readPartRow } from '#domain/catalogue/import/part-rows.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import { findMedianWatts, type OpenDbList, type Quarantine } from '#domain/fit/open-db/read-facts.ts';
import * as records from '#domain/fit/open-db/records.ts';

/** What only records of a list have. */
const marks: Readonly<Record<OpenDbList, readonly string[]>> = {
  CPU: ['cores', 'microarchitecture'],
  Motherboard: ['bios_features', 'pcie_slots', 'm2_slots'],
  RAM: ['ram_type', 'cas_latency'],
  GPU: ['chipset_manufacturer', 'core_base_clock'],
  PCCase: ['supported_motherboard_form_factors', 'internal_3_5_bays'],
  PSU: ['wattage', 'efficiency_rating'],
  CPUCooler: ['water_cooled', 'cpu_sockets', 'radiator_size'],
  Storage: ['nvme', 'storage_type'],
};

export function isOpenDbRecord(row: RowFields): boolean {
  return typeof row.opendb_id === 'string' && typeof row.metadata === 'object';
}

/** All rows of a file; undefined: no JSON object. What is usual for a graphics chip takes all of its cards. */
export function* readOpenDbRows(rows: Iterable<RowFields | undefined>): Generator<ReadRow> {
  const all = [...rows];
  const medianWatts = findMedianWatts(
    all.flatMap((row) => records.graphicsCardRecord.safeParse(row).data ?? []),
  );
  const numbers = new Set<string>();
  for (const row of all) {
    const result = row ? readRecord(row, medianWatts) : refuse('', 'This is not a JSON object');
    yield refuseRepeated(result, numbers);
  }
}

function readRecord(row: RowFields, medianWatts: ReadonlyMap<string, number>): ReadRow {
  const list = (Object.keys(marks) as OpenDbList[]).find((each) => marks[each].some((mark) => mark in row));
  if (!list) return refuse('', 'The shop has no category for this record of the OpenDB');
  const quarantined: { path: string; message: string }[] = [];
  const quarantine: Quarantine = (path, message) => {
    quarantined.push({ path, message });
    return undefined;
  };
  const parsed = parseRecord(list, row, medianWatts, quarantine);
  if ('problems' in parsed) return parsed;
  const { record, specification } = parsed;
  const category = findCategory(specification);
  if (!category) return refuse('type', 'The record does not say what kind of part it is');
  const fields = {
    category,
    name: readName(record),
    brand: readBrand(record),
    mpn: readMpn(record),
    specs: specification.specs,
  };
  const result = readPartRow(fields, { list: undefined, category: undefined });
  return 'problems' in result ? result : { part: completeName(result.part), quarantined };
}

type ParsedRecord = { record: records.IdentifiedRecord; specification: read.ReadSpecification };

function parseRecord(
  list: OpenDbList,
  row: RowFields,
  medianWatts: ReadonlyMap<string, number>,
  quarantine: Quarantine,
): ParsedRecord | Refused {
  const parse = <Schema extends z.ZodType<records.IdentifiedRecord>>(
    schema: Schema,
    readSpecification: (record: z.infer<Schema>, quarantine: Quarantine) => read.ReadSpecification,
  ): ParsedRecord | Refused => {
    const parsed = schema.safeParse(row);
    if (parsed.success)
      return { record: parsed.data, specification: readSpecification(parsed.data, quarantine) };
    const [issue] = parsed.error.issues;
    return refuse(issue?.path.join('.') ?? '', 'This is not as the OpenDB writes it');
  };
  switch (list) {
    case 'CPU':
      return parse(records.cpuRecord, read.readCpu);
    case 'Motherboard':
      return parse(records.motherboardRecord, read.readBoard);
    case 'RAM':
      return parse(records.memoryRecord, read.readMemory);
    case 'GPU':
      return parse(records.graphicsCardRecord, (record, ...rest) =>
        read.readCard(record, medianWatts.get(record.chipset ?? ''), ...rest),
      );
    case 'PCCase':
      return parse(records.caseRecord, read.readCase);
    case 'PSU':
      return parse(records.powerSupplyRecord, read.readSupply);
    case 'CPUCooler':
      return parse(records.coolerRecord, read.readCoolerRecord);
    case 'Storage':
      return parse(records.storageRecord, read.readStorage);
  }
}

/** The category whose parts are of this kind. */
function findCategory({ kind, isHardDisk }: read.ReadSpecification): Category | undefined {
  return definitions.find(({ readFitFacts }) => {
    const facts = readFitFacts({});
    return facts?.kind === kind && (facts.kind !== 'Drive' || facts.isHardDisk === isHardDisk);
  })?.id;
}

/** Several records of one part differ in what somebody mistyped: the first is used. */
function refuseRepeated(result: ReadRow, numbers: Set<string>): ReadRow {
  if ('problems' in result || !result.part.mpn) return result;
  const number = `${result.part.brand} ${result.part.mpn}`.toLowerCase();
  if (numbers.has(number)) return refuse('mpn', 'An earlier record of the OpenDB has this part number');
  numbers.add(number);
  return result;
}

type Refused = Extract<ReadRow, { problems: unknown }>;

function refuse(path: string, message: string): Refused {
  return { problems: [{ path, message }] };
}
