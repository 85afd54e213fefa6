/** Clauses of the sentences that describe parts. */

/** The value between two texts; empty where there is no value. */
export function surround(before: string, value: string | undefined, after = ''): string {
  return value === undefined ? '' : `${before}${value}${after}`;
}

/** '1 module', '2 modules'. */
export function formatCount(count: string | undefined, thing: string): string {
  return count === '1' ? `1 ${thing}` : `${count} ${thing}s`;
}
