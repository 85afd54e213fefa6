/** The type of a category definition: everything that is specific to one category of parts. */
import type { z } from 'zod';
import type { Filter } from '#domain/catalogue/lists/filter-kinds.ts';
import type { SpecificationField, SpecificationValues } from '#domain/catalogue/specification-fields.ts';

/** `Field`: the names of the fields of its specification. */
export type CategoryDefinition<Field extends string = string> = {
  /** As stored and as used in addresses and the API; never changes. */
  id: string;
  /** `option`: in the form that adds a part. */
  labels: { singular: string; plural: string; option: string };
  /** The unit is part of a field's name; unknown fields are refused. */
  schema: z.ZodType<SpecificationValues>;
  fields: Readonly<Record<Field, SpecificationField>>;
  /** True when owners name the fields of each part; `fields` is empty then. */
  isFreeForm: boolean;
  isPricedByCapacity: boolean;
  /** In addition to the common filters, in the order of display and of addresses. */
  filters: readonly Filter[];
  /** The weight of each field for similar parts; compatibility weighs more than speed. */
  similarityWeights: Readonly<Partial<Record<Field, number>>>;
  searchWords: readonly string[];
  listSpecificationWords(specs: SpecificationValues): string[];
  listNameAdditions(specs: CheckedValues): string[];
  /** The clauses of a sentence that describes the part, from formatted values; empty clauses are skipped. */
  describe(values: DisplayedValues): (string | undefined)[];
  skuPrefix: string;
  /** The list of pc-part-dataset that has its parts, if any. */
  importList: ImportList<Field> | undefined;
  imageKeys: readonly string[];
  /** The image that fits the specification; the part's name decides between several. */
  findImageKey(specs: SpecificationValues, name: string): string | undefined;
  /** Undefined: the category is not on the home page. */
  homeImageKey: string | undefined;
};

export type CheckedValues = Readonly<Record<string, string | number | undefined>>;

export type DisplayedValues = Readonly<Record<string, string | undefined>>;

export type RowFields = Readonly<Record<string, unknown>>;

export type ImportList<Field extends string = string> = {
  /** The file name without extension. */
  name: string;
  /** Fields that together identify the list. */
  marks: readonly string[];
  /** The list’s names of our fields, where they differ. */
  fieldNames: Readonly<Partial<Record<Field, string>>>;
  /** The specification of a row, not yet validated; undefined: the row is of another category. */
  readSpecification(row: RowFields): RowFields | undefined;
};
