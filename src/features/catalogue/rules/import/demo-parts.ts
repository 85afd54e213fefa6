/** Schemas of the files of the demo catalogue: parts and reviews. */
import { z } from 'zod';
import { type Definition, definitions } from '#catalogue/rules/categories.ts';
import { mpnField } from '#catalogue/rules/part-numbers.ts';

export const demoPartSchema = z
  .discriminatedUnion('category', demoCategories())
  .refine((part) => part.available_quantity === 0 || part.minimum_order <= part.available_quantity, {
    path: ['minimum_order'],
    message: 'Minimum order must not exceed the stock, or nobody can order',
  });
export type DemoPart = z.infer<typeof demoPartSchema>;

export const demoReviewSchema = z.strictObject({
  name: z.string().min(1).max(15),
  rating: z.number().min(1).max(5).multipleOf(0.5),
  review: z.string().min(20).max(500),
  avatar: z.string().regex(/^[a-z]+$/),
  posted: z.iso.date(),
});
export type DemoReview = z.infer<typeof demoReviewSchema>;

function demoCategories() {
  const schemas = definitions.filter(({ isFreeForm }) => !isFreeForm).map(makeDemoPartSchema);
  return schemas as [(typeof schemas)[number], ...typeof schemas];
}

function makeDemoPartSchema({ id, schema }: Definition) {
  return z.strictObject({
    sku: z.string().regex(/^[A-Z0-9][A-Z0-9/-]{3,63}$/),
    mpn: mpnField.optional(),
    name: z.string().min(1).max(120),
    brand: z.string().min(1).max(40),
    category: z.literal(id),
    specs: schema,
    price: z.number().min(0.5).max(100_000).multipleOf(0.01),
    available_quantity: z.int().min(0),
    minimum_order: z.int().min(1),
    description: z.string().min(80).max(600),
    featured: z.literal(true).optional(),
  });
}
