/** A group of settings: heading, hint and fields. */
import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { SettingName } from '#domain/settings.ts';
import { capitalize } from '#domain/words.ts';
import type { SettingGroup } from '#web/settings/field-groups.ts';
import { ChoiceField, Field, TextField } from '#web/ui/fields.tsx';

export type SettingFields = Record<SettingName, FieldMetadata<unknown>>;

export function FieldGroup({
  group: { heading, hint, fields: shown },
  fields,
  children,
}: {
  group: SettingGroup;
  fields: SettingFields;
  children: ReactNode;
}) {
  return (
    <section className="panel grid gap-5" aria-label={heading}>
      <div>
        <h3 className="panel-heading">{heading}</h3>
        {hint && <p className="muted text-sm">{hint}</p>}
      </div>
      {children}
      {shown.map(({ name, rows, choices, ...attributes }) =>
        choices ? (
          <ChoiceField
            key={name}
            field={fields[name]}
            choices={choices.map((value) => ({
              value,
              label: capitalize(value),
            }))}
            {...attributes}
          />
        ) : rows ? (
          <TextField key={name} field={fields[name]} rows={rows} {...attributes} />
        ) : (
          <Field key={name} field={fields[name]} {...attributes} />
        ),
      )}
    </section>
  );
}
