/** Schemas of fields that forms and endpoints share. */
import { z } from 'zod';
import type { Dollars } from '#kernel/money.ts';
import { formatNumber, maxSearchLength } from '#kernel/words.ts';

export function requiredText(max: number, missing: string) {
  return limitLength(z.string(missing).trim().min(1, { error: missing, abort: true }), max);
}

/** Ids may come in capitals (RFC 9562); all that is compared with them is in lower case. */
export function idField(error: Parameters<typeof z.uuid>[0]) {
  return z.uuid(error).toLowerCase();
}

/** The id of `what`, an article and a noun: 'a part'. */
export function makeIdField(what: string) {
  return idField({ error: explainValue(`The id of ${what} is required`, `This is not the id of ${what}`) });
}

/** A field that may also be left out, blank or null, which all mean that there is none. */
export function optionalField<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value: unknown) => (isBlank(value) ? undefined : value), schema.optional()).optional();
}

export function optionalText(max: number) {
  return limitLength(z.string('A text is needed here').trim(), max);
}

/** For names and places, which stand in the middle of other texts. */
export function plainText(max: number, missing: string) {
  return requiredText(max, missing).refine((text) => !directionControls.test(text), directionMessage);
}

/** Characters that nobody sees and that turn the text around them: "U+202E and its kind". */
export const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const directionMessage = 'This text contains characters that change the direction of what is around it';

export const invisibleCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

export function inOneLine(text: z.ZodString) {
  return text.refine((each) => each.search(invisibleCharacters) === -1, 'One line of text is needed here');
}

export const searchText = optionalText(maxSearchLength);

function limitLength(schema: z.ZodString, max: number) {
  return schema
    .max(max, { error: `At most ${max} characters are possible`, abort: true })
    .refine(isStorable, 'This text contains characters that cannot be stored');
}

const wrongNumber = 'A number is needed here';
const wrongWholeNumber = 'A whole number is needed here';

export function wholeNumber(min: number, max: number, missing: string) {
  const [tooSmall, tooBig] = [formatMinimum(min), formatMaximum(max)];
  const beyondIntegers: Record<string, string> = { too_small: tooSmall, too_big: tooBig };
  return numberOrText(/^-?\d{1,300}$/, missing, explainNumber(wrongWholeNumber, '1299')).pipe(
    z
      .int({ error: ({ code }) => beyondIntegers[code] ?? wrongWholeNumber, abort: true })
      .min(min, tooSmall)
      .max(max, tooBig),
  );
}

export function numberOrText(
  pattern: RegExp,
  missing: string,
  wrong: string | ((value: unknown) => string) = wrongNumber,
) {
  const text = z
    .string()
    .trim()
    .regex(pattern)
    .transform((number) => Number(number.replace(',', '.')));
  return z.union([z.number(), text], {
    error: ({ input }) => explainValue(missing, typeof wrong === 'string' ? wrong : wrong(input))({ input }),
  });
}

/** Units. */
export const lowStock = wholeNumber(0, 1_000_000, wrongWholeNumber);

export const weightGrams = wholeNumber(1, 200_000, 'A weight in grams is needed here');

/** As the API has amounts. */
export const dollars = z.number() as z.ZodType<Dollars, Dollars>;

/** A decimal comma is read as a point; what may be a separator of thousands is refused. */
export function price(
  missing: string,
  notAboveZero = 'The price must be above 0',
): z.ZodType<Dollars, number | string> {
  return numberOrText(
    /^(?![1-9]\d{0,2}(\.\d{3})+$)-?\d{1,300}(\.\d{1,15}|,\d{1,2})?$/,
    missing,
    explainNumber('A price in dollars is needed here, without a sign', '1299 or 1299.50'),
  ).pipe(
    z
      .number()
      .gt(0, notAboveZero)
      .max(999_999.99, 'At most $999,999.99 is possible')
      .refine(isWholeCents, 'At most two decimals are possible'),
  );
}

export function halfStars(min: number, max: number, missing: string) {
  return numberOrText(/^-?\d{1,9}(\.\d)?$/, missing).pipe(
    z
      .number()
      .min(min, formatMinimum(min))
      .max(max, formatMaximum(max))
      .multipleOf(0.5, 'Half steps are possible'),
  );
}

function explainNumber(wrong: string, plain: string) {
  // '1,299', '1.299', '1.299,00', '1 299'
  const hasThousands = /^\s*\d{1,3}(?:[.,\s'’]\d{3})+(?:[.,]\d{1,2})?\s*$/;
  return (value: unknown) =>
    typeof value === 'string' && hasThousands.test(value)
      ? `Please leave out what separates thousands: ${plain}`
      : wrong;
}

/** Tolerates binary rounding: 0.1 + 0.2 passes. */
function isWholeCents(dollars: number): boolean {
  const cents = dollars * 100;
  return cents > 0.5 && Math.abs(cents - Math.round(cents)) < 1e-6;
}

/** 6 to 15 digits with the usual separators. Source: ITU-T E.164. */
export function phone(missing: string) {
  return requiredText(40, missing).refine(
    (number) => /^\+?[\d\s()./-]+$/.test(number) && countDigits(number) >= 6 && countDigits(number) <= 15,
    'This is not a telephone number',
  );
}

export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

function countDigits(value: string): number {
  return value.replace(/\D/g, '').length;
}

/** The message of a schema for a value that is not there, and for one that is wrong. */
export function explainValue(missing: string, wrong: string) {
  return ({ input }: { input?: unknown }) => (isMissing(input) ? missing : wrong);
}

export function formatMinimum(minimum: number): string {
  return `At least ${formatNumber(minimum)} is needed`;
}

export function formatMaximum(maximum: number): string {
  return `At most ${formatNumber(maximum)} is possible`;
}

function isBlank(value: unknown): boolean {
  return isMissing(typeof value === 'string' ? value.trim() : value);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
