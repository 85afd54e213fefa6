/** In the form of an order: where the parts go, and how; who the invoice is for, if not who gets them. */
import type { FieldMetadata } from '@conform-to/react';
import { useEffect, useRef } from 'react';
import { AddressFields } from '#delivery/components/address-fields.tsx';
import {
  type AddressForm,
  billingPrefix,
  otherTexts,
  selectMethods,
} from '#delivery/components/delivery-view.ts';
import { MethodChoice } from '#delivery/components/method-choice.tsx';
import { SavedAddressChoice } from '#delivery/components/saved-address-choice.tsx';
import type { AddressInput } from '#delivery/rules/address-fields.ts';
import { Field } from '#ui/components/fields.tsx';
import type { BillingState, Delivery } from './use-delivery.ts';

type DeliveryFieldsProps = {
  delivery: Delivery;
  countries: AddressForm['countries'];
  deliveredTo: AddressForm['deliveredTo'];
  /** Of a person, not a visitor. */
  canSave: boolean;
  fields: { [name: string]: FieldMetadata<unknown> };
};

export function DeliveryFields({ delivery, canSave, deliveredTo, ...props }: DeliveryFieldsProps) {
  const { isCollected, setCollected, key, setKey, quote, saved, isToBeSaved, setToBeSaved, billing } =
    delivery;
  const canCollect = selectMethods(quote, true).length > 0;
  return (
    <>
      {(canCollect || isCollected) && (
        <fieldset className="segments delivery-ways">
          <legend className="sr-only">Delivery or collection</legend>
          <Way label="Deliver to me" isChosen={!isCollected} onChoose={() => setCollected(false)} />
          <Way label="I will collect" isChosen={isCollected} onChoose={() => setCollected(true)} />
        </fieldset>
      )}
      {saved.addresses.length > 0 && !isCollected && <SavedAddressChoice saved={saved} />}
      <AddressFields
        address={delivery}
        isPhoneOnly={isCollected}
        {...props}
        countries={deliveredTo ?? props.countries}
      />
      {canSave && saved.id === '' && !isCollected && (
        <label className="check">
          <input
            type="checkbox"
            form="none"
            checked={isToBeSaved}
            onChange={() => setToBeSaved(!isToBeSaved)}
          />
          Save this address in My Profile
        </label>
      )}
      <OtherTexts {...props} prefix="" />
      <MethodChoice delivery={delivery} />
      <ChoiceInDraft
        name="chosen-way"
        value={isCollected ? 'collect' : ''}
        onRestored={() => setCollected(true)}
      />
      <ChoiceInDraft name="chosen-method" value={key ?? ''} onRestored={setKey} />
      {canSave && <BillingFields billing={billing} delivered={delivery.typed.current} {...props} />}
    </>
  );
}

/** `form="none"`: it belongs to no form, whose draft and request know the chosen method instead. */
function Way({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label>
      <input type="radio" name="delivery-way" form="none" checked={isChosen} onChange={onChoose} />
      {label}
    </label>
  );
}

type ChoiceInDraftProps = { name: string; value: string; onRestored: (value: string) => void };

/** Its buttons come and go with the place: whatever is offered there now, the draft knows what was chosen. */
function ChoiceInDraft({ name, value, onRestored }: ChoiceInDraftProps) {
  const element = useRef<HTMLInputElement>(null);
  const saved = useRef(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft has been restored
  useEffect(() => {
    if (element.current?.value) onRestored(element.current.value);
  }, []);
  useEffect(() => {
    if (saved.current !== value) element.current?.dispatchEvent(new Event('input', { bubbles: true }));
    saved.current = value;
  }, [value]);
  return <input type="hidden" name={name} value={value} ref={element} />;
}

type BillingFieldsProps = {
  billing: BillingState;
  countries: AddressForm['countries'];
  fields: { [name: string]: FieldMetadata<unknown> };
  /** What was typed of where the parts go. */
  delivered: AddressInput;
};

function BillingFields({ billing, countries, fields, delivered }: BillingFieldsProps) {
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
          <OtherTexts fields={fields} prefix={billingPrefix} />
          <AddressFields address={billing} countries={countries} fields={fields} prefix={billingPrefix} />
        </fieldset>
      )}
    </>
  );
}

function OtherTexts({ fields, prefix }: Pick<DeliveryFieldsProps, 'fields'> & { prefix: string }) {
  return otherTexts.map(
    ({ prefix: ofText, name, ...text }) =>
      ofText === prefix && (
        <Field key={name} {...text} field={fields[prefix + name] as FieldMetadata<unknown>} />
      ),
  );
}
