/** The ids of the categories. The build sends browsers only the values (vite.config.ts): plain values only. */
import { definitions, fallback } from '#catalogue/rules/categories.ts';

export const categories = definitions.map(({ id }) => id);

export const fallbackCategory = fallback.id;
