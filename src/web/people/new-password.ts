/** The schema of a new password, which is typed twice. */
import { z } from 'zod';
import { passwordSchema } from '#domain/people/people.ts';
import { wording } from '#domain/wording.ts';

/** Empty when nothing was typed, so that it can be compared. */
export const confirmationShape = { confirm_password: z.string().default('') };

/** Two empty passwords do not differ: the message of the first one says that it is missing. */
export const passwordsDiffer = {
  path: ['confirm_password'],
  message: wording.messages.passwordsDiffer,
  when: ({ value }: { value: unknown }) => {
    const { confirm_password, password, newPassword } = value as Record<string, string | undefined>;
    return Boolean(confirm_password || password || newPassword);
  },
};

export const newPasswordShape = { newPassword: passwordSchema, ...confirmationShape };

/** Reports a difference at the second password. */
export function requireSamePasswords<Schema extends z.ZodObject<typeof newPasswordShape>>(schema: Schema) {
  return schema.refine(
    ({ newPassword, confirm_password }) => newPassword === confirm_password,
    passwordsDiffer,
  );
}
