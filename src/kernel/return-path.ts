/** The page to return to after logging in or signing up: a path of this shop, in the address of these pages. */
import * as paths from '#kernel/paths.ts';

/** `from`: path and query of the page where somebody is. One of these pages passes on what it was given. */
export function makeLogInPath(from: string): string {
  const [path = '', query] = from.split(/\?(.*)/s);
  const back = pagesToLogIn.includes(path) ? readReturnPath(new URLSearchParams(query)) : from;
  return back === paths.home ? paths.logIn : `${paths.logIn}?from=${encodeURIComponent(back)}`;
}

export function readReturnPath(search: URLSearchParams): string {
  return parseLocalPath(search.get('from') ?? '') ?? paths.home;
}

const pagesToLogIn: string[] = [
  ...[paths.logIn, paths.signUp, paths.signedIn],
  ...[paths.forgotPassword, paths.resetPassword, paths.verifyEmail],
];

/** As browsers read it ('\' is '/'); undefined when it leads elsewhere. Source: WHATWG URL Standard. */
export function parseLocalPath(text: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, anyOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, anyOrigin);
  const isLocal = origin === anyOrigin && !pathname.startsWith('//'); // '/.//x' parses as '//x'
  return isLocal ? pathname + search + hash : undefined;
}

const anyOrigin = 'https://shop.invalid';
