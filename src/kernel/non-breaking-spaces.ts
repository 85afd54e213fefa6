/** Prevents line breaks inside measures. */

/** Short words behind a number are units, or do no harm beside it, but those of sentences. */
const beforeUnit =
  /(\d) (?!(?:an?|and|are|as|at|but|by|for|has|if|in|is|it|not|of|on|or|per|the|to|was|x)\b)(?=[a-z]{1,4}(?:\/s)?(?![\w/]))/gi;

export function withNonBreakingSpaces(text: string): string {
  return text.replaceAll(' × ', '\u00a0×\u00a0').replace(beforeUnit, '$1\u00a0');
}
