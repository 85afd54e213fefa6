/** The fields of forms: a label, its control, and the message under it. */
import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from '@conform-to/react';
import type { DOMAttributes, ReactNode } from 'react';

type FieldProps = {
  label: string;
  field: FieldMetadata<unknown>;
  type?: 'text' | 'email' | 'password' | 'tel' | 'number';
  autoComplete?: string;
  inputMode?: 'numeric' | 'decimal';
  min?: number;
  max?: number;
  step?: number | 'any';
  list?: string;
  /** A text that does not match is checked when the field is left. */
  pattern?: string | undefined;
  hint?: ReactNode;
  /** Otherwise the form’s. */
  defaultValue?: string | undefined;
} & Pick<DOMAttributes<HTMLInputElement>, 'onFocus' | 'onInput'>;

export function Field({ label, field, type = 'text', hint, ...attributes }: FieldProps) {
  return (
    <LabelledField label={label} field={field} hint={hint}>
      <input
        {...getInputProps(field as FieldMetadata<string>, {
          type,
          ariaDescribedBy: hint ? `${field.id}-hint` : undefined,
        })}
        key={field.key}
        {...attributes}
        className="input w-full aria-invalid:input-error"
      />
    </LabelledField>
  );
}

type TextFieldProps = { rows?: number } & Pick<
  FieldProps,
  'label' | 'field' | 'hint' | 'autoComplete' | 'defaultValue'
>;

export function TextField({ label, field, rows = 3, hint, ...attributes }: TextFieldProps) {
  return (
    <LabelledField label={label} field={field} hint={hint}>
      <textarea
        {...getTextareaProps(field as FieldMetadata<string>, {
          ariaDescribedBy: hint ? `${field.id}-hint` : undefined,
        })}
        key={field.key}
        rows={rows}
        {...attributes}
        className="textarea w-full aria-invalid:textarea-error"
      />
    </LabelledField>
  );
}

export function ChoiceField({
  label,
  field,
  choices,
  ...attributes
}: Pick<FieldProps, 'label' | 'field' | 'autoComplete' | 'defaultValue'> & {
  choices: { value: string; label: string }[];
}) {
  return (
    <LabelledField label={label} field={field}>
      <select
        {...getSelectProps(field as FieldMetadata<string>)}
        key={field.key}
        {...attributes}
        className="select w-full"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </LabelledField>
  );
}

type FileFieldProps = Pick<FieldProps, 'label' | 'field'> & { accept: string };

export function FileField({ label, field, accept }: FileFieldProps) {
  return (
    <LabelledField label={label} field={field}>
      <input
        {...getInputProps(field as FieldMetadata<File>, { type: 'file' })}
        key={field.key}
        accept={accept}
        className="file-input w-full aria-invalid:file-input-error"
      />
    </LabelledField>
  );
}

type LabelledFieldProps = Pick<FieldProps, 'label' | 'field' | 'hint'> & { children: ReactNode };

export function LabelledField({ label, field, hint, children }: LabelledFieldProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={field.id}>
        {label}
      </label>
      {children}
      {hint && (
        <p className="field-hint" id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      <p className="field-message" id={field.errorId} aria-live="polite">
        {field.errors?.[0]}
      </p>
    </div>
  );
}
