/** Parts of no other category: owners name the fields of the specification. */
import { z } from 'zod';
import { type CategoryDefinition, makeLabels } from '#catalogue/rules/category-definition.ts';
import { specificationText } from '#catalogue/rules/specification-fields.ts';

const schema = z
  .record(
    z.string().regex(/^\p{L}[\p{L}\p{N} ()/.,+-]{0,39}$/u, 'Must be a name of at most 40 characters'),
    z.union([specificationText, z.number(), z.boolean()]),
  )
  .refine((specs) => Object.keys(specs).length <= 40, 'Must have at most 40 entries');

export const other = {
  id: 'other',
  labels: makeLabels('Part', 'Other parts', {
    option: 'Other',
    counted: { singular: 'other part', plural: 'other parts' },
  }),
  schema,
  fields: {},
  isFreeForm: true,
  typicalGrams: 1_000,
  similarityWeights: {},
  variantFields: [],
  skuPrefix: 'OTH',
  imageKeys: ['other'],
  findImageKey: () => 'other',
} as const satisfies CategoryDefinition<never>;
