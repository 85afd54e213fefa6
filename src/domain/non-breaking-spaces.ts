/** Keeps together on a line what is read together: a number and its unit, and what stands around a times sign. */

const units = 'GB|TB|MB|W|mm|MHz|MT/s|ns';

/** The same words with no-break spaces inside of measures, so that '2 × 16 GB' is never torn apart. For display alone. */
export function withNonBreakingSpaces(text: string): string {
  return text
    .replaceAll(' × ', '\u00a0×\u00a0')
    .replace(new RegExp(`(\\d) (?=(?:${units})(?![\\w/]))`, 'g'), '$1\u00a0');
}
