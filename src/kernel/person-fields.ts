/** Schemas of what people say of themselves; apart, because pages of a person load no schema before a form is used. */
import { z } from 'zod';
import { invisibleCharacters, isStorable } from '#kernel/fields.ts';
import { countGraphemes } from '#kernel/graphemes.ts';
import { maxNameGraphemes } from '#kernel/people.ts';
import { wording } from '#kernel/wording.ts';

/** UTF-16 code units: a letter may have many marks, but not without end. */
const maxNameLength = 200;

export const nameSchema = z
  .string(wording.messages.name)
  .trim()
  .min(1, wording.messages.name)
  .max(maxNameLength, { message: wording.messages.invalidName, abort: true })
  .refine(
    (name) =>
      isStorable(name) && name.search(invisibleCharacters) === -1 && countGraphemes(name) <= maxNameGraphemes,
    wording.messages.invalidName,
  )
  .describe(`at most ${maxNameGraphemes} graphemes`);

/** In lower case; any address that HTML's `type=email` accepts and that has a dot in its domain. */
export const emailSchema = z
  .string(wording.messages.email)
  .trim()
  .toLowerCase()
  .refine((email) => email.length <= 254 && htmlEmailWithDot().test(email), {
    // One message and no `abort`, which would skip further checks of a form.
    error: ({ input }) => (input === '' ? wording.messages.email : wording.messages.invalidEmail),
  });

/** Of an account that is there: as short as it was then. */
export const currentPasswordSchema = z
  .string(wording.messages.password)
  .min(1, wording.messages.password)
  .max(128);

export const passwordSchema = z
  .string(wording.messages.password)
  .min(5, {
    error: ({ input }) => (input === '' ? wording.messages.password : wording.messages.shortPassword),
  })
  .max(128, 'Maximum length is 128');

/** Source: the pattern of WHATWG HTML, 'valid e-mail address', with at least one dot in the domain. */
function htmlEmailWithDot(): RegExp {
  return /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
}
