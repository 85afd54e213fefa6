/** Under which address a page is kept, so that what strangers hang on to it makes no page of its own. */
import { makeCanonicalAddress, makeComparisonAddress } from '#domain/catalogue/lists/list-addresses.ts';
import { parseLocalPath } from '#domain/local-path.ts';

export type ResolvedPage = {
  /** Of the page with its own parameters and no others, if it is one that is the same for everybody. */
  cachedAddress: string;
  /** What is rendered to find out; pages that somebody is signed in to read whatever they like. */
  renderedAddress: string;
  /** Where the request is led instead, if this is not the address to share. */
  redirect: string | undefined;
};

/** Reads the path and query of a request; the framework asks for a page's data at the path with `.data` behind it. */
export function resolvePage(requested: string): ResolvedPage {
  if (parseLocalPath(requested) === undefined)
    return { cachedAddress: noPage, renderedAddress: noPage, redirect: undefined };
  const [path = '', query = ''] = requested.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const isData = path.endsWith('.data');
  const address = makeCanonicalAddress(isData ? path.slice(0, -'.data'.length) : path, parameters);
  const own = isData && address !== undefined ? dataAddress(address, path) : address;
  const routes = isData ? parameters.get('_routes') : null; // which of the page's loaders are asked
  const kept = withRoutes(own ?? path, routes);
  const moved = isData ? undefined : sharedComparison(path, parameters);
  return { cachedAddress: kept, renderedAddress: own === undefined ? requested : kept, redirect: moved };
}

/** An address that no page has. */
const noPage = '/404';

function dataAddress(address: string, path: string): string {
  const [, query] = address.split(/\?(.*)/s);
  return query === undefined ? path : `${path}?${query}`;
}

function withRoutes(address: string, routes: string | null): string {
  if (routes === null) return address;
  return `${address}${address.includes('?') ? '&' : '?'}_routes=${encodeURIComponent(routes)}`;
}
