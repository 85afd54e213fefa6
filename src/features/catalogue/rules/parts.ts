/** The lists of parts: categories, sorts, statuses, and why stock changes. */
import { z } from 'zod';
import { categories } from '#catalogue/rules/category-ids.ts';

export type { Category } from '#catalogue/rules/categories.ts';
export { categories, fallbackCategory } from '#catalogue/rules/category-ids.ts';

export const categorySchema = z.enum(categories);

export const partSorts = ['featured', 'newest', 'stock', 'price'] as const;
export type PartSort = (typeof partSorts)[number];

export const partStatuses = [
  'on-sale',
  'off-sale',
  'unpriced',
  'to-check',
  'running-low',
  'wanted',
  'twice',
] as const;
export type PartStatus = (typeof partStatuses)[number];

/** Why units come into the stock or leave it. */
export const stockReasons = ['opening', 'edit', 'order', 'cancel', 'expiry', 'return'] as const;
export type StockReason = (typeof stockReasons)[number];

/** Units of one part. */
export const maxStock = 1_000_000;
