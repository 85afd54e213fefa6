/** Stripe's own card element: the card's number goes from the browser to Stripe and is never seen here. */

import type { PaymentIntentOrSetupIntentResult, Stripe, StripeCardElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useRef, useState } from 'react';
import { wording } from '#domain/wording.ts';
import { type CardFormProps, unfinishedAuthentication } from '#web/payments/card-payment.ts';

type Mounted = { stripe: Stripe; card: StripeCardElement };

export default function StripeForm({ secret, billing, onConfirmed }: CardFormProps) {
  const [message, setMessage] = useState<string>();
  const [isHalfway, setHalfway] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const { place, mounted } = useCardElement(secret, setHalfway, setMessage);
  const clientSecret = secret?.clientSecret;

  /** Lets Stripe do its part, which may ask the buyer's bank, and says what came of it. */
  async function finish(
    act: (mounted: Mounted, clientSecret: string) => Promise<PaymentIntentOrSetupIntentResult>,
  ) {
    if (!mounted || !clientSecret || isBusy) return;
    setBusy(true);
    setMessage(undefined);
    const { error, paymentIntent } = await act(mounted, clientSecret);
    const transactionId = paymentIntent?.id ?? error?.payment_intent?.id;
    const isPaid = paymentIntent?.status === 'succeeded' || error?.payment_intent?.status === 'succeeded';
    const unpaid = {
      message: error?.message ?? 'The card was not charged. Please try another one.',
      ...(error?.type === 'api_connection_error' ? { isUnknown: true as const } : {}),
    };
    setHalfway(false);
    setMessage(await onConfirmed(isPaid && transactionId ? { transactionId } : unpaid));
    setBusy(false);
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        finish(({ stripe, card }, clientSecret) =>
          stripe.confirmCardPayment(clientSecret, {
            payment_method: { card, billing_details: billing },
          }),
        );
      }}
    >
      {isHalfway && (
        <Halfway
          onGoOn={() => finish(({ stripe }, clientSecret) => stripe.handleNextAction({ clientSecret }))}
        />
      )}
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

/** Shows Stripe's element in `place`, and finds out whether a payment waits for its buyer's bank. */
function useCardElement(
  secret: CardFormProps['secret'],
  onHalfway: (isHalfway: boolean) => void,
  onFailure: (message: string) => void,
) {
  const place = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState<Mounted>();
  const publishableKey = secret?.publishableKey;
  const clientSecret = secret?.clientSecret;
  useEffect(() => {
    if (!publishableKey || !clientSecret) return;
    let card: StripeCardElement | undefined;
    let isGone = false;
    loadStripe(publishableKey)
      .then(async (stripe) => {
        if (!stripe || !place.current || isGone) return;
        card = stripe.elements().create('card', { hidePostalCode: true });
        card.mount(place.current);
        setMounted({ stripe, card });
        const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
        onHalfway(paymentIntent?.status === 'requires_action');
      })
      .catch(() =>
        onFailure('Stripe cannot be reached at the moment. Please reload this page to try again.'),
      );
    return () => {
      isGone = true;
      card?.destroy();
    };
  }, [publishableKey, clientSecret, onHalfway, onFailure]);
  return { place, mounted };
}

function Halfway({ onGoOn }: { onGoOn: () => void }) {
  return (
    <div className="alert alert-info grid">
      <p>{unfinishedAuthentication.explanation}</p>
      <button type="button" className="btn" onClick={onGoOn}>
        {unfinishedAuthentication.button}
      </button>
    </div>
  );
}
