/** Keys by which a call that is repeated is known again. */

/** 128 random bits; `crypto.randomUUID` is missing where a shop is tried over plain http in a home network. */
export function makeRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
