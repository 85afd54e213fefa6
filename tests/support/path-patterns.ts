/** The paths of all pages, with the names of their parameters in place of values. */
import { paths } from '#domain/paths.ts';

/** Each path with the names of its parameters, as routes have them. */
export function pathPatterns(): string[] {
  return Object.entries(paths).map(([name, path]) => {
    if (typeof path === 'string') return path;
    if (name === 'part') return paths.part({ category: ':category', slug: ':slug' });
    return (path as (parameter: string) => string)(/category|comparison/.test(name) ? ':category' : ':id');
  });
}
