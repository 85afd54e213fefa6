/** Finds similar parts: of the same category, near in specification and price. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import type { StoredPart } from '#catalogue/rules/import/part-rows.ts';
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import { keepState, type Numbers, noNumbers, writeNumber } from '#catalogue/rules/index/states.ts';
import { measures, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import type { Cents } from '#kernel/money.ts';

export type ComparedPart = { id: string } & Pick<
  StoredPart,
  'category' | 'name' | 'brand' | 'price_cents' | 'specs'
>;

export type Offer = Pick<ComparedPart, 'specs'> & {
  price_cents: Cents;
  stock: number;
  minimum_order: number;
};

/** A column of a category index: what the distance of its parts is computed from. `readPrices`: in cents, by row. */
export function makeSimilarColumn(category: Category, readPrices: () => Numbers) {
  const { fields, similarityWeights } = getDefinition(category);
  const names = Object.keys(similarityWeights);
  const measured: MeasuredField[] = [
    ...Object.entries(similarityWeights).map(([field, weight = 0]) => {
      const isNominal = fields[field]?.measure === measures.generation;
      return { read: ({ specs }: FigurePart) => specs[field], weight, isNominal };
    }),
    { read: ({ brand }: FigurePart) => brand, weight: brandWeight, isNominal: true },
  ];
  const state = {
    /** By field, then by row: the code of the value. */
    figures: measured.map(() => noNumbers),
    stocks: noNumbers,
    minimumOrders: noNumbers,
    /** By field: the values by code. */
    values: measured.map((): Value[] => []),
    codes: measured.map(() => new Map<Value, number>()),
  };

  function findCode(place: number, value: Value): number {
    const [values, codes] = [state.values[place] as Value[], state.codes[place] as Map<Value, number>];
    return codes.getOrInsertComputed(value, () => values.push(value) - 1);
  }

  /** Undefined once above `maxDistance`: it runs for every part of a category. `distances`: by field and code. */
  function computeDistance(
    distances: readonly Float64Array[],
    { row, price, maxDistance }: { row: number; price: Cents | null; maxDistance: number },
  ): number | undefined {
    const { figures, stocks, minimumOrders } = state;
    const canBeBought = (stocks[row] as number) >= (minimumOrders[row] as number);
    let distance = canBeBought ? 0 : stockWeight;
    for (let place = 0; place < distances.length; place += 1)
      distance += (distances[place] as Float64Array)[(figures[place] as Numbers)[row] as number] as number;
    if (distance > maxDistance) return undefined;
    if (price !== null) distance += priceWeight * countDoublings(price, readPrices()[row] as number);
    return distance > maxDistance ? undefined : distance;
  }

  return {
    ...keepState(state),
    write(row: number, part: IndexedPart) {
      const put = (numbers: Numbers, value: number) => writeNumber(numbers, row, value);
      state.figures = measured.map(({ read }, place) =>
        put(state.figures[place] as Numbers, findCode(place, read(part))),
      );
      state.stocks = put(state.stocks, part.stock);
      state.minimumOrders = put(state.minimumOrders, part.minimum_order);
    },
    move(from: number, to: number) {
      for (const numbers of [...state.figures, state.stocks, state.minimumOrders])
        numbers[to] = numbers[from] as number;
    },
    /** What is known of a part on sale without reading it; of its specification what is measured. */
    readOffer(row: number): Offer {
      const { figures, values, stocks, minimumOrders } = state;
      return {
        price_cents: readPrices()[row] as number,
        stock: stocks[row] as number,
        minimum_order: minimumOrders[row] as number,
        get specs() {
          return Object.fromEntries(
            names.map((field, place) => [field, values[place]?.[figures[place]?.[row] as number]]),
          );
        },
      };
    },
    /** The nearest of the first `rowCount` rows. At most two have the same name, so that there is a choice. */
    find<Part extends IndexedPart>(
      part: ComparedPart,
      { rowCount, read }: { rowCount: number; read: (row: number) => Part },
      maxParts: number,
    ): Part[] {
      const distances = measured.map(({ weight, isNominal, ...field }, place) => {
        const wanted = field.read(part);
        return Float64Array.from(
          state.values[place] as Value[],
          (value) => weight * computeDifference(wanted, value, isNominal),
        );
      });
      const nearest: MeasuredPart<Part>[] = [];
      for (let row = 0; row < rowCount; row += 1) {
        const farthest = nearest.length === maxParts ? nearest.at(-1) : undefined;
        const maxDistance = farthest?.distance ?? Number.POSITIVE_INFINITY;
        const limits = { row, price: part.price_cents, maxDistance };
        const distance = computeDistance(distances, limits);
        if (distance === undefined) continue; // the usual case
        const near = { other: read(row), distance };
        if (near.other.id === part.id || (farthest && !isNearer(near, farthest))) continue;
        insert(nearest, near);
        if (nearest.length > maxParts) nearest.pop();
      }
      return nearest.map(({ other }) => other);
    },
  };
}

type FigurePart = Pick<ComparedPart, 'specs' | 'brand'>;

type Value = SpecificationValues[string];

/** `isNominal`: the number is a name, as of a generation; other numbers differ by how often they double. */
type MeasuredField = { read(part: FigurePart): Value; weight: number; isNominal: boolean };

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

function computeDifference(one: Value, other: Value, isNominal: boolean): number {
  if (one === other) return 0;
  if (typeof one !== 'number' || typeof other !== 'number' || isNominal) return 1;
  return countDoublings(one, other);
}

function countDoublings(one: number, other: number): number {
  return Math.abs(Math.log2(Math.max(one, Number.EPSILON) / Math.max(other, Number.EPSILON)));
}
