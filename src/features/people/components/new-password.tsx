/** The two fields of a new password, which is typed twice. */
import type { FieldMetadata } from '@conform-to/react';
import { Field } from '#ui/components/fields.tsx';

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
