/** In the form of an order: where the parts go, and how. */
import type { FieldMetadata } from '@conform-to/react';
import { lazy, Suspense } from 'react';
import { AddressFields } from '#web/delivery/address-fields.tsx';
import { BillingFields } from '#web/delivery/billing-fields.tsx';
import { type AddressForm, selectMethods } from '#web/delivery/delivery-view.ts';
import { MethodChoice } from '#web/delivery/method-choice.tsx';
import type { Delivery } from '#web/delivery/use-delivery.ts';

// for people who have saved some
const SavedAddressChoice = lazy(async () => ({
  default: (await import('#web/delivery/saved-address-choice.tsx')).SavedAddressChoice,
}));

type DeliveryFieldsProps = {
  delivery: Delivery;
  countries: AddressForm['countries'];
  /** Of a person, not a visitor. */
  canSave: boolean;
  fields: { [name: string]: FieldMetadata<unknown> };
};

export function DeliveryFields({ delivery, canSave, ...props }: DeliveryFieldsProps) {
  const { isCollected, setCollected, quote, saved, isToBeSaved, setToBeSaved, billing } = delivery;
  const canCollect = selectMethods(quote, true).length > 0;
  return (
    <>
      {(canCollect || isCollected) && (
        <fieldset className="segments delivery-ways">
          <legend className="sr-only">How the parts come to you</legend>
          <Way label="Bring them to me" isChosen={!isCollected} onChoose={() => setCollected(false)} />
          <Way label="I collect them" isChosen={isCollected} onChoose={() => setCollected(true)} />
        </fieldset>
      )}
      {saved.addresses.length > 0 && !isCollected && (
        <Suspense>
          <SavedAddressChoice saved={saved} />
        </Suspense>
      )}
      <AddressFields address={delivery} isPhoneOnly={isCollected} {...props} />
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
      <MethodChoice delivery={delivery} />
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
