/** The form fields of a part, for adding and for editing. */
import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { Field, TextField } from '#web/ui/fields.tsx';

type Fields = Record<
  'name' | 'description' | 'available_quantity' | 'minimum_order' | 'price',
  FieldMetadata<unknown>
>;

export function PartFields({
  fields,
  stockHint,
  children,
}: {
  fields: Fields;
  stockHint?: string;
  children?: ReactNode;
}) {
  return (
    <>
      <div className="form-wide">
        <Field label="Name" field={fields.name} />
      </div>
      <div className="form-wide">
        <TextField label="Description" field={fields.description} rows={4} />
      </div>
      {children}
      <Field
        label="Available quantity"
        field={fields.available_quantity}
        type="number"
        min={0}
        inputMode="numeric"
        hint={stockHint}
      />
      <Field label="Minimum order" field={fields.minimum_order} type="number" min={1} inputMode="numeric" />
      <Field
        label="Price in dollars"
        field={fields.price}
        type="number"
        min={0.01}
        step="any"
        inputMode="decimal"
      />
    </>
  );
}
