/** Parts of the catalogue index, and matches of searches. */
import type { Category } from '#catalogue/rules/categories.ts';
import type { SortedPart } from '#catalogue/rules/lists/sorts.ts';

export type IndexedPart = SortedPart & { category: Category; number: number; mpn: string | null };

export type Matches = { slots: Uint32Array; scores: Uint32Array };

export type MatchedRows = { rows: Uint32Array; scores: Uint32Array };
