/**
 * Lists of the BuildCores OpenDB (https://github.com/buildcores/buildcores-open-db). What cannot be true is left out as not
 * known, and counted: there, zero and empty lists mean "not known".
 */
import { z } from 'zod';
import { spellSocket } from '#catalogue/rules/facts/spellings.ts';
import {
  type Facts,
  type FieldFacts,
  formatFacts,
  type TypedFields,
} from '#catalogue/rules/facts/typed-facts.ts';
import type { RowFields } from '#catalogue/rules/import/import-values.ts';
import { capitalize } from '#kernel/words.ts';

/** Fields of records, as published: anything may be missing. */
export const text = z.string().nullish();
export const number = z.number().nullish();
export const texts = z.array(z.string()).nullish();
export const flag = z.boolean().nullish();

/** What every record says of itself. */
const identity = {
  opendb_id: z.string(),
  metadata: z.object({
    name: z.string(),
    manufacturer: text,
    part_numbers: texts,
    /** Somebody compared the record with its source. */
    last_manually_spec_verified_at: text,
  }),
};
const identified = z.object(identity);
export type IdentifiedRecord = z.infer<typeof identified>;

/** Collects what was left out of one record. */
export type Quarantine = (fact: string, reason: string) => undefined;

export type ReadingContext = {
  quarantine: Quarantine;
  /** Of each graphics chip, over all records of the file. */
  medianWatts: ReadonlyMap<string, number>;
};

export type OpenDbList = {
  name: string;
  /** What only its records have. */
  marks: readonly string[];
  /** `facts` undefined: the record is of another category. */
  read(row: unknown, context: ReadingContext): ReadRecord | { issues: readonly z.core.$ZodIssue[] };
};

/** `specs`: the facts as text. */
export type ReadRecord = { record: IdentifiedRecord; facts: Facts | undefined; specs: RowFields };

type ListDefinition<Shape extends z.ZodRawShape, Fields extends TypedFields> = {
  name: string;
  marks: readonly string[];
  fields: Fields;
  /** Only what is read of its records, without their color. */
  shape: Shape;
  readFacts(record: OpenDbRecord<Shape>, context: ReadingContext): RecordedFacts<Fields> | undefined;
};

/** Text that is no such fact is refused, with a reason. */
type RecordedFacts<Fields> = {
  readonly [Name in keyof FieldFacts<Fields> as Exclude<Name, 'color'>]: FieldFacts<Fields>[Name] | string;
};

export type OpenDbRecord<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>> & IdentifiedRecord;

export function defineOpenDbList<Shape extends z.ZodRawShape, Fields extends TypedFields>({
  fields,
  shape,
  readFacts,
  ...list
}: ListDefinition<Shape, Fields>): OpenDbList {
  const isColored = 'color' in fields;
  const schema = z.object({ ...shape, ...(isColored && { color: texts }), ...identity });
  return {
    ...list,
    read(row, context) {
      const { data, error } = schema.safeParse(row);
      if (error) return error;
      const record = data as OpenDbRecord<Shape> & { color?: z.infer<typeof texts> };
      const read = readFacts(record, context);
      const facts = read && isColored ? { ...read, color: formatColors(record.color) } : read;
      return { record, facts, specs: formatFacts(fields, facts ?? {}) };
    },
  };
}

export const positive = (value: number | null | undefined) => (value && value > 0 ? value : undefined);

/** Zero is often what was never filled in: it counts where somebody has checked the record. */
export function readCount(
  value: number | null | undefined,
  { metadata }: IdentifiedRecord,
): number | undefined {
  return value === 0 && metadata.last_manually_spec_verified_at ? 0 : positive(value);
}

/** A value outside of what is built is a slip of whoever typed it. */
export function plausible(
  value: number | null | undefined,
  [lowest, highest]: readonly [number, number],
  fact: string,
  { quarantine }: ReadingContext,
): number | undefined {
  if (!positive(value)) return undefined;
  const known = Number(value);
  return known >= lowest && known <= highest
    ? known
    : quarantine(fact, `Must be from ${lowest} to ${highest}`);
}

export const roundKnown = (value: number | undefined, round = Math.round) =>
  value === undefined ? undefined : round(value);

export const readSocket = (socket: string | null | undefined) => (socket ? spellSocket(socket) : undefined);

export function readGeneration(type: string | null | undefined): number | undefined {
  const generation = /^DDR([1-5])$/.exec(type ?? '')?.[1];
  return generation ? Number(generation) : undefined;
}

/** ['BLACK', 'GREY'] is 'Black / Gray'; lit parts list 'RGB' among their colors. */
function formatColors(colors: readonly string[] | null | undefined): string | undefined {
  const named = (colors ?? []).filter((color) => !/rgb/i.test(color)).map(spellColor);
  return [...new Set(named)].slice(0, 3).join(' / ') || undefined;
}

function spellColor(color: string): string {
  return capitalize(color.trim().toLowerCase().replace('grey', 'gray'));
}
