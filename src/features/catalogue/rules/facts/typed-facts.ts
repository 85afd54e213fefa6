/** The typed facts of a specification: what can be read of it as numbers, yes or no, lists and names of one vocabulary. */
import type { Fact, FactType } from '#catalogue/rules/facts/fact-types.ts';
import type {
  Measure,
  SpecificationField,
  SpecificationValues,
} from '#catalogue/rules/specification-fields.ts';

/** By field; what nobody knows, or cannot be read, is absent. */
export type Facts = { readonly [field: string]: Fact | undefined };

type Fields = Readonly<Record<string, SpecificationField>>;

export type TypedFields = Readonly<Record<string, { label?: string; type?: FactType }>>;

/** The facts of parts with these fields. */
export type FieldFacts<Fields> = { readonly [Name in keyof Fields]?: FieldFact<Fields[Name]> | undefined };

type FieldFact<Field> = Field extends { type: FactType<infer Value> }
  ? Value
  : Field extends { measure: Measure }
    ? number
    : string;

export function readFacts(fields: Fields, specs: SpecificationValues): Facts {
  const facts = Object.entries(specs).map(([name, value]) => [name, readFact(value, fields[name])] as const);
  return Object.fromEntries(facts.filter(([, fact]) => fact !== undefined));
}

/** Fields without a type and a measure are text; those that owners name are what they are. */
function readFact(
  value: SpecificationValues[string],
  field: SpecificationField | undefined,
): Fact | undefined {
  if (!field || value === undefined) return value;
  if (field.measure !== undefined) return typeof value === 'number' ? value : undefined;
  if (typeof value !== 'string' || value === '') return undefined;
  return field.type ? field.type.parse(value) : value;
}

/** As specifications state them; text stays what it is. */
export function formatFacts(fields: TypedFields, facts: Facts): Record<string, unknown> {
  const texts = Object.entries(facts).map(([name, fact]) => {
    const type = typeof fact === 'string' || fact === undefined ? undefined : fields[name]?.type;
    return [name, fact !== undefined && type ? type.format(fact) : fact];
  });
  return Object.fromEntries(texts);
}
