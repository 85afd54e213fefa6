/** What buyers and administrators read for each category. Browsers get the values of this module (vite.config.ts): plain values only. */
import { collect } from '#domain/catalogue/categories.ts';

export const categoryLabels = collect('labels');
