/** Prevents line breaks inside measures. */

const units = 'GB|TB|MB|MB/s|IOPS|TBW|dB|W|L|mm|MHz|GHz|MT/s|ns|rpm';

export function withNonBreakingSpaces(text: string): string {
  return text
    .replaceAll(' × ', '\u00a0×\u00a0')
    .replace(new RegExp(`(\\d) (?=(?:${units})(?![\\w/]))`, 'g'), '$1\u00a0');
}
