/** The form of the checkout: where to, the lines, and the sum with the button that orders them. */
import { useState, useSyncExternalStore } from 'react';
import type { AddressInput } from '#domain/delivery/address-fields.ts';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { isProblem, type Problem } from '#web/api/api-client.ts';
import { UnavailableNotice } from '#web/basket/basket-notices.tsx';
import { DeliveryFields } from '#web/delivery/delivery-fields.tsx';
import { makeDeliveryBody, makeDeliverySchema, renameAddressErrors } from '#web/delivery/delivery-view.ts';
import { PlaceWithoutScript } from '#web/delivery/place-without-script.tsx';
import { makeBillingBody, makeBillingShape } from '#web/delivery/use-billing.ts';
import { type Delivery, useDelivery } from '#web/delivery/use-delivery.ts';
import { Amounts, formatTotal, TaxOfTotal } from '#web/orders/amounts.tsx';
import { AccountNeeded } from '#web/orders/checkout/account-needed.tsx';
import { adoptVisitorDraft } from '#web/orders/checkout/checkout-draft.ts';
import { CheckoutLines } from '#web/orders/checkout/checkout-lines.tsx';
import {
  type Buyer,
  type CheckoutPage,
  listDeliveredLines,
  makeLineId,
  type RefusedPurchase,
} from '#web/orders/checkout/checkout-view.ts';
import type { Checkout } from '#web/orders/checkout/use-checkout.ts';
import { WhereOrdersAre } from '#web/orders/checkout/where-orders-are.tsx';
import { RefusalAction } from '#web/orders/refusal-action.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/ui/form.tsx';

const draftName = 'checkout';

/** `form` and `quote` as the page has come. */
type CheckoutFormProps = { checkout: Checkout } & Pick<CheckoutPage, 'form' | 'quote' | 'buyer'>;

export function CheckoutForm({ checkout, form: addressForm, quote, buyer }: CheckoutFormProps) {
  const { basket, refusal, changeProblem, isLeaving, changeLine } = checkout;
  const delivery = useDelivery({ form: addressForm, lines: listDeliveredLines(basket), quote });
  const isInBrowser = typeof document !== 'undefined';
  useState(() => isInBrowser && adoptVisitorDraft(draftName));
  const { form, fields, isBusy } = useCallForm({
    schema: makeDeliverySchema(
      delivery.checkedFields,
      delivery.isCollected,
      makeBillingShape(delivery.billing),
    ),
    defaultValue: addressForm.values,
    ...(isInBrowser ? { draftName } : {}),
    submit: (typed) => order(typed, { checkout, delivery }),
  });
  const amounts = { parts: basket.total, method: delivery.method };
  return (
    <div className="basket">
      <div className="checkout-main">
        <section className="checkout-delivery" aria-labelledby="delivery">
          <h2 className="text-xl" id="delivery">
            Where to
          </h2>
          <Form form={form}>
            <DeliveryFields
              delivery={delivery}
              countries={addressForm.countries}
              fields={fields}
              canSave={buyer !== undefined}
            />
            {/* so that Enter sends nothing */}
            {!buyer && <button type="submit" disabled hidden />}
          </Form>
        </section>
        <PlaceWithoutScript form={addressForm} quote={delivery.quote} />
        <CheckoutLines lines={basket.lines} refusal={refusal} onChange={changeLine} />
      </div>
      <section className="basket-summary" aria-labelledby="total">
        <Amounts {...amounts} />
        <h2 id="total">
          Total <strong>{formatTotal(amounts)}</strong>
        </h2>
        <TaxOfTotal {...amounts} />
        <UnavailableNotice basket={basket} />
        {buyer ? (
          <>
            <FormProblem errors={changeProblem ? [changeProblem.detail] : refusal && form.errors} />
            {refusal && <Refusal refusal={refusal} buyer={buyer} />}
            <PlaceButton form={form.id} isBusy={isBusy || isLeaving} />
            <p className="text-sm">
              You order as {buyer.name}, {buyer.email}.
            </p>
          </>
        ) : (
          <AccountNeeded />
        )}
        <ReservationNote />
      </section>
    </div>
  );
}

function ReservationNote() {
  return (
    <p className="muted text-sm">
      Nothing is reserved until the order is placed. Then the parts are kept for you, and you pay them
      together, by card, on the next page. What is not paid can be cancelled, part by part.
    </p>
  );
}

/** What delivery costs is agreed on first: nothing is ordered at another price than was seen. */
async function order(
  typed: AddressInput,
  { checkout, delivery }: { checkout: Checkout; delivery: Delivery },
): Promise<Problem | undefined> {
  const method = await delivery.decide();
  if (isProblem(method)) return checkout.refuse(renameAddressErrors(method));
  const body = {
    ...makeDeliveryBody(typed, delivery.fields, method),
    ...makeBillingBody(typed, delivery.billing),
  };
  const wrongAddress = body.address && (await delivery.save(body.address));
  const problem = wrongAddress ?? (await checkout.place(body));
  if (problem?.status === 409) await delivery.ask();
  return problem && renameAddressErrors(problem);
}

function PlaceButton({ form, isBusy }: { form: string; isBusy: boolean }) {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <>
      <SubmitButton form={form} isBusy={isBusy} disabled={!isHydrated}>
        Place the order
      </SubmitButton>
      <p className="checkout-scriptless">Ordering and paying need JavaScript, which is switched off here.</p>
    </>
  );
}

function Refusal({ refusal, buyer }: { refusal: RefusedPurchase; buyer: Buyer }) {
  const { refused, lines = [], seenLines } = refusal;
  const isUnconfirmed = lines.some((line) => line.refused === 'confirm-address-first');
  return (
    <>
      <ul className="checkout-refused">
        {lines.map(({ partsId }) => (
          <li key={partsId}>
            <a className="link" href={`#${makeLineId(partsId)}`}>
              {withNonBreakingSpaces(seenLines.find((line) => line.partsId === partsId)?.partsName ?? '')}
            </a>
          </li>
        ))}
      </ul>
      {refused === 'basket-changed' && <WhereOrdersAre />}
      <RefusalAction refusal={isUnconfirmed ? 'confirm-address-first' : refused} email={buyer.email} />
    </>
  );
}
