/** The schema of a new password, which is typed twice. */
import { z } from 'zod';
import { passwordSchema } from '#domain/people/people.ts';
import { wording } from '#domain/wording.ts';

const { passwordsDiffer } = wording.messages;

export const newPasswordShape = { newPassword: passwordSchema, confirm_password: z.string(passwordsDiffer) };

export function requireSamePasswords<Schema extends z.ZodObject<typeof newPasswordShape>>(schema: Schema) {
  return schema.refine(({ newPassword, confirm_password }) => newPassword === confirm_password, {
    path: ['confirm_password'],
    message: passwordsDiffer,
    when: ({ value }) => Boolean((value as { confirm_password?: string }).confirm_password),
  });
}
