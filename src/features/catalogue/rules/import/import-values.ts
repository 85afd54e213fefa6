/** Reads values of imported lists, given as JSON or as texts of a CSV file. */

export type RowFields = Readonly<Record<string, unknown>>;

export function readNumber(value: unknown): unknown {
  const isNumber = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value);
  return isNumber ? Number(value) : value;
}

/** '1.299,50' and '12,5' as spreadsheets of many countries write them; other values as they are. */
export function readDecimalComma<Value>(value: Value): Value | string {
  if (typeof value !== 'string' || !/^\s*-?(\d+|\d{1,3}(\.\d{3})+),\d+\s*$/.test(value)) return value;
  return value.trim().replaceAll('.', '').replace(',', '.');
}

/** '$1,299.50' as spreadsheets write an amount of the shop's currency; other texts as they are. */
export function readDollars(text: string): string {
  const amount = /^\s*(?:\$\s*)?(\d[\d.,]*)\s*(?:\$\s*)?$/.exec(text)?.[1] ?? text;
  return /^\d{1,3}(?:,\d{3})+\.\d{2}$/.test(amount) ? amount.replaceAll(',', '') : amount;
}

export function readNumbers(value: unknown): number[] {
  const members = Array.isArray(value) ? value : String(value).split(',');
  const numbers = members.map(readNumber);
  return numbers.every((number) => typeof number === 'number') ? numbers : [];
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Undefined: it is no JSON object. */
export function parseObject(text: string): RowFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as RowFields)
      : undefined;
  } catch {
    return undefined;
  }
}
