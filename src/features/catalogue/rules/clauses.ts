/** Clauses of the sentences that describe parts. */

export function surround(before: string, value: string | undefined, after = ''): string {
  return value === undefined ? '' : `${before}${value}${after}`;
}

export function describeClocks(base: string | undefined, boost: string | undefined): string {
  if (base && boost && base !== boost) return `It runs at ${base} and boosts to ${boost}`;
  return surround('It runs at ', base ?? boost);
}

export function formatCount(count: string | undefined, noun: string): string {
  return count === '1' ? `1 ${noun}` : `${count} ${noun}s`;
}

/** 'an 8 TB', 'a 4 TB', 'an ATX', 'an SSD': as they are spoken. */
export function withArticle(words: string): string {
  return /^(?:8|1[18]\b|[AEIO]|H[PT][TP][XC]|XL|S(?:S[DI]|FX))/.test(words) ? `an ${words}` : `a ${words}`;
}

/** 'Black / Silver' is 'black and silver'. */
export function listColors(color: string): string {
  const colors = color
    .split('/')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
  return conjunction.format([...new Set(colors)]);
}

const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });
