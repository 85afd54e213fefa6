/** The fields of specifications: valid text, labels, measures and units. */
import { z } from 'zod';
import type { FactType } from '#catalogue/rules/facts/fact-types.ts';
import { countWords, formatNumber, uncapitalize } from '#kernel/words.ts';

/** Its name ends in the unit. */
export type SpecificationField = {
  label: string;
  /** The heading of it and of the fields that follow it, up to the next one. */
  group?: string;
  explanation: string;
  /** Missing: text, or what its type takes, of parts that have it. Text in several spellings gets one by `overwrite`. */
  schema?: z.ZodType<string | number | undefined>;
  measure?: Measure;
  /** Of text that means more than its words. */
  type?: FactType;
  /** Other values can hardly be true: owners are told, and filters leave them out. */
  plausible?: Range;
  /** What a buyer would rather have, all else being equal; without it, neither is better, or it depends on the use. */
  better?: 'more' | 'less';
  /** Says so only of parts with the same value of this field: a clock compares cards of one chip. */
  betterWithin?: string;
  /** Parts like this have no such thing: it is not unknown. */
  isLacked?(specs: SpecificationValues): boolean;
  /** By how much the better value is better, # being the difference: '# faster'; otherwise '# more' behind the label. */
  betterPhrase?: string;
  /** The value among others in a name: # is the formatted one, % the bare one. */
  phrase?: string;
  /** How searches ask for its extremes: 'biggest', 'smallest'; `nouns` are other words for the label, behind 'most' or 'least'. */
  superlatives?: Superlatives;
  /** As other lists write the same value: texts that are spelled alike say the same. */
  spell?(text: string): string;
  /** What the shop derives the value from when nobody states it; missing with `readText`: the name or the description. */
  derivedFrom?: string;
  /** Reads it of the name and the description; undefined: they do not state it for certain. */
  readText?(text: string): number | undefined;
};

export type Superlatives = {
  most?: readonly string[];
  least?: readonly string[];
  nouns?: readonly string[];
};

export type SpecificationValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** One line; white space collapses, so that equal parts of different lists compare equal. */
export const specificationText = z
  .string()
  .overwrite((text) => text.replace(/\s+/gu, ' ').trim())
  .min(1, 'Must not be empty')
  .max(60, 'Must have at most 60 characters')
  // PostgreSQL's jsonb accepts neither NUL nor lone surrogates.
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must not contain control characters');

/** Of specifications with these fields; unknown ones are refused. */
export function makeSchema(fields: Readonly<Record<string, SpecificationField>>) {
  const schemas = Object.entries(fields).map(([name, { schema, type }]) => [
    name,
    schema ?? (type?.schema ?? specificationText).optional(),
  ]);
  return z.strictObject(
    Object.fromEntries(schemas) as Record<string, z.ZodType<string | number | undefined>>,
  );
}

type Range = readonly [min: number, max: number];

type AmountBounds = { possible: Range; plausible?: Range; isAlwaysKnown?: true };

/** What a field has for an amount; the schema refuses what is not possible. */
export const amount = (name: MeasureName, bounds: AmountBounds) => makeAmount(z.number(), name, bounds);

export const wholeAmount = (name: MeasureName, bounds: AmountBounds) => makeAmount(z.int(), name, bounds);

type MeasureName = keyof typeof measures;

function makeAmount(
  schema: z.ZodNumber,
  name: MeasureName,
  { possible: [min, max], isAlwaysKnown, ...plausible }: AmountBounds,
) {
  const known = schema.min(min).max(max);
  const measure: Measure = measures[name];
  return { schema: isAlwaysKnown ? known : known.optional(), measure, ...plausible };
}

/** The heading that the field stands under. */
export function findGroup(fields: Readonly<Record<string, SpecificationField>>, name: string): string {
  const names = Object.keys(fields);
  const groups = names.slice(0, names.indexOf(name) + 1).map((each) => fields[each]?.group);
  return groups.findLast((group) => group !== undefined) ?? '';
}

export const colorField = {
  label: 'Color',
  group: 'Looks',
  explanation: 'The main color, and after the slash the second one, of the parts that stay visible.',
} as const satisfies SpecificationField;

export function isPlausible(value: unknown, { plausible }: SpecificationField): boolean {
  if (typeof value !== 'number' || plausible === undefined) return true;
  if (value === 0) return true; // none: the schema decides whether there can be none
  return value >= plausible[0] && value <= plausible[1];
}

/** Undefined: it is not known, or no number. */
export function getNumber(specs: SpecificationValues, field: string): number | undefined {
  const value = specs[field];
  return typeof value === 'number' ? value : undefined;
}

/** Empty: it is not known, or no text. */
export function getText(specs: SpecificationValues, field: string): string {
  const value = specs[field];
  return typeof value === 'string' ? value : '';
}

