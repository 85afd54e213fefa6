/** The fields of an address, as its country has them. */
import type { FieldMetadata } from '@conform-to/react';
import { useEffect, useRef } from 'react';
import { type AddressForm, describeField, type ShownField } from '#delivery/components/delivery-view.ts';
import type { AddressState } from '#delivery/components/use-address.ts';
import { addressFieldNames } from '#delivery/rules/address-fields.ts';
import { ChoiceField, Field, TextField } from '#ui/components/fields.tsx';

export type AddressFieldsProps = {
  address: Omit<AddressState, 'fields'> & { fields: readonly ShownField[] };
  countries: AddressForm['countries'];
  fields: { [name: string]: FieldMetadata<unknown> };
  /** Parts that are collected need the phone number only. */
  isPhoneOnly?: boolean;
  /** Of the names in the form of an address for the invoice, which has no phone number. */
  prefix?: string;
};

export function AddressFields({
  address,
  countries,
  fields,
  isPhoneOnly = false,
  prefix = '',
}: AddressFieldsProps) {
  const { typed, change, fieldsProblem, showFields, saved } = address;
  const element = useRef<HTMLDivElement>(null);
  const readInput = ({ target }: { target: EventTarget }) => {
    const { name, value } = target as HTMLInputElement;
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (typedNames.includes(own)) change(own, value);
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
  const required = address.fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  // what was missing may not be needed where the parts go now
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another set of fields is required
  useEffect(() => {
    for (const field of element.current?.querySelectorAll('[aria-invalid="true"]') ?? [])
      field.dispatchEvent(new Event('input', { bubbles: true }));
  }, [required.join()]);
  return (
    <div className="address-fields" key={saved.fillCount} ref={element} onInput={readInput}>
      {!isPhoneOnly && (
        <>
          <ChoiceField
            label="Country"
            field={fields[`${prefix}country`] as FieldMetadata<unknown>}
            autoComplete={`${prefix ? 'billing' : 'shipping'} country`}
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
              field={fields[prefix + field.name] as FieldMetadata<unknown>}
              typed={typed.current[field.name]}
              isBilling={prefix !== ''}
            />
          ))}
        </>
      )}
      {prefix === '' && (
        <Field
          label="Phone"
          field={fields.phone as FieldMetadata<unknown>}
          type="tel"
          autoComplete="shipping tel"
          defaultValue={typed.current.phone}
        />
      )}
    </div>
  );
}

type AddressFieldProps = {
  of: ShownField;
  field: FieldMetadata<unknown>;
  /** Before another country was chosen. */
  typed: string | undefined;
  isBilling: boolean;
};

function AddressField({ of, field, typed, isBilling }: AddressFieldProps) {
  const { name, label: ownLabel, isRequired, isMultiline, example, shape, options } = of;
  const autoComplete = `${isBilling ? 'billing' : 'shipping'} ${autoCompletes[name]}`;
  const label = isBilling && name === 'name' ? 'Name' : ownLabel;
  const attributes = { label, field, autoComplete, defaultValue: typed };
  if (options) {
    const choices = options.map(({ code, name }) => ({ value: code, label: name }));
    return <ChoiceField {...attributes} choices={[{ value: '', label: 'Choose …' }, ...choices]} />;
  }
  if (isMultiline) {
    return (
      <TextField
        {...attributes}
        hint={isBilling ? 'Street and house' : 'Street, house, and what a driver needs to find it'}
      />
    );
  }
  const isDigits = example !== undefined && /^\d+$/.test(example);
  return (
    <Field
      {...attributes}
      label={isRequired ? label : `${label} (optional)`}
      {...(isDigits && { inputMode: 'numeric' as const })}
      pattern={shape?.pattern}
      hint={describeField(of)}
    />
  );
}

const typedNames: string[] = ['country', 'phone', ...addressFieldNames];

const autoCompletes: Record<ShownField['name'], string> = {
  name: 'name',
  line1: 'street-address',
  district: 'address-level3',
  town: 'address-level2',
  region: 'address-level1',
  postcode: 'postal-code',
};
