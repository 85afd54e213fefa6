/** The labels of the categories. The build sends browsers only the values (vite.config.ts): plain values only. */
import { type Category, type Definition, definitions } from '#catalogue/rules/categories.ts';

export const categoryLabels = Object.fromEntries(
  definitions.map(({ id, labels }) => [id, labels]),
) as Readonly<Record<Category, Definition['labels']>>;
