/** Which parts somebody may buy instead of one: of its category, near it in what matters there, and in the price. */
import type { ShelvedPart } from '#domain/catalogue/shelved-part.ts';
import type { Category } from '#domain/parts.ts';
import type { SpecificationValues } from '#domain/specifications.ts';

/** What must be known of the part that others are compared with; it need not be on the shelf itself. */
export type Compared = {
  id: string;
  category: Category;
  name: string;
  brand: string;
  /** Cents; null while it has none. */
  price_cents: number | null;
  specs: SpecificationValues;
};

/**
 * At most `most` of the parts, the nearest first, without the part itself. Where equally near, those that are in stock
 * come first, then the newest; of the same name there are two at most, for the choice would be none otherwise.
 */
export function mostSimilar(part: Compared, parts: readonly ShelvedPart[], most: number): ShelvedPart[] {
  const nearest: { other: ShelvedPart; distance: number }[] = [];
  const named = new Map<string, number>();
  const measured = parts
    .filter(({ id }) => id !== part.id)
    .map((other) => ({ other, distance: distanceOf(part, other) }))
    .sort((one, next) => one.distance - next.distance || (one.other.id < next.other.id ? 1 : -1));
  for (const each of measured) {
    if (nearest.length === most) break;
    const count = named.get(each.other.name) ?? 0;
    if (count === mostOfOneName) continue;
    named.set(each.other.name, count + 1);
    nearest.push(each);
  }
  return nearest.map(({ other }) => other);
}

const mostOfOneName = 2;

/** How much a field weighs: text by being another, numbers by how many times they are doubled or halved. */
type Weights = Readonly<Record<string, number>>;

/** What does not fit (another socket, generation, form factor) weighs more than what is merely faster or slower. */
const weights: Record<Category, Weights> = {
  memory: { ddr: 8, capacityGb: 3, speedMts: 3, modules: 1, casLatency: 1 },
  'hard-disk': { formFactor: 4, interface: 2, capacityGb: 3, rpm: 2, cacheMb: 0.25 },
  ssd: { formFactor: 3, interface: 3, capacityGb: 3, cacheMb: 0.25 },
  motherboard: { socket: 8, ddr: 4, formFactor: 3, memorySlots: 1, maxMemoryGb: 0.5 },
  'graphics-card': { chipset: 4, memoryGb: 3, boostClockMhz: 1, lengthMm: 1 },
  other: {},
};

const weightOfPrice = 2;
const weightOfBrand = 0.25;
const weightOfStock = 0.5;

function distanceOf(part: Compared, other: ShelvedPart): number {
  let distance = part.brand === other.brand ? 0 : weightOfBrand;
  if (part.price_cents !== null) distance += weightOfPrice * doublings(part.price_cents, other.price_cents);
  if (other.stock < other.minimum_order) distance += weightOfStock;
  for (const [field, weight] of Object.entries(weights[part.category])) {
    distance += weight * difference(field, part.specs[field], other.specs[field]);
  }
  return distance;
}

type Value = SpecificationValues[string];

/** 0 where both say the same or nothing, 1 where only one of them says. */
function difference(field: string, one: Value, other: Value): number {
  if (one === other) return 0;
  if (typeof one !== 'number' || typeof other !== 'number' || field === 'ddr') return 1;
  return doublings(one, other);
}

function doublings(one: number, other: number): number {
  return Math.abs(Math.log2(Math.max(one, Number.EPSILON) / Math.max(other, Number.EPSILON)));
}
