/** People: roles, permissions, images, and the schemas of their fields. */
import { z } from 'zod';
import { isStorable } from '#kernel/fields.ts';
import { countGraphemes } from '#kernel/graphemes.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { wording } from '#kernel/wording.ts';

export const roles = ['customer', 'admin'] as const;
export type Role = (typeof roles)[number];

export const personSorts = ['newest', 'oldest'] as const;
export type PersonSort = (typeof personSorts)[number];

export type Viewer = {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Has shown that the address is theirs. */
  isConfirmed: boolean;
};

export type ViewerRank = 0 | 1 | 2;

/** In which order people are served when places are short: administrators, people with a confirmed address, strangers. */
export function rankViewer({ role, isConfirmed }: Viewer): ViewerRank {
  if (role === 'admin') return 0;
  return isConfirmed ? 1 : 2;
}

export const maxNameGraphemes = 15;

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

export const nameHint = `At most ${maxNameGraphemes} characters`;

export const invisibleCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

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

/** For requests that say whose they are: refuses what differs from the viewer, by name. */
export function refuseOtherPerson(
  viewer: { name: string; email: string },
  sent: { name?: string | undefined; email?: string | undefined },
): Refusal | undefined {
  const errors = (['name', 'email'] as const)
    .filter((path) => sent[path] !== undefined && sent[path] !== viewer[path])
    .map((path) => ({ path, message: `You are logged in as “${viewer[path]}”` }));
  return errors.length > 0 ? { refused: 'not-allowed', errors } : undefined;
}

/** Source: the pattern of WHATWG HTML, 'valid e-mail address', with at least one dot in the domain. */
function htmlEmailWithDot(): RegExp {
  return /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
}

export const defaultPersonImage = 'avatar-somebody';

export function choosePersonImage(image: string | null): string {
  return image ?? `/pictures/${defaultPersonImage}-128.jpg`;
}
