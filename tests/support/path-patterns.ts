/** The paths of all pages, with parameter names in place of values. */
import * as paths from '#kernel/paths.ts';

export function pathPatterns(): string[] {
  return Object.entries(paths).flatMap(([name, path]) => {
    if (typeof path === 'string') return path;
    if (typeof path === 'object') return []; // a list of some of them
    if (name === 'part') return paths.part({ category: ':category', slug: ':slug' });
    return (path as (parameter: string) => string)(/category|comparison/.test(name) ? ':category' : ':id');
  });
}
