/** Which of two values of a field is better, where one is: by what the category declares of the field. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { getNumber, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

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
