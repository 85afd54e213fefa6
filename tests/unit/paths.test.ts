/** Links lead to pages that exist: the table of paths and the table of routes name the same. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '#routes.ts';
import { pathPatterns } from '../support/path-patterns.ts';

test('the table of paths has every page of the table of routes, and no other', () => {
  const unlinked = ['/dev/style', '/*']; // for developers, and for what is not there
  const pages = listPatterns(routes)
    .flatMap(expandOptional)
    .filter((pattern) => !unlinked.includes(pattern));
  expect(pathPatterns().sort()).toEqual([...new Set(pages)].sort());
});

function expandOptional(pattern: string): string[] {
  return pattern.endsWith('/:id?') ? [pattern.slice(0, -5), pattern.slice(0, -1)] : [pattern];
}

/** The paths of all routes that show something: of those with children, only their index. */
function listPatterns(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children, index }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    if (children) return listPatterns(children, own);
    return [index ? own || '/' : own];
  });
}
