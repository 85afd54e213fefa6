/** The labels of the categories. The build sends browsers only the values (vite.config.ts): plain values only. */
import { collectProperty } from '#catalogue/rules/categories.ts';

export const categoryLabels = collectProperty('labels');
