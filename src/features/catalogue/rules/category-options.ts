/** The categories as form options. The build sends browsers only the values (vite.config.ts): plain values only. */
import { definitions } from '#catalogue/rules/categories.ts';

export const categoryOptions = definitions.map(({ id, labels }) => ({ value: id, label: labels.option }));
