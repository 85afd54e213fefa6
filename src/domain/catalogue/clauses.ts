/** Clauses of the sentences that describe parts. */

export function surround(before: string, value: string | undefined, after = ''): string {
  return value === undefined ? '' : `${before}${value}${after}`;
}

export function formatCount(count: string | undefined, noun: string): string {
  return count === '1' ? `1 ${noun}` : `${count} ${noun}s`;
}
