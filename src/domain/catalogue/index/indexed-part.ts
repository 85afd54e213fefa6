/** What the catalogue index knows of a part, and what a search has found. */
import type { Category } from '#domain/catalogue/categories.ts';
import type { SortedPart } from '#domain/catalogue/lists/sorts.ts';

/** A part in the catalogue index; its number is the short name under which searches know it. */
export type IndexedPart = SortedPart & { category: Category; number: number };

/** What a search has found: numbers of parts, and how well each of them fits (whole numbers, more is better). */
export type Matches = { numbers: Uint32Array; fits: Uint32Array };

/** What a search has found in one category index: rows, and how well the part in each fits. */
export type FoundRows = { rows: Uint32Array; fits: Uint32Array };
