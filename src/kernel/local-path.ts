/** Validates paths of this shop: the only addresses of requests that the shop redirects to. */

/** As browsers read it ('\' is '/'); undefined when it leads elsewhere. Source: WHATWG URL Standard. */
export function parseLocalPath(text: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, anyOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, anyOrigin);
  const isLocal = origin === anyOrigin && !pathname.startsWith('//'); // '/.//x' parses as '//x'
  return isLocal ? pathname + search + hash : undefined;
}

const anyOrigin = 'https://shop.invalid';
