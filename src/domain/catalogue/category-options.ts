/** The categories as an administrator chooses among them. Browsers get the values of this module (vite.config.ts): plain values only. */
import { definitions } from '#domain/catalogue/categories.ts';

export const categoryOptions = definitions.map(({ id, labels }) => ({ value: id, label: labels.option }));
