/** What the categories are called where many of their parts are meant. */
import type { Category } from '#domain/parts.ts';

export const pluralOf: Readonly<Record<Category, string>> = {
  memory: 'Memory',
  'hard-disk': 'Hard disks',
  ssd: 'SSDs',
  motherboard: 'Motherboards',
  'graphics-card': 'Graphics cards',
  other: 'Other parts',
};
