/** Prevents line breaks inside measures. */

/** A short word with a capital letter or without a vowel is a unit behind a number, or does no harm beside it: 'GB', 'mm', 'PRO'. */
const beforeUnit = /(\d) (?=(?:(?=[a-z]*[A-Z])[A-Za-z]{1,4}|[b-df-hj-np-tv-xz]{1,3})(?:\/s)?(?![\w/]))/g;

export function withNonBreakingSpaces(text: string): string {
  return text.replaceAll(' × ', '\u00a0×\u00a0').replace(beforeUnit, '$1\u00a0');
}
