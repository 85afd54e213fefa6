/** The kinds of fields that several forms and calls share: texts that can be stored as they are, and whole numbers. */
import { z } from 'zod';

/** A text of 1 to `max` characters, trimmed; refuses what PostgreSQL cannot store (NUL, halves of surrogate pairs). */
export function text(max: number, missing: string) {
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(max, `At most ${max} characters are possible`)
    .refine(isStorable, 'This text contains characters that cannot be stored');
}

/** A whole number from `min` to `max`, given as a number or as its digits (forms and older clients send strings). */
export function wholeNumber(min: number, max: number, missing: string) {
  return z
    .union(
      [
        z.int(),
        z
          .string()
          .trim()
          .regex(/^\d{1,10}$/)
          .transform(Number),
      ],
      { error: wrongNumber(missing) },
    )
    .pipe(z.int().min(min, `At least ${min} is needed`).max(max, `At most ${max} is possible`));
}

/** A price in dollars: above 0, with at most two decimals; given as a number or as its digits. */
export function price(missing: string) {
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,7}(\.\d+)?$/)
          .transform(Number),
      ],
      { error: wrongNumber(missing) },
    )
    .pipe(
      z
        .number()
        .gt(0, 'The price must be above 0')
        .max(999_999.99, 'At most $999,999.99 is possible')
        .refine(
          (dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6,
          'At most two decimals are possible',
        ),
    );
}

/** A plausible international or national telephone number: 6 to 15 digits (ITU-T E.164), with the usual separators. */
export function phone(missing: string) {
  return text(40, missing).refine(
    (number) => /^\+?[\d\s()./-]+$/.test(number) && digitsIn(number) >= 6 && digitsIn(number) <= 15,
    'This is not a telephone number',
  );
}

function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

function digitsIn(value: string): number {
  return value.replace(/\D/g, '').length;
}

function wrongNumber(missing: string) {
  return ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? missing : 'A number is needed here';
}
