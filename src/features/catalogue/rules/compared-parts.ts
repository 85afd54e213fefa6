/** The parts that an address names for a comparison: on the comparison page, and in lists. */

export const maxComparedParts = 4;

const maxNamedParts = 8;

export type NamedParts = {
  slugs: readonly string[];
  isUnreadable: boolean;
};

export function readNamedParts(parameters: URLSearchParams): NamedParts {
  const values = parameters.getAll('part').filter((value) => value !== '');
  const slugs = values.filter((value) => slugPattern.test(value));
  return { slugs: [...new Set(slugs)].slice(0, maxNamedParts), isUnreadable: slugs.length < values.length };
}

export function writeNamedParts({ slugs, isUnreadable }: NamedParts): URLSearchParams {
  const values = isUnreadable ? [...slugs, unreadablePart] : slugs;
  return new URLSearchParams(values.map((slug) => ['part', slug]));
}

export function addNamedPart(address: string, slugs: readonly string[]): string {
  if (slugs.length === 0) return address;
  const parameters = writeNamedParts({ slugs, isUnreadable: false });
  return `${address}${address.includes('?') ? '&' : '?'}${parameters}`;
}

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const unreadablePart = '-';
