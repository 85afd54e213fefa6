/** The inputs of a part's specification: those of the chosen category are shown, all are kept. */
import type { FieldMetadata } from '@conform-to/react';
import type { Part } from '#catalogue/contract/parts.ts';
import { freeFormField, makeInputName, writeSpecs } from '#catalogue/pages/part-requests.ts';
import { type CategoryForm, categoryForms, type FormField } from '#catalogue/rules/category-forms.ts';
import { ChoiceField, Field, TextField } from '#ui/components/fields.tsx';

type Fields = Readonly<Record<string, FieldMetadata<unknown>>>;

export function SpecificationInputs({
  fields: formFields,
  category,
  part,
}: {
  fields: Fields;
  category: unknown;
  /** The part whose specification is edited. */
  part: Part | undefined;
}) {
  const values = part ? writeSpecs(part) : {};
  // the form was made before these inputs and has no values of them
  const fields: Fields = new Proxy(formFields, {
    get: (all, name: string) => Object.create(all[name] ?? null, { initialValue: { value: values[name] } }),
  });
  return categoryForms.map((form) => (
    <fieldset key={form.id} hidden={form.id !== category}>
      <legend className="sr-only">Specification</legend>
      {form.isFreeForm ? (
        <FreeFormInput form={form} fields={fields} />
      ) : (
        <div className="form form-pair">
          {form.fields.map((field) => (
            <SpecificationInput
              key={field.name}
              {...field}
              field={fields[makeInputName(form.id, field.name)]}
            />
          ))}
        </div>
      )}
    </fieldset>
  ));
}

function FreeFormInput({ form, fields }: { form: CategoryForm; fields: Fields }) {
  const field = fields[makeInputName(form.id, freeFormField)];
  return field && <TextField label="One fact on each line, such as “Weight: 1 kg”" field={field} rows={5} />;
}

type InputProps = Omit<FormField, 'name'> & { field: FieldMetadata<unknown> | undefined };

function SpecificationInput({ label, unit, isNumber, isRequired, choices, field }: InputProps) {
  if (!field) return null;
  const name = `${label}${unit === '' ? '' : ` (${unit})`}${isRequired ? '' : ', optional'}`;
  if (choices) {
    const options = choices.map((choice) => ({ value: choice, label: choice }));
    return <ChoiceField label={name} field={field} choices={[{ value: '', label: '–' }, ...options]} />;
  }
  return <Field label={name} field={field} {...(isNumber && { inputMode: 'decimal' as const })} />;
}
