/** The form of the checkout: the address, the lines, and the sum with the button that orders them. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  type Buyer,
  type CheckoutPage,
  findLineProblem,
  type LineProblem,
  listDeliveredLines,
  makeLineId,
  partsHeadingId,
  type RefusedPurchase,
} from '#app/pages/checkout/checkout-view.ts';
import type { Checkout } from '#app/pages/checkout/use-checkout.ts';
import { UnavailableNotice } from '#basket/components/basket-notices.tsx';
import type { BasketLine } from '#basket/components/basket-view.ts';
import { Amounts, formatTotal, TaxOfTotal } from '#delivery/components/delivery-cost.tsx';
import { DeliveryFields } from '#delivery/components/delivery-fields.tsx';
import type { AddressForm } from '#delivery/components/delivery-view.ts';
import { PlaceWithoutScript } from '#delivery/components/place-without-script.tsx';
import { useDelivery } from '#delivery/components/use-delivery.ts';
import { placeFieldNames } from '#delivery/rules/address-fields.ts';
import { formatDollars } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { RefusalAction } from '#orders/components/refusal-action.tsx';
import { Form, FormProblem, SubmitButton, useCallForm } from '#ui/components/form.tsx';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import { formatDraftKey } from '#ui/session/drafts.ts';
import { readPerson } from '#ui/session/session.ts';

const draftName = 'checkout';

/** `form` and `quote` as the page has come. */
type CheckoutFormProps = { checkout: Checkout } & Pick<CheckoutPage, 'form' | 'quote' | 'buyer'>;

export function CheckoutForm({ checkout, form: addressForm, quote, buyer }: CheckoutFormProps) {
  const { basket, refusal, changeProblem, isLeaving, changeLine } = checkout;
  const delivery = useDelivery({ form: addressForm, lines: listDeliveredLines(basket), quote });
  const isInBrowser = typeof document !== 'undefined';
  useState(() => isInBrowser && adoptVisitorDraft(addressForm.values));
  const { form, fields, isBusy } = useCallForm({
    load: () => import('#delivery/components/delivery-schema.ts'),
    schema: ({ makeOrderSchema }) => makeOrderSchema(delivery.checked),
    defaultValue: addressForm.values,
    ...(isInBrowser ? { draftName } : {}),
    submit: async (typed) => checkout.refuse(await delivery.order(typed, checkout.place)),
  });
  const amounts = { parts: basket.total, method: delivery.method };
  const problems = useRef<HTMLDivElement>(null);
  const shownProblems = changeProblem ? [changeProblem.detail] : refusal !== null ? form.errors : undefined;
  const problem = shownProblems?.join();
  // on a phone the button is in view wherever the page is scrolled to
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same problem after another press, too
  useEffect(() => {
    if (problem) problems.current?.scrollIntoView({ block: 'nearest' });
  }, [problem, refusal]);
  return (
    <div className="basket">
      <div className="checkout-main">
        <section className="checkout-delivery" aria-labelledby="delivery">
          <h2 className="text-xl" id="delivery">
            Delivery
          </h2>
          <Form form={form}>
            <DeliveryFields
              delivery={delivery}
              countries={addressForm.countries}
              deliveredTo={addressForm.deliveredTo}
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
      <div className="checkout-side">
        <section className="basket-summary" aria-labelledby="total">
          <Amounts {...amounts} />
          <h2 id="total">
            Total <strong>{formatTotal(amounts)}</strong>
          </h2>
          <TaxOfTotal {...amounts} />
          <UnavailableNotice basket={basket} />
          {buyer ? (
            <div className="grid w-full grid-cols-1 gap-4" ref={problems}>
              <FormProblem errors={shownProblems} />
              {refusal && <Refusal refusal={refusal} buyer={buyer} />}
            </div>
          ) : (
            <p>
              Please sign up or log in to order, so that you can follow your delivery. Your basket and what
              you have typed are kept.
            </p>
          )}
        </section>
        <div className="place-bar">
          {/* the heading above says it, too */}
          <p className="place-total" aria-hidden="true">
            Total <strong>{formatTotal(amounts)}</strong>
          </p>
          {buyer ? (
            <SubmitButton form={form.id} isBusy={isBusy || isLeaving}>
              Place the order
            </SubmitButton>
          ) : (
            <AccountLinks />
          )}
        </div>
        <div className="checkout-notes">
          {buyer && (
            <p>
              You order as {buyer.name}, {buyer.email}.
            </p>
          )}
          <p className="muted">
            Your parts are reserved when you place the order. You then pay for them by card on the next page.
            Before you pay, you can still cancel any of them.
          </p>
        </div>
      </div>
    </div>
  );
}

