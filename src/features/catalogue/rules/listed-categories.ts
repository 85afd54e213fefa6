/** The categories of parts in lists, searches, imports and checks of fit, in the order of categories.ts. */
import { listedComputerCase } from '#catalogue/rules/categories/case/lists.ts';
import { listedCpu } from '#catalogue/rules/categories/cpu/lists.ts';
import { listedCpuCooler } from '#catalogue/rules/categories/cpu-cooler/lists.ts';
import { listedGraphicsCard } from '#catalogue/rules/categories/graphics-card/lists.ts';
import { listedHardDisk } from '#catalogue/rules/categories/hard-disk/lists.ts';
import { listedMemory } from '#catalogue/rules/categories/memory/lists.ts';
import { listedMotherboard } from '#catalogue/rules/categories/motherboard/lists.ts';
import { listedOther } from '#catalogue/rules/categories/other/lists.ts';
import { listedPowerSupply } from '#catalogue/rules/categories/power-supply/lists.ts';
import { listedSsd } from '#catalogue/rules/categories/ssd/lists.ts';
import type { Category, Definition } from '#catalogue/rules/categories.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';

type Listed = ListedCategory & Pick<Definition, 'id'>;

export const listedCategories: readonly Listed[] = [
  listedMemory,
  listedHardDisk,
  listedSsd,
  listedMotherboard,
  listedGraphicsCard,
  listedCpu,
  listedCpuCooler,
  listedComputerCase,
  listedPowerSupply,
  listedOther,
];

export function getListedCategory(category: Category): Listed {
  return listedById.get(category) ?? listedOther;
}

const listedById = new Map(listedCategories.map((listed) => [listed.id, listed]));
