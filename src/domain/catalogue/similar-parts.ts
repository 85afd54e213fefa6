/** Which parts somebody may buy instead of one: of its category, near it in what matters there, and in the price. */
import { type Category, getDefinition } from '#domain/catalogue/categories.ts';
import type { IndexedPart } from '#domain/catalogue/index/indexed-part.ts';
import type { SpecificationValues } from '#domain/catalogue/specification-fields.ts';

/** What must be known of the part that others are compared with; it need not be in the catalogue index itself. */
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
export function findMostSimilar(part: Compared, parts: readonly IndexedPart[], most: number): IndexedPart[] {
  const nearest: Measured[] = [];
  const { fields, similarityWeights } = getDefinition(part.category);
  const weighed = Object.entries(similarityWeights).map(
    ([field, weight = 0]): Weighed => ({
      field,
      weight,
      value: part.specs[field],
      isNominal: fields[field]?.measure === 'generation',
    }),
  );
  for (const other of parts) {
    if (other.id === part.id) continue;
    const farthest = nearest.length === most ? nearest.at(-1) : undefined;
    const distance = computeDistance(part, other, weighed, farthest?.distance ?? Number.POSITIVE_INFINITY);
    if (distance === undefined) continue; // most parts go this way
    const measured = { other, distance };
    if (farthest && !isNearer(measured, farthest)) continue;
    insert(nearest, measured);
    if (nearest.length > most) nearest.pop();
  }
  return nearest.map(({ other }) => other);
}

type Measured = { other: IndexedPart; distance: number };

function isNearer(one: Measured, other: Measured): boolean {
  if (one.distance !== other.distance) return one.distance < other.distance;
  return one.other.id > other.other.id;
}

/** Puts it where it belongs; of its name only the nearest two stay. */
function insert(nearest: Measured[], measured: Measured): void {
  const ofItsName = nearest.filter(({ other }) => other.name === measured.other.name);
  const second = ofItsName[maxOfOneName - 1];
  if (second && !isNearer(measured, second)) return;
  if (second) nearest.splice(nearest.indexOf(second), 1);
  const place = nearest.findIndex((each) => isNearer(measured, each));
  nearest.splice(place < 0 ? nearest.length : place, 0, measured);
}

const maxOfOneName = 2;

const weightOfPrice = 2;
const weightOfBrand = 0.25;
const weightOfStock = 0.5;

/** Undefined as soon as it is more than `most`: this is asked of every part of a category. */
function computeDistance(
  part: Compared,
  other: IndexedPart,
  fields: readonly Weighed[],
  most: number,
): number | undefined {
  let distance = part.brand === other.brand ? 0 : weightOfBrand;
  if (other.stock < other.minimum_order) distance += weightOfStock;
  for (const { field, weight, value, isNominal } of fields) {
    distance += weight * computeDifference(value, other.specs[field], isNominal);
    if (distance > most) return undefined;
  }
  if (part.price_cents !== null)
    distance += weightOfPrice * countDoublings(part.price_cents, other.price_cents);
  return distance > most ? undefined : distance;
}

type Value = SpecificationValues[string];

/**
 * What the part says of a field, and how much that weighs: text by being another, numbers by how many times they are
 * doubled or halved, unless they are names like those of generations.
 */
type Weighed = { field: string; weight: number; value: Value; isNominal: boolean };

/** 0 where both say the same or nothing, 1 where only one of them says. */
function computeDifference(one: Value, other: Value, isNominal: boolean): number {
  if (one === other) return 0;
  if (typeof one !== 'number' || typeof other !== 'number' || isNominal) return 1;
  return countDoublings(one, other);
}

function countDoublings(one: number, other: number): number {
  return Math.abs(Math.log2(Math.max(one, Number.EPSILON) / Math.max(other, Number.EPSILON)));
}
