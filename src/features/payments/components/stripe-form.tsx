/** The card form of Stripe: the card number is sent from the browser to Stripe only. */
import type { PaymentIntentOrSetupIntentResult, Stripe, StripeCardElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useRef, useState } from 'react';
import {
  authenticationTexts,
  type CardFormProps,
  explainProviderError,
} from '#payments/components/card-payment.ts';
import { FormProblem } from '#ui/components/form.tsx';

type CardElement = { stripe: Stripe; card: StripeCardElement };

export default function StripeForm({ secret, billing, label, declineMessage, onConfirmed }: CardFormProps) {
  const [message = declineMessage, setMessage] = useState<string>();
  const [isAwaitingBank, setAwaitingBank] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const { container, cardElement } = useCardElement(secret, setAwaitingBank, setMessage);
  const clientSecret = secret?.clientSecret;

  async function finish(
    confirm: (cardElement: CardElement, clientSecret: string) => Promise<PaymentIntentOrSetupIntentResult>,
  ) {
    if (!cardElement || !clientSecret || isBusy) return;
    setBusy(true);
    setMessage(undefined);
    const { error, paymentIntent } = await confirm(cardElement, clientSecret);
    const transactionId = paymentIntent?.id ?? error?.payment_intent?.id;
    const isPaid = paymentIntent?.status === 'succeeded' || error?.payment_intent?.status === 'succeeded';
    const unpaid = {
      message: await explainProviderError(error),
      ...(error?.type === 'api_connection_error' ? { isUnknown: true as const } : {}),
    };
    setAwaitingBank(false);
    setMessage(await onConfirmed(isPaid && transactionId ? { transactionId } : unpaid));
    setBusy(false);
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        finish(({ stripe, card }, clientSecret) =>
          stripe.confirmCardPayment(clientSecret, { payment_method: { card, billing_details: billing } }),
        );
      }}
    >
      {isAwaitingBank && (
        <AuthenticationNotice
          onContinue={() => finish(({ stripe }, clientSecret) => stripe.handleNextAction({ clientSecret }))}
        />
      )}
      <div ref={container} className="input h-auto w-full py-3" />
      <FormProblem errors={message ? [message] : undefined} />
      <button type="submit" className="btn btn-primary" disabled={!cardElement} aria-disabled={isBusy}>
        {label}
      </button>
    </form>
  );
}

function useCardElement(
  secret: CardFormProps['secret'],
  onAwaitingBank: (isAwaitingBank: boolean) => void,
  onFailure: (message: string) => void,
) {
  const container = useRef<HTMLDivElement>(null);
  const [cardElement, setCardElement] = useState<CardElement>();
  const publishableKey = secret?.publishableKey;
  const clientSecret = secret?.clientSecret;
  useEffect(() => {
    if (!publishableKey || !clientSecret) return;
    let card: StripeCardElement | undefined;
    let isUnmounted = false;
    loadStripe(publishableKey)
      .then(async (stripe) => {
        if (!stripe || !container.current || isUnmounted) return;
        card = stripe.elements().create('card', { hidePostalCode: true });
        card.mount(container.current);
        setCardElement({ stripe, card });
        const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
        onAwaitingBank(paymentIntent?.status === 'requires_action');
      })
      .catch(() =>
        onFailure('Stripe cannot be reached at the moment. Please reload this page to try again.'),
      );
    return () => {
      isUnmounted = true;
      card?.destroy();
    };
  }, [publishableKey, clientSecret, onAwaitingBank, onFailure]);
  return { container, cardElement };
}

function AuthenticationNotice({ onContinue }: { onContinue: () => void }) {
  return (
    <div className="alert alert-info grid">
      <p>{authenticationTexts.explanation}</p>
      <button type="button" className="btn" onClick={onContinue}>
        {authenticationTexts.button}
      </button>
    </div>
  );
}
