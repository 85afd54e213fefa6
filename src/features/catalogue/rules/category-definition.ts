/** The type of a category definition: what describes the parts of one category, wherever they are shown or bought. */
import type { z } from 'zod';
import type { WantedImage } from '#catalogue/rules/image-rules.ts';
import type { SpecificationField, SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { uncapitalize } from '#kernel/words.ts';

/** `Field`: the names of the fields of its specification. */
export type CategoryDefinition<Field extends string = string> = {
  /** As stored and as used in addresses and the API; never changes. */
  id: string;
  labels: CategoryLabels;
  /** Unknown fields are refused. */
  schema: z.ZodType<SpecificationValues>;
  fields: Readonly<Record<Field, SpecificationField>>;
  /** True when owners name the fields of each part; `fields` is empty then. */
  isFreeForm?: boolean;
  isPricedByCapacity?: boolean;
  /** In its box; for quotes of delivery when neither the part nor the owner says its weight. */
  typicalGrams: number;
  similarityWeights: Readonly<Partial<Record<Field, number>>>;
  /** What tells parts of one name apart. */
  variantFields: readonly Field[];
  listNameAdditions?(specs: CheckedValues): string[];
  /** Without what the additions say, and with what others call by its full name. */
  cleanName?(name: string, specs: CheckedValues): string;
  /** The sentences that tell a buyer what the part is and where it fits, from formatted values; empty ones are skipped. */
  describe?(values: Readonly<Record<string, string | undefined>>): (string | undefined)[];
  skuPrefix: string;
  /** Those without words on them, which were rendered. */
  imageKeys: readonly string[];
  findImageKey(specs: SpecificationValues, name: string): string | undefined;
  /** The image from the other side: ports and plugs. */
  findSecondImageKey?(specs: SpecificationValues, name: string): string | undefined;
  /** For those who render. */
  wantImage?(specs: SpecificationValues, name: string): WantedImage;
  /** Undefined: the category is not on the home page. */
  homeImageKey?: string;
};

/** `counted`: behind a number, '22 graphics cards'. */
type CategoryLabels = {
  singular: string;
  plural: string;
  option: string;
  counted: { singular: string; plural: string };
};

export function makeLabels(
  singular: string,
  plural: string,
  others: Partial<CategoryLabels> = {},
): CategoryLabels {
  const counted = { singular: uncapitalize(singular), plural: uncapitalize(plural) };
  return { singular, plural, option: singular, counted, ...others };
}

export type CheckedValues = Readonly<Record<string, string | number | undefined>>;
