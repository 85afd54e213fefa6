/** The one address of each page that takes parameters: whatever else is asked for under it is the same page. */
import { readQuestion, writeQuestion } from '#domain/catalogue/questions.ts';
import { categories } from '#domain/parts.ts';

/**
 * The path with the parameters that its page knows, in their one order; those of campaigns and of other sites, and values
 * that mean nothing, are gone. Undefined for a page that takes none: a public page sees no parameters but these.
 */
export function canonicalAddress(path: string, parameters: URLSearchParams): string | undefined {
  const [, room, name, slug, ...deeper] = path.split('/');
  const category = categories.find((each) => each === name);
  if (deeper.length > 0 || (name !== undefined && !category)) return undefined;
  const known = () => {
    if (room === 'compare' && category && slug === undefined) return ofComparison(parameters);
    if (room !== 'parts') return undefined;
    if (slug !== undefined) return pick(parameters, { reviews: 'all' });
    const { question } = readQuestion(parameters, category);
    return writeQuestion(question, { hasCategory: category === undefined });
  };
  const own = known();
  return own && (own.size > 0 ? `${path}?${own}` : path);
}

/** More than can be shown side by side, so that the page can say that some are left out. */
const mostCompared = 8;

function ofComparison(parameters: URLSearchParams): URLSearchParams {
  const slugs = parameters.getAll('part').filter((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug));
  const parts = [...new Set(slugs)].slice(0, mostCompared).map((slug): [string, string] => ['part', slug]);
  return new URLSearchParams([...parts, ...pick(parameters, { only: 'differences' })]);
}

/** Those of the parameters that have the one value that means something. */
function pick(parameters: URLSearchParams, meant: Record<string, string>): URLSearchParams {
  return new URLSearchParams(Object.entries(meant).filter(([name, value]) => parameters.get(name) === value));
}
