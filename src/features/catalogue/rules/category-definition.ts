/** The type of a category definition: everything that is specific to one category of parts. */
import type { z } from 'zod';
import type { FitFacts } from '#features/catalogue/rules/facts/facts.ts';
import type { RowFields } from '#features/catalogue/rules/import/import-values.ts';
import type { OpenDbList } from '#features/catalogue/rules/import/open-db/list.ts';
import type { Filter } from '#features/catalogue/rules/lists/filter-kinds.ts';
import type {
  SpecificationField,
  SpecificationValues,
} from '#features/catalogue/rules/specification-fields.ts';

/** `Field`: the names of the fields of its specification. */
export type CategoryDefinition<Field extends string = string> = {
  /** As stored and as used in addresses and the API; never changes. */
  id: string;
  labels: { singular: string; plural: string; option: string };
  /** The unit is part of a field's name; unknown fields are refused. */
  schema: z.ZodType<SpecificationValues>;
  fields: Readonly<Record<Field, SpecificationField>>;
  /** True when owners name the fields of each part; `fields` is empty then. */
  isFreeForm?: boolean;
  isPricedByCapacity?: boolean;
  /** In its box; for quotes of delivery when neither the part nor the owner says its weight. */
  typicalGrams: number;
  filters: readonly Filter[];
  similarityWeights: Readonly<Partial<Record<Field, number>>>;
  /** What tells parts of one name apart. */
  variantFields: readonly Field[];
  /** Facts that follow from the stated fields and the name; stated ones are stronger. */
  derive?(specs: SpecificationValues, name: string): SpecificationValues;
  words: CategoryWords;
  listNameAdditions?(specs: CheckedValues): string[];
  /** Without what the additions say, and with what others call by its full name. */
  cleanName?(name: string, specs: CheckedValues): string;
  /** The sentences that tell a buyer what the part is and where it fits, from formatted values; empty ones are skipped. */
  describe?(values: DisplayedValues): (string | undefined)[];
  /** What the rules of fit know of such a part; undefined: no rule is about it. Only what is certain. */
  readFitFacts?(specs: SpecificationValues): FitFacts;
  skuPrefix: string;
  lists?: CategoryLists<Field>;
  imageKeys: readonly string[];
  findImageKey(specs: SpecificationValues, name: string): string | undefined;
  /** Undefined: the category is not on the home page. */
  homeImageKey?: string;
};

/** How searches find the parts of a category. */
export type CategoryWords = {
  /** What people call the category in searches: phrases of up to three words, in the singular. */
  names: readonly string[];
  /** Words that find every part of the category. */
  searchWords: readonly string[];
  /** What searches have that mean the category without its name: 'nvme', 'ddr5'. */
  typicalWords?: RegExp;
  /** Words that say little of other parts (`passingWords` in search/searches.ts), but something of these: '4k' of a monitor. */
  tellingWords?: readonly string[];
  /** Words of the specification that find the part like its name. */
  listProminentWords?(specs: SpecificationValues): string[];
  listSpecificationWords(specs: SpecificationValues): string[];
  /** What the part is made for: 'surveillance', 'laptop'. */
  listUseWords?(specs: SpecificationValues, name: string): string[];
  /** What a part for a processor has among its words; missing when every part goes with every processor. */
  listProcessorWords?(platform: ProcessorPlatform): string[];
};

/** How others list the parts of a category. */
export type CategoryLists<Field extends string = string> = {
  partDataset: PartDatasetList<Field>;
  openDb?: OpenDbList;
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

/** A list of pc-part-dataset (https://github.com/docyx/pc-part-dataset). */
export type PartDatasetList<Field extends string = string> = {
  name: string;
  marks: readonly string[];
  /** Columns of another list that has the marks, too. */
  lackedMarks?: readonly string[];
  /** Of its CSV: cells with several numbers, separated by commas. */
  columnsOfNumbers?: readonly string[];
  /** The column of each field. */
  columns: Readonly<Partial<Record<Field, string>>>;
  /** The fields that are written otherwise than ours. */
  readOthers?(row: RowFields): RowFields;
  /** Of a list that several categories read; missing: every row is of the category. */
  isOwnRow?(row: RowFields): boolean;
};
