/** The two fields of a new password. */
import type { FieldMetadata } from '@conform-to/react';
import { Field } from '#web/ui/fields.tsx';

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
