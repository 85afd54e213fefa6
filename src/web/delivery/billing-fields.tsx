/** In the form of an order: who the invoice is for, if not who gets the parts. */
import type { FieldMetadata } from '@conform-to/react';
import type { AddressInput } from '#domain/delivery/address-fields.ts';
import { AddressFields } from '#web/delivery/address-fields.tsx';
import { type AddressForm, billingPrefix } from '#web/delivery/delivery-view.ts';
import type { BillingState } from '#web/delivery/use-billing.ts';
import { Field } from '#web/ui/fields.tsx';

type BillingFieldsProps = {
  billing: BillingState;
  countries: AddressForm['countries'];
  fields: { [name: string]: FieldMetadata<unknown> };
  /** What was typed of where the parts go. */
  delivered: AddressInput;
};

export function BillingFields({ billing, countries, fields, delivered }: BillingFieldsProps) {
  const text = (name: string) => fields[billingPrefix + name] as FieldMetadata<unknown>;
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          form="none"
          checked={billing.isOther}
          onChange={() => billing.toggle(delivered)}
        />
        Bill to another address
      </label>
      {billing.isOther && (
        <fieldset className="billing-fields">
          <legend className="field-label">The invoice is for</legend>
          <Field label="Company (optional)" field={text('company')} autoComplete="billing organization" />
          <Field
            label="VAT number (optional)"
            field={text('vatNumber')}
            hint="Such as DE123456789, with the letters of its country"
          />
          <AddressFields address={billing} countries={countries} fields={fields} prefix={billingPrefix} />
        </fieldset>
      )}
    </>
  );
}
