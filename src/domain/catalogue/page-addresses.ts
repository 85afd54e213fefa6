/** The one address of each page that takes parameters: whatever else is asked for under it is the same page. */
import { comparisonAddress, readComparison } from '#domain/catalogue/comparisons.ts';
import { readQuestion, writeQuestion } from '#domain/catalogue/questions.ts';
import { categories } from '#domain/parts.ts';

/**
 * The path with the parameters that its page knows, in their one order; those of campaigns and of other sites, and values
 * that mean nothing, are gone. Undefined for a page that takes none.
 */
export function canonicalAddress(path: string, parameters: URLSearchParams): string | undefined {
  const [, room, name, ...deeper] = path.split('/');
  if (deeper.length > 0) return undefined;
  const category = categories.find((each) => each === name);
  if (room === 'compare' && category) return comparisonAddress(category, readComparison(parameters));
  if (room !== 'parts' || (name !== undefined && !category)) return undefined;
  const { question } = readQuestion(parameters, category);
  const known = writeQuestion(question, { hasCategory: category === undefined }).toString();
  return known ? `${path}?${known}` : path;
}
