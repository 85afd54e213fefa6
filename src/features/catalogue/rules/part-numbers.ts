/** The numbers that identify a part outside of the shop: its maker's (MPN) and that of its bar code (GTIN: EAN, UPC). */
import { z } from 'zod';
import { optionalText } from '#kernel/fields.ts';

export const maxMpnLength = 80;

/** Empty: none. */
export const mpnField = optionalText(maxMpnLength).transform((mpn) => mpn || null);

/** Empty: none. Source: GS1 General Specifications, 7.9 (check digit). */
export const gtinField = z
  .union([z.string(), z.number()], { error: 'A GTIN (EAN, UPC) is needed here' })
  .transform((typed, context) => {
    const gtin = String(typed).replace(/[\s-]/g, '');
    if (gtin === '') return null;
    const problem = findGtinProblem(gtin);
    if (problem === undefined) return shortenGtin(gtin);
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

/** Without punctuation, as two lists may write the same number. */
export function simplifyMpn(mpn: string): string {
  return mpn.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** What somebody searched for, if it can be a GTIN. */
export function readGtin(text: string): string | undefined {
  return gtinField.safeParse(text).data ?? undefined;
}

const gtinLengths = [8, 12, 13, 14];

/** Spreadsheets drop the zero in front of a UPC, and shorten long numbers to '4.00638E+12'. */
function findGtinProblem(gtin: string): string | undefined {
  if (/^\d([.,]\d+)?e\+?\d+$/i.test(gtin)) {
    return 'A spreadsheet has shortened this number. Format its column as text and save the file again';
  }
  const isWhole = /^\d+$/.test(gtin) && (gtinLengths.includes(gtin.length) || gtin.length === 11);
  if (!isWhole || /^0+$/.test(gtin)) return 'A GTIN (EAN, UPC) has 8, 12, 13 or 14 digits';
  const digit = computeCheckDigit(gtin.slice(0, -1));
  if (gtin.endsWith(String(digit))) return undefined;
  return `A digit of this GTIN is wrong: with the others, the last one would be ${digit}`;
}

function computeCheckDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    return total + Number(digit) * (index % 2 === 0 ? 3 : 1);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** A UPC is an EAN that begins with a zero: equal numbers have equal texts. */
function shortenGtin(gtin: string): string {
  const digits = gtin.replace(/^0+/, '');
  const length = gtinLengths.find((each) => each >= digits.length) ?? digits.length;
  return digits.padStart(length, '0');
}
