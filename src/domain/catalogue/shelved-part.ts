/** What the shelf knows of a part, and what a search has found. */
import type { SortedPart } from '#domain/catalogue/sorts.ts';

/** A part as it lies on the shelf; its number is the short name under which searches know it. */
export type ShelvedPart = SortedPart & { number: number };

/** What a search has found: numbers of parts, and how well each of them fits (whole numbers, more is better). */
export type Matches = { numbers: Uint32Array; fits: Uint32Array };

/** What a search has found of one section of the shelf: the places of parts, and how well each fits. */
export type FoundPlaces = { places: Uint32Array; fits: Uint32Array };
