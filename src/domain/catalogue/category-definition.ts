/** The type of a category definition: everything that is specific to one category of parts. */
import type { z } from 'zod';
import type { Filter } from '#domain/catalogue/lists/filter-kinds.ts';
import type { SpecificationField, SpecificationValues } from '#domain/catalogue/specification-fields.ts';
import type { FitFacts } from '#domain/fit/facts.ts';

/** `Field`: the names of the fields of its specification. */
export type CategoryDefinition<Field extends string = string> = {
  /** As stored and as used in addresses and the API; never changes. */
  id: string;
  labels: { singular: string; plural: string; option: string };
  /** The unit is part of a field's name; unknown fields are refused. */
  schema: z.ZodType<SpecificationValues>;
  fields: Readonly<Record<Field, SpecificationField>>;
  /** True when owners name the fields of each part; `fields` is empty then. */
  isFreeForm: boolean;
  isPricedByCapacity: boolean;
  /** In its box; for quotes of delivery when neither the part nor the owner says its weight. */
  typicalGrams: number;
  filters: readonly Filter[];
  similarityWeights: Readonly<Partial<Record<Field, number>>>;
  /** What tells parts of one name apart. */
  variantFields: readonly Field[];
  /** Facts that follow from the stated fields and the name; stated ones are stronger. */
  derive(specs: SpecificationValues, name: string): SpecificationValues;
  searchWords: readonly string[];
  /** What people call the category in searches: phrases of up to three words, in the singular. */
  names: readonly string[];
  /** What searches have that mean the category without its name: 'nvme', 'ddr5'. */
  typicalWords?: RegExp;
  /** Words of the specification that find the part like its name. */
  listProminentWords(specs: SpecificationValues): string[];
  listSpecificationWords(specs: SpecificationValues): string[];
  /** What the part is made for: 'surveillance', 'laptop'. */
  listUseWords(specs: SpecificationValues, name: string): string[];
  /** What a part for a processor has among its words; empty when every part goes with every processor. */
  listProcessorWords(platform: ProcessorPlatform): string[];
  listNameAdditions(specs: CheckedValues): string[];
  /** Without what the additions say, and with what others call by its full name. */
  cleanName(name: string, specs: CheckedValues): string;
  /** The sentences that tell a buyer what the part is and where it fits, from formatted values; empty ones are skipped. */
  describe(values: DisplayedValues): (string | undefined)[];
  /** What the rules of fit know of such a part; undefined: no rule is about it. Only what is certain. */
  readFitFacts(specs: SpecificationValues): FitFacts | undefined;
  skuPrefix: string;
  importList: ImportList<Field> | undefined;
  imageKeys: readonly string[];
  findImageKey(specs: SpecificationValues, name: string): string | undefined;
  /** Undefined: the category is not on the home page. */
  homeImageKey: string | undefined;
};

export type ProcessorPlatform = {
  /** 'AM5' */
  socket: string;
  /** Undefined: the socket has boards for several generations. */
  ddr: number | undefined;
  /** When the search names it instead of the socket: 'B550' */
  chipset?: string;
};

export type CheckedValues = Readonly<Record<string, string | number | undefined>>;

export type DisplayedValues = Readonly<Record<string, string | undefined>>;

export type RowFields = Readonly<Record<string, unknown>>;

export type ImportList<Field extends string = string> = {
  name: string;
  marks: readonly string[];
  /** Columns of another list that has the marks, too. */
  lackedMarks?: readonly string[];
  /** Of its CSV: cells with several numbers, separated by commas. */
  columnsOfNumbers?: readonly string[];
  fieldNames: Readonly<Partial<Record<Field, string>>>;
  readSpecification(row: RowFields): RowFields | undefined;
};