/** What a visitor has typed is the person's who logs in in this tab; of the address all of it, or nothing where only the person's own is known. */
function adoptVisitorDraft(own: AddressForm['values']): void {
  const person = readPerson();
  if (!person) return;
  try {
    const key = formatDraftKey(undefined, draftName);
    const fields = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, unknown][];
    sessionStorage.removeItem(key);
    const isAddressTyped = fields.some(([name, value]) => isOfPlace(name) && value !== '');
    const adopted = fields.filter(([name, value]) =>
      name === 'country' || isOfPlace(name) ? isAddressTyped || !own.line1 : value !== '',
    );
    if (adopted.length > 0)
      sessionStorage.setItem(formatDraftKey(person.email, draftName), JSON.stringify(adopted));
  } catch {} // storage is full or disabled
}

const isOfPlace = (field: string) => ['line1', ...placeFieldNames].includes(field);

/** `quantity` undefined: takes the part out of the basket. */
type ChangeLine = (line: BasketLine, quantity: number | undefined) => void;

type CheckoutLinesProps = {
  lines: BasketLine[];
  refusal: RefusedPurchase | null | undefined;
  onChange: ChangeLine;
};

function CheckoutLines({ lines, refusal, onChange }: CheckoutLinesProps) {
  return (
    <section aria-labelledby={partsHeadingId}>
      <div className="heading-row">
        <h2 className="text-xl" id={partsHeadingId} tabIndex={-1}>
          {lines.length === 1 ? 'Your part' : `Your ${lines.length} parts`}
        </h2>
        <a className="link" href={paths.basket}>
          Change the basket
        </a>
      </div>
      <ul className="mt-4">
        {lines.map((line) => (
          <Line
            key={line.partsId}
            line={line}
            problem={findLineProblem(line, refusal)}
            onChange={(quantity) => onChange(line, quantity)}
          />
        ))}
      </ul>
    </section>
  );
}

type LineProps = {
  line: BasketLine;
  problem: LineProblem | undefined;
  onChange: (quantity: number | undefined) => void;
};

function Line({ line, problem, onChange }: LineProps) {
  const { partsId, partsName, price, seenPrice, quantity, total } = line;
  const hasNewPrice = price !== null && price !== seenPrice && !problem?.isNewPrice;
  return (
    <li className="checkout-line" id={makeLineId(partsId)} tabIndex={-1}>
      <FramedImage frame="part-picture basket-picture" of={line.partsImg} alt="" sizes="6rem" />
      <div className="basket-words">
        <h3>{withNonBreakingSpaces(partsName)}</h3>
        <p className="basket-price muted">
          {quantity}
          {price !== null && ` × ${formatDollars(price)}`}
        </p>
        {hasNewPrice && (
          <p className="basket-change">
            The price was {formatDollars(seenPrice)} when you added it; it is {formatDollars(price)} now.
          </p>
        )}
        {problem && (
          <>
            <p className={problem.isNewPrice ? 'basket-change' : 'basket-problem'}>{problem.sentence}</p>
            {!problem.isNewPrice && <LineActions line={line} problem={problem} onChange={onChange} />}
          </>
        )}
      </div>
      <p className="basket-sum">{total > 0 ? formatDollars(total) : <span className="muted">–</span>}</p>
    </li>
  );
}

/** Without a script they lead to the basket. */
function LineActions({
  line: { partsId, partsName },
  problem: { possibleQuantity },
  onChange,
}: LineProps & { problem: LineProblem }) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    onChange((submitter as HTMLButtonElement | null)?.name === 'set' ? possibleQuantity : undefined);
  };
  return (
    <form className="mt-1 flex flex-wrap gap-2" method="post" action={paths.basket} onSubmit={send}>
      {possibleQuantity !== undefined && (
        <>
          <input type="hidden" name="quantity" value={possibleQuantity} />
          <button type="submit" className="btn btn-tint btn-sm" name="set" value={partsId}>
            Take {possibleQuantity} <span className="sr-only">of {partsName}</span>
          </button>
        </>
      )}
      <button type="submit" className="btn btn-sm" name="remove" value={partsId}>
        Remove <span className="sr-only">{partsName}</span>
      </button>
    </form>
  );
}

function AccountLinks() {
  const search = `?from=${encodeURIComponent(paths.checkout)}`;
  return (
    <p className="flex flex-wrap gap-3">
      <Link className="btn btn-primary" to={paths.signUp + search}>
        Sign up
      </Link>
      <Link className="btn" to={paths.logIn + search}>
        Log in
      </Link>
    </p>
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