export function findUnit(field: SpecificationField): string {
  return field.measure?.unit ?? '';
}

/** With its unit: 2000 GB of storage is '2 TB', 0.5 GB of memory '512 MB'. */
export function formatValue(value: string | number | boolean, field?: SpecificationField): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' && field?.measure) return field.measure.format(value);
  return String(value);
}

/** Among others in a name or sentence: 'CL30', '44 mm high'; a yes or no with what it is about: 'no ECC memory'. */
export function phraseValue(value: string | number | boolean, field: SpecificationField): string {
  const formatted = formatValue(value, field);
  if (['Yes', 'No', 'None'].includes(formatted)) {
    const noun = field.phrase?.replace('# ', '') ?? uncapitalize(field.label);
    return formatted === 'Yes' ? noun : `no ${noun}`;
  }
  return field.phrase?.replace('#', formatted).replace('%', String(value)) ?? formatted;
}

/** Whether twice the number is twice as much; other numbers are names, as of a generation. */
export function isAmount({ measure }: SpecificationField): boolean {
  return measure !== undefined && !measure.isName;
}

/** What numbers of a field mean. */
export type Measure = {
  /** Searches know it, too: letters, a word in the plural ('inches' is also read in 'inch' and '27"'). */
  unit: string;
  /** The least between two of its amounts; otherwise 1. */
  step?: number;
  /** Its numbers are names: twice the number is not twice as much. */
  isName?: true;
  format(amount: number): string;
};

/** Those that several categories have, or may have; a category can bring its own. */
export const measures = {
  count: { unit: '', format: (count: number) => String(count) },
  generation: { unit: '', isName: true, format: formatGeneration },
  pcieGeneration: { unit: '', isName: true, format: (generation: number) => `PCIe ${round(generation)}.0` },
  storage: { unit: 'GB', format: formatStorage },
  memory: { unit: 'GB', format: formatMemory },
  cache: { unit: 'MB', format: formatCache },
  transferRate: { unit: 'MT/s', format: (rate: number) => `${round(rate)} MT/s` },
  cycles: { unit: 'cycles', format: (cycles: number) => `${round(cycles)} cycles` },
  delay: { unit: 'ns', step: 0.01, format: (delay: number) => `${round(delay, 2)} ns` },
  clock: { unit: 'MHz', format: (clock: number) => `${round(clock)} MHz` },
  clockGhz: { unit: 'GHz', step: 0.01, format: (clock: number) => `${round(clock)} GHz` },
  power: { unit: 'W', format: (power: number) => `${round(power)} W` },
  loudness: { unit: 'dB', step: 0.1, format: (loudness: number) => `${round(loudness, 1)} dB` },
  volume: { unit: 'L', step: 0.1, format: (volume: number) => `${round(volume, 1)} L` },
  slots: {
    unit: 'slots',
    step: 0.1,
    format: (slots: number) => `${round(slots, 2)} ${slots === 1 ? 'slot' : 'slots'}`,
  },
  rotation: { unit: 'rpm', format: (rotation: number) => `${round(rotation)} rpm` },
  dataRate: { unit: 'MB/s', format: (rate: number) => `${round(rate)} MB/s` },
  operations: { unit: 'IOPS', format: (rate: number) => `${formatNumber(rate)} IOPS` },
  writtenData: { unit: 'TBW', format: (terabytes: number) => `${round(terabytes)} TBW` },
  percent: { unit: '%', format: (percent: number) => `${round(percent, 1)}%` },
  years: { unit: 'years', format: (years: number) => countWords(years, 'year') },
  length: { unit: 'mm', format: (length: number) => `${round(length)} mm` },
} as const satisfies Record<string, Measure>;

/** Source: JEDEC JESD79, which calls the first generation DDR. */
function formatGeneration(generation: number): string {
  return generation === 1 ? 'DDR' : `DDR${generation}`;
}

/** Drives are sold in decimal units: 1 TB is 1000 GB. */
function formatStorage(gigabytes: number): string {
  return gigabytes >= 1000 ? `${round(gigabytes / 1000)} TB` : `${round(gigabytes)} GB`;
}

/** Memory is made in powers of two: 1 GB is 1024 MB. */
function formatMemory(gigabytes: number): string {
  return gigabytes < 1 ? `${round(gigabytes * 1024)} MB` : `${round(gigabytes)} GB`;
}

function formatCache(megabytes: number): string {
  if (megabytes === 0) return 'None';
  return megabytes >= 1024 ? `${round(megabytes / 1024)} GB` : `${round(megabytes)} MB`;
}

function round(amount: number, digits = 3): string {
  return String(Number.isInteger(amount) ? amount : Number(amount.toFixed(digits)));
}
