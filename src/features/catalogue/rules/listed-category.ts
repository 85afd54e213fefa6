/** The type of a category in lists: what finding, sorting, importing and comparing its parts need besides its definition. */
import type { CategoryDefinition } from '#catalogue/rules/category-definition.ts';
import type { FitFacts } from '#catalogue/rules/facts/facts.ts';
import type { Facts } from '#catalogue/rules/facts/typed-facts.ts';
import type { RowFields } from '#catalogue/rules/import/import-values.ts';
import type { OpenDbList } from '#catalogue/rules/import/open-db/list.ts';
import type { Filter } from '#catalogue/rules/lists/filter-kinds.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';

export type ListedCategory<Field extends string = string> = CategoryDefinition<Field> & {
  filters: readonly Filter[];
  /** The keys of the filters whose values its lists show in columns, what decides first: a narrow table has the first four. */
  columns: readonly string[];
  /** Facts that follow from the stated fields and the name; stated ones are stronger. */
  derive?(specs: SpecificationValues, name: string): SpecificationValues;
  /** What its lists say below the name of a part that few computers take, as nothing else of it tells. */
  caution?(specs: SpecificationValues): string | undefined;
  words: CategoryWords;
  /** What the rules of fit know of such a part; undefined: no rule is about it. Only what is certain. */
  readFitFacts?(facts: Facts): FitFacts;
  /** How others list the parts. */
  partDataset?: PartDatasetList<Field>;
  openDb?: OpenDbList;
};

/** How searches find the parts of a category. */
export type CategoryWords = {
  /** What people call the category in searches: phrases of up to three words, in the singular. */
  names: readonly string[];
  /** Words that find every part of the category. */
  searchWords: readonly string[];
  /** What searches have that mean the category without its name: 'nvme', 'ddr5'. Names are stronger, makers weaker; of several kinds the first in the text. */
  typicalWords?: RegExp;
  /** Those who make little else: their names mean the category where nothing else does. */
  makers?: RegExp;
  /**
   * What searches for the category say of a fact, also of a lack, and the word of its parts for it: 'without graphics',
   * 'no.graphics'; with a dot it is no typing error. What matches becomes one word, so that a number begins where the match
   * does. Searches join 'gb', 'mhz', 'rpm', 'mm' and 'w' to their amounts by themselves; other units need a phrase,
   * [/(?<![\d.])(\d+) ?hz\b/gi, '$1hz'], which no word of `listSpecificationWords` may match.
   */
  phrases?: readonly (readonly [RegExp, string])[];
  /** The least that a part needs which is for something, as a limit: 'at least 1000 W' for 'rtx 5090'; the rest of the words stays. */
  nameNeed?(purpose: string): { limit: string; rest: string } | undefined;
  /** Words that say little of other parts (sizes, '1080p', '1440p', '4k', 'bluetooth' …), but something of these. */
  tellingWords?: readonly string[];
  /** Lines of what other languages say, without accents: 'case = caja, gehause'. */
  translations?: string;
  /** Words of the specification that find the part like its name. */
  listProminentWords?(specs: SpecificationValues): string[];
  /** As searches write them, amounts with their unit and mostly without it, too ('360mm', '360'): by `spellNumber` and `spellText`. */
  listSpecificationWords(specs: SpecificationValues): string[];
  /** What the part is made for: 'surveillance', 'laptop'. */
  listUseWords?(specs: SpecificationValues, name: string): string[];
  /** What a part for a processor has among its words; missing when every part goes with every processor. */
  listProcessorWords?(platform: ProcessorPlatform): string[];
};

export type ProcessorPlatform = {
  /** 'AM5' */
  socket: string;
  /** Undefined: the socket has boards for several generations. */
  ddr: number | undefined;
  /** When the search names it instead of the socket: 'B550' */
  chipset?: string;
};

/** A list of pc-part-dataset (https://github.com/docyx/pc-part-dataset). */
export type PartDatasetList<Field extends string = string> = {
  name: string;
  marks: readonly string[];
  /** Columns of another list that has the marks, too. */
  lackedMarks?: readonly string[];
  /** Cells with several numbers, in its CSV separated by commas ('500,1800'), in its JSON arrays: an amount takes the last. */
  columnsOfNumbers?: readonly string[];
  /** The column of each field. */
  columns: Readonly<Partial<Record<Field, string>>>;
  /** The fields that are written otherwise than ours, from cells as they are. */
  readOthers?(row: RowFields): RowFields;
  /** Of a list that several categories read; missing: every row is of the category. */
  isOwnRow?(row: RowFields): boolean;
};
