/**
 * Reads lists of parts as pc-part-dataset has them (https://github.com/docyx/pc-part-dataset): one list for each kind
 * of part, with fields named and measured as PCPartPicker shows them.
 */

import { plainName } from '#domain/part-names.ts';
import type { Category } from '#domain/parts.ts';
import type { FieldError } from '#domain/refusals.ts';

/** The fields of a row as they stand in a file: JSON's values, or the texts of a CSV file. */
export type RowFields = Readonly<Record<string, unknown>>;

export type ListKind = keyof typeof lists;

/** Which list these fields are of; undefined when of none, as our own rows are. */
export function listKindOf(fields: readonly string[]): ListKind | undefined {
  const kinds = Object.keys(lists) as ListKind[];
  return kinds.find((kind) => lists[kind].marks.every((mark) => fields.includes(mark)));
}

/** Which list a file is by its name, as 'video-card.jsonl'. */
export function listKindOfFile(name: string): ListKind | undefined {
  const kinds = Object.keys(lists) as ListKind[];
  return kinds.find((kind) => name.replace(/\..*$/, '') === kind);
}

/** The row in our own fields; the checks of ours name what it lacks or has in another form. */
export function translateListRow(kind: ListKind, row: RowFields): RowFields {
  const { category, specs } = lists[kind].read(row);
  // what is not there stays in sight: a row without any specification must be refused
  const given = Object.entries(specs).map(([field, value]) => [field, isNothing(value) ? undefined : value]);
  return {
    category,
    name: typeof row.name === 'string' ? plainName(row.name) : row.name,
    price: row.price ?? null,
    specs: Object.fromEntries(given) as RowFields,
  };
}

/** The same problems under the names that the list's fields have, each field once. */
export function translateProblems(kind: ListKind, problems: readonly FieldError[]): FieldError[] {
  const names: Readonly<Record<string, string>> = lists[kind].names;
  const translated = problems.map(({ path, message }) => {
    const field = path.replace(/^specs\./, '');
    return { path: names[field] ?? field, message };
  });
  return translated.filter(
    ({ path }, index) => translated.findIndex((other) => other.path === path) === index,
  );
}

type Translated = { category: Category; specs: RowFields };
type List = {
  /** Fields that together are in no other list. */
  marks: readonly string[];
  /** What our fields are called there. */
  names: Readonly<Record<string, string>>;
  read(row: RowFields): Translated;
};

const lists = {
  memory: {
    marks: ['name', 'speed', 'modules'],
    names: {
      capacityGb: 'modules',
      modules: 'modules',
      moduleGb: 'modules',
      ddr: 'speed',
      speedMts: 'speed',
      casLatency: 'cas_latency',
      firstWordLatencyNs: 'first_word_latency',
    },
    read: readMemory,
  },
  motherboard: {
    marks: ['name', 'socket', 'memory_slots'],
    names: { formFactor: 'form_factor', memorySlots: 'memory_slots', maxMemoryGb: 'max_memory' },
    read: (row) => ({
      category: 'motherboard',
      specs: {
        socket: row.socket,
        formFactor: row.form_factor,
        memorySlots: numberOr(row.memory_slots),
        maxMemoryGb: numberOr(row.max_memory),
        color: row.color,
      },
    }),
  },
  'video-card': {
    marks: ['name', 'chipset', 'memory'],
    names: {
      memoryGb: 'memory',
      coreClockMhz: 'core_clock',
      boostClockMhz: 'boost_clock',
      lengthMm: 'length',
    },
    read: (row) => ({
      category: 'graphics-card',
      specs: {
        chipset: row.chipset,
        memoryGb: numberOr(row.memory),
        coreClockMhz: numberOr(row.core_clock),
        boostClockMhz: numberOr(row.boost_clock),
        lengthMm: numberOr(row.length),
        color: row.color,
      },
    }),
  },
  'internal-hard-drive': {
    marks: ['name', 'capacity', 'interface'],
    names: { capacityGb: 'capacity', formFactor: 'form_factor', rpm: 'type', cacheMb: 'cache' },
    read: readDrive,
  },
} as const satisfies Record<string, List>;

/** A speed without a generation is plain DDR's; early modules are measured in megabytes. */
function readMemory(row: RowFields): Translated {
  const speeds = numbersOf(row.speed);
  const [ddr, speedMts] = speeds.length === 1 ? [1, speeds[0]] : speeds;
  const [modules, size] = numbersOf(row.modules);
  const moduleGb = isInMegabytes(ddr, size) ? size / 1024 : size;
  return {
    category: 'memory',
    specs: {
      capacityGb: modules === undefined || moduleGb === undefined ? undefined : modules * moduleGb,
      modules,
      moduleGb,
      ddr,
      speedMts,
      casLatency: numberOr(row.cas_latency),
      firstWordLatencyNs: numberOr(row.first_word_latency),
      color: row.color,
    },
  };
}

/** No module up to DDR3 ever held 128 GB, and none from DDR4 on as little as 1 GB. */
function isInMegabytes(ddr: number | undefined, size: number | undefined): size is number {
  return ddr !== undefined && ddr <= 3 && size !== undefined && size >= 128;
}

/** `type` is 'SSD' or the speed of rotation; hybrid disks, which have platters as well, are listed without a type. */
function readDrive(row: RowFields): Translated {
  const formFactor = formFactorOf(row.form_factor);
  const type = numberOr(row.type);
  const specs = {
    capacityGb: numberOr(row.capacity),
    interface: row.interface,
    formFactor,
    cacheMb: numberOr(row.cache),
  };
  const isDisk = isNothing(type) ? formFactor === '2.5-inch' || formFactor === '3.5-inch' : type !== 'SSD';
  return isDisk ? { category: 'hard-disk', specs: { ...specs, rpm: type } } : { category: 'ssd', specs };
}

function formFactorOf(value: unknown): unknown {
  const text = String(value);
  if (text === 'PCIe') return 'PCIe card';
  return /^[23]\.5$/.test(text) ? `${text}-inch` : value;
}

/** A list of numbers, in JSON or as the text '5,6000'; empty when a member is none. */
function numbersOf(value: unknown): number[] {
  const members = Array.isArray(value) ? value : String(value).split(',');
  const numbers = members.map(numberOr);
  return numbers.every((number) => typeof number === 'number') ? numbers : [];
}

/** The number that a cell's text means; anything else as it is. */
function numberOr(value: unknown): unknown {
  const isNumber = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value);
  return isNumber ? Number(value) : value;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
