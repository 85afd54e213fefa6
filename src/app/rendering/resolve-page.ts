/** Computes the cache address of a page, without foreign parameters. */
import { makeCanonicalAddress, makeComparisonAddress } from '#catalogue/rules/lists/list-addresses.ts';
import * as paths from '#kernel/paths.ts';
import { parseLocalPath } from '#kernel/return-path.ts';

export type ResolvedPage = {
  cachedAddress: string;
  /** Rendered on a cache miss; hydrated pages may read other parameters. */
  renderedAddress: string;
  redirect: { address: string; status: 301 | 302 } | undefined;
  /** Shows what is one person's or visitor's: never cached. */
  isPersonal: boolean;
  /** Of the page, also when its data is requested. */
  path: string;
  /** The routes whose data alone is requested. */
  dataRoutes: string | null;
};

/** `requested`: path and query. The framework requests a page's data at its path with `.data` appended. */
export function resolvePage(requested: string): ResolvedPage {
  const [path = '', query = ''] = requested.split(/\?(.*)/s);
  if (parseLocalPath(requested) === undefined || controlCharacter.test(path)) return noPage;
  const parameters = new URLSearchParams(query);
  const isData = path.endsWith('.data');
  const pagePath = isData ? path.slice(0, -'.data'.length) : path;
  const address = makeCanonicalAddress(pagePath, parameters);
  const own = isData && address !== undefined ? makeDataAddress(address, path) : address;
  const dataRoutes = isData ? parameters.get('_routes') : null;
  const cachedAddress = addRoutes(own ?? path, dataRoutes);
  const redirect = isData ? undefined : findRedirect(path, query, parameters);
  return {
    cachedAddress,
    renderedAddress: own === undefined ? requested : cachedAddress,
    redirect,
    isPersonal: personalPaths.includes(makePlainPath(path).replace(/\.data$/, '')),
    path: pagePath,
    dataRoutes,
  };
}

const noPagePath = '/404';

const noPage: ResolvedPage = {
  cachedAddress: noPagePath,
  renderedAddress: noPagePath,
  redirect: undefined,
  isPersonal: false,
  path: noPagePath,
  dataRoutes: null,
};

/** Controls and separators of lines, as UTF-8: no route matches them, not even the one for all other paths. */
const controlCharacter = /%(?:[01][\da-f]|7f|c2%[89][\da-f]|e2%80%a[89])/i;

const personalPaths: string[] = [paths.basket, paths.checkout, paths.builds];

function findRedirect(path: string, query: string, parameters: URLSearchParams): ResolvedPage['redirect'] {
  const plain = makePlainPath(path);
  if (plain !== path) {
    const address = parseLocalPath(query ? `${plain}?${query}` : plain);
    return address === undefined ? undefined : { address, status: 301 };
  }
  const address = makeComparisonAddress(path, parameters);
  return address === undefined ? undefined : { address, status: 302 };
}

/** Without capitals, needless slashes and escapes. Only paths that can be a page's: those have no other characters. */
function makePlainPath(path: string): string {
  const unescaped = path.replace(/%[2-7][\da-f]/gi, (octet) =>
    octet.toLowerCase() === '%2f' ? octet : decodeURIComponent(octet),
  );
  if (!/^(\/+[\w-]+)+\/*$/.test(unescaped)) return path;
  return unescaped.toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '');
}

function makeDataAddress(address: string, path: string): string {
  const [, query] = address.split(/\?(.*)/s);
  return query === undefined ? path : `${path}?${query}`;
}

function addRoutes(address: string, routes: string | null): string {
  if (routes === null) return address;
  return `${address}${address.includes('?') ? '&' : '?'}_routes=${encodeURIComponent(routes)}`;
}
