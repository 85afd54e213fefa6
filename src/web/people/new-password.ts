/** A new password in a form: typed twice, and the same both times. */
import { z } from 'zod';
import { passwordSchema } from '#domain/people/people.ts';
import { wording } from '#domain/wording.ts';

const { passwordsDiffer } = wording.messages;

export const newPasswordShape = { newPassword: passwordSchema, confirm_password: z.string(passwordsDiffer) };

/** The same form, refused at its second password when that differs from the first. */
export function withSamePasswords<Schema extends z.ZodObject<typeof newPasswordShape>>(schema: Schema) {
  return schema.refine(({ newPassword, confirm_password }) => newPassword === confirm_password, {
    path: ['confirm_password'],
    message: passwordsDiffer,
    when: ({ value }) => Boolean((value as { confirm_password?: string }).confirm_password),
  });
}
