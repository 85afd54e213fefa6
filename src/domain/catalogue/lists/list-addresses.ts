/** The one address of each page that takes parameters: whatever else is asked for under it is the same page. */
import { readNamedParts, writeNamedParts } from '#domain/catalogue/compared-parts.ts';
import { readListQuery, writeListQuery } from '#domain/catalogue/lists/list-queries.ts';
import { categories } from '#domain/catalogue/parts.ts';

/**
 * The path with the parameters that its page knows, in their one order; those of campaigns and of other sites, and values
 * that mean nothing, are gone. Undefined for a page that takes none: a public page sees no parameters but these.
 */
export function makeCanonicalAddress(path: string, parameters: URLSearchParams): string | undefined {
  const [, room, name, slug, ...deeper] = path.split('/');
  const category = categories.find((each) => each === name);
  if (deeper.length > 0 || (name !== undefined && !category)) return undefined;
  const known = () => {
    if (room === 'compare' && category && slug === undefined) return canonicalComparison(parameters);
    if (room !== 'parts') return undefined;
    if (slug !== undefined) return pick(parameters, { reviews: 'all' });
    const { question } = readListQuery(parameters, category);
    const asked = writeListQuery(question, { hasCategory: category === undefined });
    return category ? new URLSearchParams([...asked, ...canonicalList(parameters)]) : asked;
  };
  const own = known();
  return own && (own.size > 0 ? `${path}?${own}` : path);
}

/**
 * Where a comparison leads that was asked for with more than its own parameters: to its own address, which can be shared.
 * So the form of a list, which holds filters besides the parts, can be sent there without a script.
 */
export function sharedComparison(path: string, parameters: URLSearchParams): string | undefined {
  const isOwn = [...parameters.keys()].every((name) => name === 'part' || name === 'only');
  return isOwn || !path.startsWith('/compare/') ? undefined : makeCanonicalAddress(path, parameters);
}

function canonicalComparison(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...canonicalList(parameters), ...pick(parameters, { only: 'differences' })]);
}

function canonicalList(parameters: URLSearchParams): URLSearchParams {
  return writeNamedParts(readNamedParts(parameters));
}

/** Those of the parameters that have the one value that means something. */
function pick(parameters: URLSearchParams, meant: Record<string, string>): URLSearchParams {
  return new URLSearchParams(Object.entries(meant).filter(([name, value]) => parameters.get(name) === value));
}
