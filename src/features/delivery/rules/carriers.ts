/** Carriers, as the owner sets them: the page on which a carrier says where a parcel is, and what its numbers look like. */
import { z } from 'zod';
import { optionalText, plainText, requiredText } from '#kernel/fields.ts';
import { type Refusal, refuseField } from '#kernel/refusals.ts';

export const maxCarriers = 30;

/** In a carrier's address: where the tracking number goes. */
const numberPlace = '{number}';

const minTrackingLength = 4;
const maxTrackingLength = 40;

const addressTemplate = requiredText(300, 'The address of the carrier’s page is needed here').superRefine(
  (text, context) => {
    const message = findTemplateProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  },
);

/** Not a regular expression, which could take forever: one sign for each character, as in `1Z****` or `@@#########@@`. */
const numberForm = optionalText(200)
  .regex(
    /^[A-Za-z0-9#@*-]+( *, *[A-Za-z0-9#@*-]+)*$|^$/,
    'Only letters, digits, hyphens and the signs # @ * are possible, with commas between several forms',
  )
  .describe('# a digit, @ a letter, * either; others stand for themselves; several with commas; empty: any');

export const carrierSchema = z.strictObject({
  name: plainText(60, 'A carrier needs a name'),
  template: addressTemplate.describe('an https address with {number} where the tracking number goes'),
  numbers: numberForm,
});

export type Carrier = z.infer<typeof carrierSchema>;

/** By its name, in capital or small letters. */
export function findCarrier(carriers: readonly Carrier[], name: string | null): Carrier | undefined {
  const wanted = name?.trim().toLowerCase();
  return carriers.find((carrier) => carrier.name.toLowerCase() === wanted);
}

/** Null: the carrier has no page for numbers, or nobody knows the number. */
export function makeTrackingLink(
  carriers: readonly Carrier[],
  { carrier, tracking }: { carrier: string | null; tracking: string | null },
): string | null {
  const template = findCarrier(carriers, carrier)?.template;
  return template && tracking ? template.replaceAll(numberPlace, encodeURIComponent(tracking)) : null;
}

/**
 * The number as it is stored: of a carrier that the owner has set up without spaces, of others as it was typed. Refuses:
 * invalid-input (tracking).
 */
export function checkTracking(
  carriers: readonly Carrier[],
  { carrier, tracking }: { carrier?: string | undefined; tracking?: string | undefined },
): string | null | Refusal {
  const known = findCarrier(carriers, carrier ?? null);
  if (!known || tracking === undefined) return tracking ?? null;
  const number = tracking.replace(/\s+/g, '');
  const message = findNumberProblem(known, number);
  return message ? refuseField('tracking', message) : number;
}

function findNumberProblem({ name, numbers }: Carrier, number: string): string | undefined {
  if (!/^[A-Za-z0-9-]+$/.test(number)) return 'A tracking number has only letters, digits and hyphens';
  if (number.length < minTrackingLength || number.length > maxTrackingLength) {
    return `A tracking number has ${minTrackingLength} to ${maxTrackingLength} characters`;
  }
  const forms = numbers.split(',').map((form) => form.trim());
  if (numbers === '' || forms.some((form) => hasForm(number, form))) return undefined;
  return `Numbers of ${name} look like ${forms.join(' or ')} (# a digit, @ a letter, * either)`;
}

function hasForm(number: string, form: string): boolean {
  return (
    number.length === form.length &&
    [...form].every((sign, index) => {
      const character = number[index] ?? '';
      if (sign === '#') return /\d/.test(character);
      if (sign === '@') return /[A-Za-z]/.test(character);
      return sign === '*' || sign.toLowerCase() === character.toLowerCase();
    })
  );
}

/** The number cannot change where the link leads. */
function findTemplateProblem(template: string): string | undefined {
  if (!template.includes(numberPlace)) return `${numberPlace} is missing: the tracking number goes there`;
  const [start = ''] = template.split(numberPlace);
  if (!/^https:\/\/[^/?#\s]+[/?#]/.test(start)) {
    return 'The address begins with https:// and a host, and the number comes after the host';
  }
  const url = URL.parse(template.replaceAll(numberPlace, '1'));
  if (url?.username !== '' || url.password !== '') return 'This is not the address of a page';
  return undefined;
}
