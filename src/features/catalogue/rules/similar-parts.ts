/** Finds similar parts: of the same category, near in specification and price. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import type { Cents } from '#kernel/money.ts';

export type ComparedPart = {
  id: string;
  category: Category;
  name: string;
  brand: string;
  price_cents: Cents | null;
  specs: SpecificationValues;
};

/** At most two have the same name, so that there is a choice. */
export function findMostSimilar<Part extends IndexedPart>(
  part: ComparedPart,
  parts: readonly Part[],
  maxParts: number,
): Part[] {
  const nearest: MeasuredPart<Part>[] = [];
  const { fields, similarityWeights } = getDefinition(part.category);
  const weightedFields = Object.entries(similarityWeights).map(
    ([field, weight = 0]): WeightedField => ({
      field,
      weight,
      value: part.specs[field],
      isNominal: fields[field]?.measure === 'generation',
    }),
  );
  for (const other of parts) {
    if (other.id === part.id) continue;
    const farthest = nearest.length === maxParts ? nearest.at(-1) : undefined;
    const distance = computeDistance(
      part,
      other,
      weightedFields,
      farthest?.distance ?? Number.POSITIVE_INFINITY,
    );
    if (distance === undefined) continue; // the usual case
    const measured = { other, distance };
    if (farthest && !isNearer(measured, farthest)) continue;
    insert(nearest, measured);
    if (nearest.length > maxParts) nearest.pop();
  }
  return nearest.map(({ other }) => other);
}

type MeasuredPart<Part extends IndexedPart = IndexedPart> = { other: Part; distance: number };

function isNearer(one: MeasuredPart, other: MeasuredPart): boolean {
  if (one.distance !== other.distance) return one.distance < other.distance;
  return one.other.id > other.other.id;
}

function insert<Part extends IndexedPart>(nearest: MeasuredPart<Part>[], measured: MeasuredPart<Part>): void {
  const sameName = nearest.filter(({ other }) => other.name === measured.other.name);
  const farthest = sameName[maxPartsOfOneName - 1];
  if (farthest && !isNearer(measured, farthest)) return;
  if (farthest) nearest.splice(nearest.indexOf(farthest), 1);
  const position = nearest.findIndex((each) => isNearer(measured, each));
  nearest.splice(position < 0 ? nearest.length : position, 0, measured);
}

const maxPartsOfOneName = 2;

const priceWeight = 2;
const brandWeight = 0.25;
const stockWeight = 0.5;

/** Undefined once above `maxDistance`: it runs for every part of a category. */
function computeDistance(
  part: ComparedPart,
  other: IndexedPart,
  fields: readonly WeightedField[],
  maxDistance: number,
): number | undefined {
  let distance = part.brand === other.brand ? 0 : brandWeight;
  if (other.stock < other.minimum_order) distance += stockWeight;
  for (const { field, weight, value, isNominal } of fields) {
    distance += weight * computeDifference(value, other.specs[field], isNominal);
    if (distance > maxDistance) return undefined;
  }
  if (part.price_cents !== null)
    distance += priceWeight * countDoublings(part.price_cents, other.price_cents);
  return distance > maxDistance ? undefined : distance;
}

type Value = SpecificationValues[string];

/** `isNominal`: the number is a name, as of a generation; other numbers differ by how often they double. */
type WeightedField = { field: string; weight: number; value: Value; isNominal: boolean };

function computeDifference(one: Value, other: Value, isNominal: boolean): number {
  if (one === other) return 0;
  if (typeof one !== 'number' || typeof other !== 'number' || isNominal) return 1;
  return countDoublings(one, other);
}

function countDoublings(one: number, other: number): number {
  return Math.abs(Math.log2(Math.max(one, Number.EPSILON) / Math.max(other, Number.EPSILON)));
}
