/** What a part is: its category, what may be said of it, and when it can be bought. */
import { z } from 'zod';
import { categories } from '#domain/catalogue/category-ids.ts';

export type { Category } from '#domain/catalogue/categories.ts';
export { categories, fallbackCategory } from '#domain/catalogue/category-ids.ts';

export const categorySchema = z.enum(categories);

/** What lists of parts that buyers do not see are sorted by: the home page's order, the newest, the fewest in stock, or the cheapest first. */
export const partSorts = ['featured', 'newest', 'stock', 'price'] as const;
export type PartSort = (typeof partSorts)[number];

/** On sale; taken off it; or without a price, and so not for sale yet: a part is in one of the three lists. */
export const partStatuses = ['on-sale', 'off-sale', 'unpriced'] as const;
export type PartStatus = (typeof partStatuses)[number];

/** Units: with so many or fewer, a part is running low. */
export const lowStock = 5;
