/** Stripe's own card element: the card's number goes from the browser to Stripe and is never seen here. */

import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useRef, useState } from 'react';
import { wording } from '#domain/wording.ts';
import type { Confirmed, PaymentSecret } from '#web/card-payment.ts';

type Mounted = { stripe: Stripe; card: StripeCardElement };

export default function StripeForm({
  secret,
  billing,
  onConfirmed,
}: {
  secret: PaymentSecret;
  billing: { name: string; email: string };
  /** Answers what to say under the form, if the order is not paid. */
  onConfirmed: (confirmed: Confirmed) => Promise<string | undefined>;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState<Mounted>();
  const [message, setMessage] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    let card: StripeCardElement | undefined;
    let isGone = false;
    loadStripe(secret.publishableKey)
      .then((stripe) => {
        if (!stripe || !place.current || isGone) return;
        card = stripe.elements().create('card', { hidePostalCode: true });
        card.mount(place.current);
        setMounted({ stripe, card });
      })
      .catch(() =>
        setMessage('Stripe cannot be reached at the moment. Please reload this page to try again.'),
      );
    return () => {
      isGone = true;
      card?.destroy();
    };
  }, [secret.publishableKey]);

  async function confirm() {
    if (!mounted || isBusy) return;
    setBusy(true);
    setMessage(undefined);
    const { error, paymentIntent } = await mounted.stripe.confirmCardPayment(secret.clientSecret, {
      payment_method: { card: mounted.card, billing_details: billing },
    });
    const transactionId = paymentIntent?.id ?? error?.payment_intent?.id;
    const isPaid = paymentIntent?.status === 'succeeded' || error?.payment_intent?.status === 'succeeded';
    const unpaid = { message: error?.message ?? 'The card was not charged. Please try another one.' };
    setMessage(await onConfirmed(isPaid && transactionId ? { transactionId } : unpaid));
    setBusy(false);
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <div ref={place} className="input h-auto w-full py-3" />
      <p className="text-error" role="alert">
        {message}
      </p>
      <button type="submit" className="btn btn-primary" disabled={!mounted} aria-disabled={isBusy}>
        {wording.payment.button}
      </button>
    </form>
  );
}
