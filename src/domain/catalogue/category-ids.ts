/** The ids of the categories. Browsers get the values of this module, not the definitions (vite.config.ts): plain values only. */
import { definitions, fallback } from '#domain/catalogue/categories.ts';

export const categories = definitions.map(({ id }) => id);

/** The category of parts that fit into no other one. */
export const fallbackCategory = fallback.id;
