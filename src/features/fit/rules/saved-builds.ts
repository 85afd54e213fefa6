/** Builds under a short address. */

/** A year: long enough for a link in a forum. */
export const buildLifetimeMs = 365 * 24 * 60 * 60 * 1000;

/** Of a person. */
export const maxKeptBuilds = 30;

/** Without letters that look like digits, and without vowels, which make words. */
const alphabet = '23456789bcdfghjkmnpqrstvwxz';
const idLength = 10;

/** `random`: at least ten bytes. */
export function makeBuildId(random: Uint8Array): string {
  return Array.from(random.subarray(0, idLength), (byte) => alphabet[byte % alphabet.length]).join('');
}

export function isBuildId(text: string): boolean {
  return /^[0-9a-z]{10}$/.test(text);
}
