/** What people type of their accounts; apart from the endpoints, because pages of a person load no schema before a form is used. */
import { z } from 'zod';
import { optionalField, phone, plainText, requiredText } from '#kernel/fields.ts';
import { currentPasswordSchema, emailSchema, nameSchema, passwordSchema } from '#kernel/person-fields.ts';
import { wording } from '#kernel/wording.ts';

const { messages } = wording;

export const signInSchema = z.strictObject({ email: emailSchema, password: currentPasswordSchema });

export const signUpSchema = z.strictObject({
  name: nameSchema,
  email: emailSchema,
  password: passwordSchema,
});

export const profileFormSchema = z.object({
  name: optionalField(nameSchema),
  education: requiredText(200, messages.education),
  location: plainText(500, messages.location),
  phone: optionalField(phone(messages.phone)),
});

/** Empty when nothing was typed, so that it can be compared. */
const confirmationShape = { confirm_password: z.string().default('') };

/** Two empty passwords do not differ: the message of the first one says that it is missing. */
const passwordsDiffer = {
  path: ['confirm_password'],
  message: messages.passwordsDiffer,
  when: ({ value }: { value: unknown }) => {
    const { confirm_password, password, newPassword } = value as Record<string, string | undefined>;
    return Boolean(confirm_password || password || newPassword);
  },
};

const newPasswordShape = { newPassword: passwordSchema, ...confirmationShape };

export const signUpFormSchema = z
  .object({ ...signUpSchema.shape, ...confirmationShape })
  .refine(({ password, confirm_password }) => password === confirm_password, passwordsDiffer);

export const newPasswordFormSchema = requireSamePasswords(z.object(newPasswordShape));

export const passwordFormSchema = requireSamePasswords(
  z.object({ currentPassword: currentPasswordSchema, ...newPasswordShape }),
);

/** Reports a difference at the second password. */
function requireSamePasswords<Schema extends z.ZodObject<typeof newPasswordShape>>(schema: Schema) {
  return schema.refine(
    ({ newPassword, confirm_password }) => newPassword === confirm_password,
    passwordsDiffer,
  );
}
