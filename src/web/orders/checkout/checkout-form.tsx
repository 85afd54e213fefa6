/** The form of the checkout: where to, the lines, and the sum with the button that orders them. */
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { orderFormSchema } from '#contract/orders/orders.ts';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import * as paths from '#domain/paths.ts';
import { UnavailableNotice } from '#web/basket/basket-notices.tsx';
import { formatPrice } from '#web/basket/basket-view.ts';
import { adoptVisitorDraft } from '#web/orders/checkout/checkout-draft.ts';
import { CheckoutLines } from '#web/orders/checkout/checkout-lines.tsx';
import { type Buyer, makeLineId, type RefusedPurchase } from '#web/orders/checkout/checkout-view.ts';
import type { Checkout } from '#web/orders/checkout/use-checkout.ts';
import { RefusalAction } from '#web/orders/refusal-action.tsx';
import { Field, TextField } from '#web/ui/fields.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#web/ui/form.tsx';

const deliverySchema = orderFormSchema.pick({ location: true, phone: true });
const draftName = 'checkout';

export function CheckoutForm({ checkout, buyer }: { checkout: Checkout; buyer: Buyer | undefined }) {
  const { basket, refusal, changeProblem, isLeaving, place, changeLine } = checkout;
  const isInBrowser = typeof document !== 'undefined';
  useState(() => isInBrowser && adoptVisitorDraft(draftName));
  const { form, fields, isBusy } = useCallForm({
    schema: deliverySchema,
    defaultValue: { location: buyer?.location ?? '', phone: buyer?.phone ?? '' },
    ...(isInBrowser ? { draftName } : {}),
    submit: place,
  });
  return (
    <div className="basket">
      <div className="checkout-main">
        <section className="checkout-delivery" aria-labelledby="delivery">
          <h2 className="text-xl" id="delivery">
            Where to
          </h2>
          <Form form={form}>
            <TextField label="Location" field={fields.location} autoComplete="street-address" />
            <Field label="Phone" field={fields.phone} type="tel" autoComplete="tel" />
            {/* so that Enter sends nothing */}
            {!buyer && <button type="submit" disabled hidden />}
          </Form>
        </section>
        <CheckoutLines lines={basket.lines} refusal={refusal} onChange={changeLine} />
      </div>
      <section className="basket-summary" aria-labelledby="total">
        <h2 id="total">
          Total <strong>{formatPrice(basket.total)}</strong>
        </h2>
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
        <p className="muted text-sm">
          Nothing is reserved until the order is placed. Then the parts are kept for you, and you pay them
          together, by card, on the next page. What is not paid can be cancelled, part by part.
        </p>
      </section>
    </div>
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
      {refused === 'basket-changed' && (
        <p>
          What you have ordered is in{' '}
          <Link className="link" to={paths.dashboard}>
            My Orders
          </Link>
          .
        </p>
      )}
      <RefusalAction refusal={isUnconfirmed ? 'confirm-address-first' : refused} email={buyer.email} />
    </>
  );
}

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
