/** Ready builds: what is said of them, and which a buyer is offered. Nothing is claimed of their speed. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import type { BuildPart, FitKind } from '#catalogue/rules/facts/facts.ts';
import { formatValue, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import type { Recipe, Use } from '#fit/rules/recipes.ts';
import { joinWords } from '#fit/rules/verdicts.ts';
import { type Cents, centsToDollars, formatBudget } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import { capitalize } from '#kernel/words.ts';

/** 'gaming-1200'. */
export function makeReadyId({ use, limit }: Recipe): string {
  return `${use}-${centsToDollars(limit)}`;
}

export function makeReadyPath(id: string): string {
  return `${paths.build}?ready=${id}`;
}

/** 'Gaming computer' */
export const nameUse = (use: Use) => `${capitalize(use)} computer`;

export function nameReadyBuild({ use, limit }: Recipe): string {
  return `${nameUse(use)} up to ${formatBudget(centsToDollars(limit))}`;
}

type DescribedPart = BuildPart & { row: { name: string; category: Category; specs: SpecificationValues } };

/** 'GeForce RTX 5060 with 8 GB, AMD Ryzen 5 7600X, 32 GB of memory and an SSD of 1 TB; draws up to about 380 W.' */
export function describeReadyBuild(parts: readonly DescribedPart[], { use }: Recipe, watts: number): string {
  const say = (kind: FitKind, describe: (read: (field: string) => string) => string) =>
    parts
      .filter(({ part }) => part.kind === kind)
      .map(({ row: { category, specs } }) =>
        describe((name) => formatValue(specs[name] ?? '', getDefinition(category).fields[name])),
      );
  const hasCooler = parts.some(({ part }) => part.kind === 'Cooler');
  const facts = [
    ...say('GraphicsCard', (read) => `${read('chipset')} with ${read('memoryGb')}`),
    ...parts
      .filter(({ part }) => part.kind === 'Processor')
      .map(({ row }) => (hasCooler ? row.name : `${row.name} with its cooler`)),
    ...say('Memory', (read) => `${read('capacityGb')} of memory`),
    ...say('Drive', (read) => `an SSD of ${read('capacityGb')}`),
    ...(use === 'small' ? say('Case', (read) => `a case of ${read('volumeL')}`) : []),
    ...(use === 'quiet' ? say('Cooler', (read) => `a cooler of ${read('noiseDb')} at most`) : []),
  ];
  return `${joinWords(facts)}; draws up to about ${watts} W.`;
}

type Priced = { recipe: Recipe; total: Cents };

/** Of each use the dearest that is within the budget. */
export function chooseWithin<Build extends Priced>(builds: readonly Build[], budget: Cents): Build[] {
  const within = Map.groupBy(
    builds.filter(({ total }) => total <= budget),
    ({ recipe }) => recipe.use,
  );
  return [...within.values()].flatMap((group) =>
    group.toSorted((one, other) => other.total - one.total).slice(0, 1),
  );
}

/** One step of the same use, among those that are offered. */
export function findSteps<Build extends Priced>(
  builds: readonly Build[],
  build: Build,
): { cheaper: Build | undefined; dearer: Build | undefined } {
  const same = builds
    .filter(({ recipe }) => recipe.use === build.recipe.use)
    .toSorted((one, other) => one.total - other.total);
  const place = same.indexOf(build);
  return { cheaper: same[place - 1], dearer: same[place + 1] };
}
