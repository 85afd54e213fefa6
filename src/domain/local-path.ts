/** Decides what is a path of this shop: the only kind of address from outside that anybody is sent on to. */

/**
 * Reads a path with its query and hash as browsers do, who drop tabs and newlines and take '\' for '/', and answers it
 * in their spelling; undefined for whatever leads, or would lead once it is followed, to another site. Source: the
 * WHATWG URL Standard.
 */
export function parseLocalPath(text: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, anyOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, anyOrigin);
  const isLocal = origin === anyOrigin && !pathname.startsWith('//'); // '/.//x' is read as the path '//x'
  return isLocal ? pathname + search + hash : undefined;
}

const anyOrigin = 'https://shop.invalid';
