/** Which of two values or parts is better, where everybody would say so: by what the category declares of its fields. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import type { ComparedPart } from '#catalogue/rules/similar-parts.ts';
import {
  formatValue,
  getNumber,
  isAmount,
  measures,
  phraseValue,
  type SpecificationField,
  type SpecificationValues,
} from '#catalogue/rules/specification-fields.ts';
import { formatMoney } from '#kernel/money.ts';

/** By how much the first value is better, in the field's unit; negative: it is worse. Undefined: nobody can say. */
export function compareValues(
  category: Category,
  field: string,
  one: SpecificationValues,
  other: SpecificationValues,
): number | undefined {
  const { better, betterWithin } = getDefinition(category).fields[field] ?? {};
  const [value, otherValue] = [getNumber(one, field), getNumber(other, field)];
  if (!better || value === undefined || otherValue === undefined) return undefined;
  if (betterWithin && (one[betterWithin] === undefined || one[betterWithin] !== other[betterWithin]))
    return undefined;
  return better === 'more' ? value - otherValue : otherValue - value;
}

/** `advantage`: '2 ns faster for $6.00 more, CL30'. */
export type BetterPart<Part> = { part: Part; advantage: string };

/** More than twice the price is not for the same buyer. */
const maxPriceRatio = 2;

/** Of the value: less is hardly noticed. */
const minGainRatio = 0.03;

/** Much longer or higher is of another kind: it need not fit. */
const maxSizeRatio = 1.1;

/**
 * The parts that are better than this one in exactly one number and worse in none, the cheapest first; without those that
 * a cheaper one surpasses in the same number.
 */
export function findBetterParts<Part extends ComparedPart>(
  part: ComparedPart,
  others: readonly Part[],
): BetterPart<Part>[] {
  const { price_cents: price } = part;
  if (price === null) return [];
  const greatest = new Map<string, number>();
  return others
    .toSorted((one, other) => Number(one.price_cents) - Number(other.price_cents))
    .flatMap((other) => {
      if (other.price_cents === null || other.price_cents > price * maxPriceRatio) return [];
      const { field, gain = 0, words, otherwise = [] } = findAdvantage(part, other) ?? {};
      if (!field || gain <= (greatest.get(field) ?? 0)) return [];
      greatest.set(field, gain);
      const difference = describePriceDifference(other.price_cents - price);
      return [{ part: other, advantage: [`${words} ${difference}`, ...otherwise].join(', ') }];
    });
}

/** `otherwise`: what else is known to differ, and is neither better nor worse. */
type Advantage = { field: string; gain: number; words: string; otherwise: string[] };

/** Undefined: none or several are better, another number is worse or not known, or they are of different kinds. */
function findAdvantage({ category, specs }: ComparedPart, other: ComparedPart): Advantage | undefined {
  const { fields, similarityWeights } = getDefinition(category);
  const advantages: Omit<Advantage, 'otherwise'>[] = [];
  const otherwise: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const [value, otherValue] = [specs[name], other.specs[name]];
    if (value === otherValue) continue;
    if (field.better) {
      if (value === undefined) continue; // nothing to be better than
      const gain = compareValues(category, name, other.specs, specs);
      if (otherValue === undefined || gain === undefined || gain < 0) return undefined;
      advantages.push({ field: name, gain, words: describeGain(field, value, otherValue, gain) });
    } else if (name in similarityWeights) {
      if (otherValue === undefined || !isSameKind(field, value, otherValue)) return undefined;
      if (field.phrase) otherwise.push(phraseValue(otherValue, field));
    }
  }
  const [advantage, ...more] = advantages;
  if (!advantage || more.length > 0) return undefined;
  const isNoticed = advantage.gain >= minGainRatio * (getNumber(specs, advantage.field) ?? 0);
  return isNoticed ? { ...advantage, otherwise } : undefined;
}

function isSameKind(
  field: SpecificationField,
  value: SpecificationValues[string],
  other: FieldValue,
): boolean {
  if (field.measure === measures.length)
    return Math.max(Number(value), Number(other)) <= maxSizeRatio * Math.min(Number(value), Number(other));
  return isAmount(field) && field.measure !== measures.count;
}

type FieldValue = NonNullable<SpecificationValues[string]>;

function describeGain(
  field: SpecificationField,
  value: FieldValue,
  otherValue: FieldValue,
  gain: number,
): string {
  const { label, better, betterPhrase } = field;
  if (!isAmount(field)) return `${formatValue(otherValue, field)} instead of ${formatValue(value, field)}`;
  const difference = formatValue(gain, field);
  return betterPhrase ? betterPhrase.replace('#', difference) : `${label}: ${difference} ${better}`;
}

function describePriceDifference(cents: number): string {
  if (cents === 0) return 'for the same price';
  return `for ${formatMoney(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'}`;
}
