/** How numbers and counts are written, where a sentence begins, and how long a search is. */

/** At most, in characters. */
export const maxSearchLength = 100;

/** One for all: to make it takes longer than to format with it. */
const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** '12,345', with all its digits */
export function formatNumber(number: number): string {
  return numberFormat.format(number);
}

/** '1 slot', '3 slots', '1,200 slots' */
export function countWords(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Inside a sentence: 'capacity', but 'PCIe generation'. */
export function uncapitalize(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
