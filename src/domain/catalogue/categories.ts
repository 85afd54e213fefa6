/** The categories of parts, in the order in which buyers see them. ARCHITECTURE.md says how to add one. */
import { computerCase } from '#domain/catalogue/categories/case.ts';
import { cpu } from '#domain/catalogue/categories/cpu.ts';
import { cpuCooler } from '#domain/catalogue/categories/cpu-cooler.ts';
import { graphicsCard } from '#domain/catalogue/categories/graphics-card.ts';
import { hardDisk } from '#domain/catalogue/categories/hard-disk.ts';
import { memory } from '#domain/catalogue/categories/memory.ts';
import { motherboard } from '#domain/catalogue/categories/motherboard.ts';
import { other } from '#domain/catalogue/categories/other.ts';
import { powerSupply } from '#domain/catalogue/categories/power-supply.ts';
import { ssd } from '#domain/catalogue/categories/ssd.ts';
import type { CategoryDefinition } from '#domain/catalogue/category-definition.ts';

export const definitions = [
  memory,
  hardDisk,
  ssd,
  motherboard,
  graphicsCard,
  cpu,
  cpuCooler,
  computerCase,
  powerSupply,
  other,
] as const;

export const fallback = other;

export type Definition = (typeof definitions)[number];
export type Category = Definition['id'];

export type ByCategory<Property extends keyof CategoryDefinition & keyof Definition> = {
  readonly [Each in Definition as Each['id']]: Each[Property];
};

export function collectProperty<Property extends keyof CategoryDefinition & keyof Definition>(
  property: Property,
): ByCategory<Property> {
  const entries = definitions.map((definition) => [definition.id, definition[property]]);
  return Object.fromEntries(entries) as ByCategory<Property>;
}

export function getDefinition(category: Category): CategoryDefinition {
  return definitionsById[category];
}

const definitionsById = Object.fromEntries<CategoryDefinition>(
  definitions.map((definition) => [definition.id, definition]),
) as Record<Category, CategoryDefinition>;
