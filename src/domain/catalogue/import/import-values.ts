/** The values of somebody else's lists, which come as JSON or as the texts of a CSV file. */

/** The number that a cell's text means; anything else as it is. */
export function readNumber(value: unknown): unknown {
  const isNumber = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value);
  return isNumber ? Number(value) : value;
}

/** A list of numbers, in JSON or as the text '5,6000'; empty when a member is none. */
export function readNumbers(value: unknown): number[] {
  const members = Array.isArray(value) ? value : String(value).split(',');
  const numbers = members.map(readNumber);
  return numbers.every((number) => typeof number === 'number') ? numbers : [];
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
