/** Order numbers: what people read and say instead of an order's id, as `K7Q3M-9XT2B`. */

/** Crockford's base 32: no I, L, O and U. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const digitCount = 10;

/** The last 48 bits of the id, which are random, in ten digits. */
export function formatOrderNumber(orderId: string): string {
  let rest = Number.parseInt(orderId.slice(-12), 16);
  let text = '';
  for (let index = 0; index < digitCount; index += 1) {
    text = digits.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

export function parseOrderNumber(text: string): string | undefined {
  const typed = text.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
  const [, first, second] = /^([0-7][0-9A-HJKMNP-TV-Z]{4})-?([0-9A-HJKMNP-TV-Z]{5})$/.exec(typed) ?? [];
  if (!first || !second) return undefined;
  const value = [...(first + second)].reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);
  return value.toString(16).padStart(12, '0');
}
