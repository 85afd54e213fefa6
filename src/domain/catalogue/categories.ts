/** The categories of parts, in the order in which buyers see them. ARCHITECTURE.md says how to add one. */
import { computerCase } from '#domain/catalogue/categories/case/definition.ts';
import { cpu } from '#domain/catalogue/categories/cpu/definition.ts';
import { cpuCooler } from '#domain/catalogue/categories/cpu-cooler/definition.ts';
import { graphicsCard } from '#domain/catalogue/categories/graphics-card/definition.ts';
import { hardDisk } from '#domain/catalogue/categories/hard-disk/definition.ts';
import { memory } from '#domain/catalogue/categories/memory/definition.ts';
import { motherboard } from '#domain/catalogue/categories/motherboard/definition.ts';
import { other } from '#domain/catalogue/categories/other/definition.ts';
import { powerSupply } from '#domain/catalogue/categories/power-supply/definition.ts';
import { ssd } from '#domain/catalogue/categories/ssd/definition.ts';
import type { CategoryDefinition } from '#domain/catalogue/category-definition.ts';

const declared = [
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

type Declared = (typeof declared)[number];
export type Category = Declared['id'];
export type Definition = CategoryDefinition & { id: Category };

export const definitions: readonly Definition[] = declared;

export const fallback = other;

export type ByCategory<Property extends keyof Declared> = {
  readonly [Each in Declared as Each['id']]: Each[Property];
};

export function collectProperty<Property extends keyof Declared>(property: Property): ByCategory<Property> {
  const entries = declared.map((definition) => [definition.id, definition[property]]);
  return Object.fromEntries(entries) as ByCategory<Property>;
}

export function getDefinition(category: Category): Definition {
  return definitionsById.get(category) ?? fallback;
}

const definitionsById = new Map(definitions.map((definition) => [definition.id, definition]));
