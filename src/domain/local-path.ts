/** Validates paths of this shop: the only addresses of requests that the shop redirects to. */

/**
 * Parses a path with query and hash as browsers do (they drop tabs and newlines and read '\' as '/') and returns it
 * normalized; undefined when it leads to another site. Source: WHATWG URL Standard.
 */
export function parseLocalPath(text: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, anyOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, anyOrigin);
  const isLocal = origin === anyOrigin && !pathname.startsWith('//'); // '/.//x' parses as '//x'
  return isLocal ? pathname + search + hash : undefined;
}

const anyOrigin = 'https://shop.invalid';
