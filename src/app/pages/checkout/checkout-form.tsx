/** The form of the checkout: where to, the lines, and the sum with the button that orders them. */
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { CheckoutLines } from '#app/pages/checkout/checkout-lines.tsx';
import {
  type Buyer,
  type CheckoutPage,
  listDeliveredLines,
  makeLineId,
  type RefusedPurchase,
} from '#app/pages/checkout/checkout-view.ts';
import type { Checkout } from '#app/pages/checkout/use-checkout.ts';
import { UnavailableNotice } from '#basket/components/basket-notices.tsx';
import { DeliveryFields } from '#delivery/components/delivery-fields.tsx';
import { PlaceWithoutScript } from '#delivery/components/place-without-script.tsx';
import { useDelivery } from '#delivery/components/use-delivery.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { Amounts, formatTotal, TaxOfTotal } from '#orders/components/amounts.tsx';
import { RefusalAction } from '#orders/components/refusal-action.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { formatDraftKey } from '#ui/components/form-draft.ts';
import { readPerson } from '#ui/session/session.ts';

const draftName = 'checkout';

/** `form` and `quote` as the page has come. */
type CheckoutFormProps = { checkout: Checkout } & Pick<CheckoutPage, 'form' | 'quote' | 'buyer'>;

export function CheckoutForm({ checkout, form: addressForm, quote, buyer }: CheckoutFormProps) {
  const { basket, refusal, changeProblem, isLeaving, changeLine } = checkout;
  const delivery = useDelivery({ form: addressForm, lines: listDeliveredLines(basket), quote });
  const isInBrowser = typeof document !== 'undefined';
  useState(() => isInBrowser && adoptVisitorDraft());
  const { form, fields, isBusy } = useCallForm({
    schema: delivery.schema,
    defaultValue: addressForm.values,
    ...(isInBrowser ? { draftName } : {}),
    submit: async (typed) => checkout.refuse(await delivery.order(typed, checkout.place)),
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

/** What a visitor has typed is the person's who logs in in this tab; without empty fields: the person's own address may be known. */
function adoptVisitorDraft(): void {
  const person = readPerson();
  if (!person) return;
  try {
    const key = formatDraftKey(undefined, draftName);
    const fields = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, unknown][];
    sessionStorage.removeItem(key);
    const filled = fields.filter(([, value]) => value !== '');
    if (filled.length > 0)
      sessionStorage.setItem(formatDraftKey(person.email, draftName), JSON.stringify(filled));
  } catch {} // storage is full or disabled
}

/** What a visitor needs to order. */
function AccountNeeded() {
  const search = `?from=${encodeURIComponent(paths.checkout)}`;
  return (
    <>
      <p>
        To order, you need an account: it shows you where your parts are. Your basket, and what you have
        typed, are kept.
      </p>
      <p className="flex flex-wrap gap-3">
        <Link className="btn btn-primary" to={paths.signUp + search}>
          Sign up
        </Link>
        <Link className="btn" to={paths.logIn + search}>
          Log in
        </Link>
      </p>
    </>
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

/** After a basket has become another one, perhaps by an order in another tab. */
export function WhereOrdersAre() {
  return (
    <p>
      What you have ordered is in{' '}
      <Link className="link" to={paths.dashboard}>
        My Orders
      </Link>
      .
    </p>
  );
}
