/** The canonical addresses of pages that take parameters. */
import { readNamedParts, writeNamedParts } from '#catalogue/rules/compared-parts.ts';
import {
  budgetPrefix,
  formatBuild,
  maxBuildLength,
  parseBuild,
} from '#catalogue/rules/lists/build-entries.ts';
import {
  findSearchProblem,
  formatListQuery,
  parseListParameters,
  parsePageNumber,
} from '#catalogue/rules/lists/list-queries.ts';
import { readListView, writeListView } from '#catalogue/rules/lists/list-views.ts';
import { categories } from '#catalogue/rules/parts.ts';

/** Without unknown parameters and invalid values, except of the search and of ranges. Undefined for a page without parameters. */
export function makeCanonicalAddress(path: string, parameters: URLSearchParams): string | undefined {
  const [, section, name, slug, ...deeper] = path.split('/');
  const category = categories.find((each) => each === name);
  if (deeper.length > 0 || (name !== undefined && !category)) return undefined;
  const findParameters = () => {
    if (section === 'compare' && category && slug === undefined)
      return new URLSearchParams([
        ...normalizeNamedParts(parameters),
        ...pick(parameters, { only: 'differences' }),
      ]);
    if (section === 'build' && name === undefined) return normalizeBuild(parameters);
    if (section === 'reviews' && name === undefined) return normalizePage(parameters);
    if (section !== 'parts') return undefined;
    if (slug !== undefined) return pick(parameters, { reviews: 'all' });
    const { query, problems } = parseListParameters(parameters, category);
    const ownParameters = formatListQuery(query, { hasCategory: category === undefined });
    // the page says why it cannot be searched for, and what is no amount
    if (findSearchProblem(problems)) for (const q of parameters.getAll('q')) ownParameters.append('q', q);
    for (const { path, unread } of problems)
      if (unread !== undefined && !ownParameters.has(path)) ownParameters.append(path, unread);
    return new URLSearchParams([
      ...ownParameters,
      ...(category ? normalizeNamedParts(parameters) : []),
      ...writeListView(readListView(parameters)),
    ]);
  };
  const canonical = findParameters();
  return canonical && (canonical.size > 0 ? `${path}?${canonical}` : path);
}

/** Redirects a comparison with parameters of other pages: the form of a list sends its filters too. */
export function makeComparisonAddress(path: string, parameters: URLSearchParams): string | undefined {
  const isOwn = [...parameters.keys()].every((name) => name === 'part' || name === 'only');
  return isOwn || !path.startsWith('/compare/') ? undefined : makeCanonicalAddress(path, parameters);
}

/** Longer than any budget and the name of any ready build. */
const maxTypedLength = 40;

/** What is left out stays: the page says why. The budget of a form takes the place of the one before. */
function normalizeBuild(parameters: URLSearchParams): URLSearchParams {
  const typed = parameters.get('budget')?.replaceAll(',', '').trim();
  const text = [
    ...(parameters.get('parts')?.slice(0, maxBuildLength).split(',') ?? []),
    ...(typed ? [budgetPrefix + typed.slice(0, maxTypedLength)] : []),
  ].join();
  const { entries, unreadable, surplus, budget } = parseBuild(text);
  const isWhole = unreadable.length === 0 && surplus.length === 0;
  const parts = isWhole ? formatBuild(entries, typed === '' ? undefined : budget) : text;
  const ready = parameters.get('ready')?.slice(0, maxTypedLength) ?? '';
  return new URLSearchParams([
    ...(parts === '' ? [] : [['parts', parts]]),
    ...(ready === '' ? [] : [['ready', ready]]),
  ]);
}

function normalizePage(parameters: URLSearchParams): URLSearchParams {
  const page = parsePageNumber(parameters.get('page')) ?? 1;
  return new URLSearchParams(page > 1 ? { page: String(page) } : {});
}

function normalizeNamedParts(parameters: URLSearchParams): URLSearchParams {
  return writeNamedParts(readNamedParts(parameters));
}

function pick(parameters: URLSearchParams, valid: Record<string, string>): URLSearchParams {
  return new URLSearchParams(Object.entries(valid).filter(([name, value]) => parameters.get(name) === value));
}
