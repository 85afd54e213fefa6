/** A new password, which is typed twice: its schema and its two fields. */
import type { FieldMetadata } from '@conform-to/react';
import { z } from 'zod';
import { passwordSchema } from '#kernel/people.ts';
import { wording } from '#kernel/wording.ts';
import { Field } from '#ui/components/fields.tsx';

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

export function NewPasswordFields({
  label = 'New password',
  password,
  confirmation,
}: {
  label?: string;
  password: FieldMetadata<unknown>;
  confirmation: FieldMetadata<unknown>;
}) {
  return (
    <>
      <Field label={label} field={password} type="password" autoComplete="new-password" />
      <Field label="Confirm password" field={confirmation} type="password" autoComplete="new-password" />
    </>
  );
}
