/** Composes complete computers of what can be bought: the best that a price affords, of parts that surely fit together. */
import type { FitKind, FitPart } from '#catalogue/rules/facts/facts.ts';
import { getNumber, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { sortBuild } from '#fit/rules/build.ts';
import { checkBuild, findCandidateVerdict } from '#fit/rules/check-build.ts';
import type { Recipe } from '#fit/rules/recipes.ts';
import type { Cents } from '#kernel/money.ts';

/** A part of which one unit can be bought. */
export type Offer = { part: FitPart; price: Cents; specs: SpecificationValues };

/** What a search may cost, in checks of a part: some milliseconds. */
const maxChecks = 4_000;

/** The parts, or the kinds of which another part may help. */
type Outcome = { whole: readonly Offer[] } | { change: readonly FitKind[] };

/** Tries the parts of one kind after the other, the best first. Undefined when nothing is found. */
export function composeBuild(offers: readonly Offer[], recipe: Recipe): readonly Offer[] | undefined {
  const taken = Map.groupBy(
    offers.filter((offer) => takes(recipe, offer)),
    ({ part }) => part.kind,
  );
  const lists = new Map([...taken].map(([kind, list]) => [kind, sortOffers(list, kind, recipe)]));
  let checks = 0;

  function complete(chosen: readonly Offer[], [kind, ...others]: readonly FitKind[]): Outcome {
    if (!kind) return isDone(chosen, recipe) ? { whole: chosen } : { change: ['Processor', 'GraphicsCard'] };
    if (kind === 'Cooler' && hasCooler(chosen, recipe)) return complete(chosen, others);
    const build = sortBuild(chosen.map(takeOne));
    for (const offer of lists.get(kind) ?? []) {
      checks += 1;
      if (checks > maxChecks) return { change: [] };
      if ((findCandidateVerdict(build, takeOne(offer)) ?? 'fits') !== 'fits') continue;
      const outcome = complete([...chosen, offer], others);
      if ('whole' in outcome || !outcome.change.includes(kind)) return outcome;
    }
    return { change: causes[kind] };
  }

  const outcome = complete([], recipe.hasCard ? order : order.slice(1));
  return 'whole' in outcome ? outcome.whole : undefined;
}

/** Each kind behind those that leave it the least choice, with those that are the reason when nothing of it fits. */
const causes: Record<FitKind, readonly FitKind[]> = {
  GraphicsCard: [],
  Processor: ['GraphicsCard'],
  Motherboard: ['Processor'],
  Case: ['GraphicsCard', 'Motherboard'],
  Cooler: ['Processor', 'Case'],
  Memory: ['Motherboard'],
  Drive: ['Motherboard'],
  PowerSupply: ['GraphicsCard', 'Case'],
};

const order = Object.keys(causes) as FitKind[];

const takeOne = ({ part }: Offer) => ({ part, quantity: 1 });

function isDone(chosen: readonly Offer[], { limit }: Recipe): boolean {
  const total = chosen.reduce((sum, { price }) => sum + price, 0);
  return total <= limit && checkBuild(chosen.map(takeOne)).verdict === 'fits';
}

function hasCooler(chosen: readonly Offer[], { maxNoiseDb }: Recipe): boolean {
  return maxNoiseDb === undefined && chosen.some(({ specs }) => specs.coolerIncluded === 'Yes');
}

/** What is not known of a part fits nothing for certain; radiators are never checked. */
function takes(recipe: Recipe, { part, specs }: Offer): boolean {
  const { hasCard, memoryGb, driveGb, maxCaseLitres = Infinity, maxNoiseDb = Infinity } = recipe;
  const read = (field: string) => getNumber(specs, field);
  switch (part.kind) {
    case 'GraphicsCard':
      return part.connectors !== undefined && part.chip !== undefined;
    case 'Processor':
      return hasCard || part.hasGraphics === true;
    case 'Motherboard':
      return part.chipset !== undefined;
    case 'Memory':
      return (read('capacityGb') ?? 0) >= memoryGb;
    case 'Drive':
      return part.isHardDisk !== true && (read('capacityGb') ?? 0) >= driveGb;
    case 'Case':
      return maxCaseLitres === Infinity || (read('volumeL') ?? Infinity) <= maxCaseLitres;
    case 'Cooler':
      return (
        part.isLiquid === false &&
        part.ratedWatts !== undefined &&
        (maxNoiseDb === Infinity || (read('noiseDb') ?? Infinity) <= maxNoiseDb)
      );
    case 'PowerSupply':
      return true;
  }
}

/** Of the whole price, in hundredths. */
const shares: Record<FitKind, [withCard: number, withoutCard: number]> = {
  GraphicsCard: [40, 0],
  Processor: [22, 30],
  Motherboard: [12, 20],
  Memory: [0, 0],
  Drive: [0, 0],
  Cooler: [4, 6],
  Case: [6, 12],
  PowerSupply: [0, 0],
};

/** The best within its share of the price, then the cheapest. */
function sortOffers(offers: readonly Offer[], kind: FitKind, { limit, hasCard }: Recipe): readonly Offer[] {
  const share = (limit * shares[kind][hasCard ? 0 : 1]) / 100;
  const merit = measureMerit(offers, kind);
  const within = offers
    .filter(({ price }) => price <= share)
    .toSorted((one, other) => merit(other) - merit(one) || one.price - other.price);
  if (kind === 'Processor' || kind === 'GraphicsCard') return within;
  const beyond = offers.filter(({ price }) => price > share);
  return [...within, ...beyond.toSorted((one, other) => one.price - other.price)];
}

/** What the shop knows of how much a part is worth: nothing of its speed. */
function measureMerit(offers: readonly Offer[], kind: FitKind): (offer: Offer) => number {
  if (kind === 'Processor') return ({ specs }) => getNumber(specs, 'cores') ?? 0;
  const readChip = ({ part }: Offer) => (part.kind === 'GraphicsCard' ? part.chip : part.id);
  const cheapest = new Map<string | undefined, Cents>();
  for (const offer of offers.toSorted((one, other) => other.price - one.price))
    cheapest.set(readChip(offer), offer.price);
  return (offer) => cheapest.get(readChip(offer)) ?? 0;
}
