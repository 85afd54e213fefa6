/** The categories of parts, in the order in which buyers see them. ARCHITECTURE.md says how to add one. */
import { computerCase } from '#catalogue/rules/categories/case/definition.ts';
import { cpu } from '#catalogue/rules/categories/cpu/definition.ts';
import { cpuCooler } from '#catalogue/rules/categories/cpu-cooler/definition.ts';
import { graphicsCard } from '#catalogue/rules/categories/graphics-card/definition.ts';
import { hardDisk } from '#catalogue/rules/categories/hard-disk/definition.ts';
import { memory } from '#catalogue/rules/categories/memory/definition.ts';
import { motherboard } from '#catalogue/rules/categories/motherboard/definition.ts';
import { other } from '#catalogue/rules/categories/other/definition.ts';
import { powerSupply } from '#catalogue/rules/categories/power-supply/definition.ts';
import { ssd } from '#catalogue/rules/categories/ssd/definition.ts';
import type { CategoryDefinition } from '#catalogue/rules/category-definition.ts';

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

export type Category = (typeof declared)[number]['id'];
export type Definition = CategoryDefinition & { id: Category };

export const definitions: readonly Definition[] = declared;

export const fallback = other;

export function getDefinition(category: Category): Definition {
  return definitionsById.get(category) ?? fallback;
}

/** Of every unit the least between two of its amounts. */
export const stepsByUnit: ReadonlyMap<string, number> = new Map(
  definitions
    .flatMap(({ fields }) => Object.values(fields))
    .flatMap(({ measure }) => (measure ? [[measure.unit, measure.step ?? 1] as const] : [])),
);

const definitionsById = new Map(definitions.map((definition) => [definition.id, definition]));
