/** Which parts an address names, so that they are put side by side: on a comparison's page, and in lists where they are chosen. */

/** So many fit side by side. */
export const maxComparedParts = 4;

/** More than fit, so that a page can say which of them are left out. */
const maxNamedParts = 8;

export type NamedParts = {
  /** Slugs, each once, in their order. */
  slugs: readonly string[];
  /** True when the address names something that cannot be a slug. */
  isUnreadable: boolean;
};

/** What `part` says in the parameters, as often as it stands there. */
export function readNamedParts(parameters: URLSearchParams): NamedParts {
  const given = parameters.getAll('part').filter((value) => value !== '');
  const slugs = given.filter((value) => slugPattern.test(value));
  return { slugs: [...new Set(slugs)].slice(0, maxNamedParts), isUnreadable: slugs.length < given.length };
}

/** The same as parameters; what cannot be read is named by one sign, whatever it was. */
export function writeNamedParts({ slugs, isUnreadable }: NamedParts): URLSearchParams {
  const written = isUnreadable ? [...slugs, unreadableParts] : slugs;
  return new URLSearchParams(written.map((slug) => ['part', slug]));
}

/** An address that names these parts, too. */
export function addNamedPart(address: string, slugs: readonly string[]): string {
  if (slugs.length === 0) return address;
  const named = writeNamedParts({ slugs, isUnreadable: false });
  return `${address}${address.includes('?') ? '&' : '?'}${named}`;
}

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const unreadableParts = '-';
