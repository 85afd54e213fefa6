/** The fields of an address, as its country has them. */
import type { FieldMetadata } from '@conform-to/react';
import { useEffect, useRef } from 'react';
import { addressFieldNames } from '#domain/delivery/address-fields.ts';
import type { AddressForm } from '#web/delivery/delivery-view.ts';
import type { AddressState } from '#web/delivery/use-delivery.ts';
import { ChoiceField, Field, TextField } from '#web/ui/fields.tsx';

export type AddressFieldsProps = {
  address: AddressState;
  countries: AddressForm['countries'];
  fields: { [name: string]: FieldMetadata<unknown> };
  /** Parts that are collected need the phone number only. */
  isPhoneOnly?: boolean;
};

export function AddressFields({ address, countries, fields, isPhoneOnly = false }: AddressFieldsProps) {
  const { typed, change, fieldsProblem, showFields, saved } = address;
  const element = useRef<HTMLDivElement>(null);
  const readInput = ({ target }: { target: EventTarget }) => {
    const { name, value } = target as HTMLInputElement;
    if (typedNames.includes(name)) change(name, value);
  };
  // a draft was restored before anything listened
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form has come
  useEffect(() => {
    for (const target of element.current?.querySelectorAll('input, select, textarea') ?? [])
      readInput({ target });
  }, []);
  // for the draft of the form, and its messages
  useEffect(() => {
    const isFilled = saved.fillCount > 0;
    if (isFilled)
      element.current?.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [saved.fillCount]);
  return (
    <div className="address-fields" key={saved.fillCount} ref={element} onInput={readInput}>
      {!isPhoneOnly && (
        <>
          <ChoiceField
            label="Country"
            field={fields.country as FieldMetadata<unknown>}
            autoComplete="shipping country"
            defaultValue={typed.current.country}
            choices={countries.map(({ code, name }) => ({ value: code, label: name }))}
          />
          {fieldsProblem && (
            <p className="form-problem" role="alert">
              <span>
                {fieldsProblem.detail}{' '}
                <button type="button" className="link" onClick={showFields}>
                  Try again
                </button>
              </span>
            </p>
          )}
          {address.fields.map((field) => (
            <AddressField
              key={field.name}
              of={field}
              field={fields[field.name] as FieldMetadata<unknown>}
              typed={typed.current[field.name]}
            />
          ))}
        </>
      )}
      <Field
        label="Phone"
        field={fields.phone as FieldMetadata<unknown>}
        type="tel"
        autoComplete="shipping tel"
        defaultValue={typed.current.phone}
      />
    </div>
  );
}

type AddressFieldProps = {
  of: AddressForm['fields'][number];
  field: FieldMetadata<unknown>;
  /** Before another country was chosen. */
  typed: string | undefined;
};

function AddressField({
  of: { name, label, isRequired, isMultiline, example, options },
  field,
  typed,
}: AddressFieldProps) {
  const attributes = { label, field, autoComplete: autoCompletes[name], defaultValue: typed };
  if (options) {
    const choices = options.map(({ code, name }) => ({ value: code, label: name }));
    return <ChoiceField {...attributes} choices={[{ value: '', label: 'Choose …' }, ...choices]} />;
  }
  if (isMultiline) {
    return <TextField {...attributes} hint="Street, house, and what a driver needs to find it" />;
  }
  const isDigits = example !== undefined && /^\d+$/.test(example);
  return (
    <Field
      {...attributes}
      label={isRequired ? label : `${label} (optional)`}
      {...(isDigits && { inputMode: 'numeric' as const })}
      {...(example && { hint: `Such as ${example}` })}
    />
  );
}

const typedNames: string[] = ['country', 'phone', ...addressFieldNames];

const autoCompletes: Record<AddressForm['fields'][number]['name'], string> = {
  name: 'shipping name',
  line1: 'street-address',
  district: 'shipping address-level3',
  town: 'shipping address-level2',
  region: 'shipping address-level1',
  postcode: 'shipping postal-code',
};
