/** The type of a category of parts: all that the shop knows of one kind of part, and of no other. */
import type { z } from 'zod';
import type { Filter } from '#domain/catalogue/lists/filter-kinds.ts';
import type { SpecificationField, SpecificationValues } from '#domain/catalogue/specification-fields.ts';

/** Each file in `categories/` has one; `Field` are the names of its specification's fields. */
export type CategoryDefinition<Field extends string = string> = {
  /** As it is stored, and as it stands in addresses and calls: it never changes. */
  id: string;
  /** For one part, for many of them, and in the form that adds a part. */
  labels: { singular: string; plural: string; option: string };
  /** What a specification may hold; the unit is part of a field's name, an unknown field is refused. */
  schema: z.ZodType<SpecificationValues>;
  /** How each field is named, measured, grouped and explained, in the order in which a buyer reads them. */
  fields: Readonly<Record<Field, SpecificationField>>;
  /** Whether owners name the fields of each part themselves: there are no `fields` then. */
  isFreeForm: boolean;
  /** Whether buyers compare prices per gigabyte of `capacityGb`. */
  isPricedByCapacity: boolean;
  /** Besides those of every list, in the order in which they are shown and stand in addresses. */
  filters: readonly Filter[];
  /** How much each field weighs when similar parts are found: what does not fit weighs more than what is merely slower. */
  similarityWeights: Readonly<Partial<Record<Field, number>>>;
  /** What buyers call the category, in lower case. */
  searchWords: readonly string[];
  /** The specification in the spellings in which people search for it. */
  listSpecificationWords(specs: SpecificationValues): string[];
  /** What tells a part from its sisters where a list gives all of them the same name. */
  listNameAdditions(specs: CheckedValues): string[];
  /** The clauses of a sentence on what the part is; `values` are as a buyer reads them. Empty clauses are left out. */
  describe(values: DisplayedValues): (string | undefined)[];
  /** Three letters before the SKU of a part that comes without one. */
  skuPrefix: string;
  /** Where its parts are in pc-part-dataset; undefined where they are not. */
  importList: ImportList<Field> | undefined;
  /** The pictures in `catalogue/pictures` that are of this category. */
  imageKeys: readonly string[];
  /** The picture that shows what the specification says; the part's name decides where several fit. */
  findImageKey(specs: SpecificationValues, name: string): string | undefined;
  /** The picture on the home page; undefined: the category is not on the home page. */
  homeImageKey: string | undefined;
};

/** A specification that was checked: what is required is there. */
export type CheckedValues = Readonly<Record<string, string | number | undefined>>;

/** What a buyer reads of each field. */
export type DisplayedValues = Readonly<Record<string, string | undefined>>;

/** The fields of a row as they stand in a file: JSON's values, or the texts of a CSV file. */
export type RowFields = Readonly<Record<string, unknown>>;

/** A list of pc-part-dataset. Categories that share one have the same `name` and `marks`. */
export type ImportList<Field extends string = string> = {
  /** Its file's name without the ending. */
  name: string;
  /** Fields that together are in no other list. */
  marks: readonly string[];
  /** What our fields are called there, where the names differ. */
  fieldNames: Readonly<Partial<Record<Field, string>>>;
  /** The specification of a row, not yet checked; undefined: the row is of another category. */
  readSpecification(row: RowFields): RowFields | undefined;
};
