/** The checkout: where to, what is in the basket, and one press that orders all of it. */
import { Link } from 'react-router';
import * as paths from '#domain/paths.ts';
import basketStylesheet from '#web/basket/basket.css?url';
import { MergeNotice } from '#web/basket/basket-notices.tsx';
import stylesheet from '#web/orders/checkout/checkout.css?url';
import { readCheckout } from '#web/orders/checkout/checkout.server.ts';
import { CheckoutForm } from '#web/orders/checkout/checkout-form.tsx';
import type { CheckoutPage, RefusedPurchase } from '#web/orders/checkout/checkout-view.ts';
import { useCheckout } from '#web/orders/checkout/use-checkout.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useFocusOnMount } from '#web/ui/focus.ts';
import { makePrivatePageMeta } from '#web/ui/private-page-meta.ts';
import type { Route } from './+types/checkout.ts';

export const links = () => [basketStylesheet, stylesheet].map((href) => ({ rel: 'stylesheet', href }));

export const meta: Route.MetaFunction = ({ matches }) =>
  makePrivatePageMeta('Checkout', 'Where to deliver what is in your basket, and what it costs.', matches);

export function loader({ context }: Route.LoaderArgs) {
  return readCheckout(context);
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap pt-8">
      <h1 className="text-3xl">Checkout</h1>
      <CheckoutContent key={loaderData.buyer?.email} {...loaderData} />
    </div>
  );
}

function CheckoutContent({ basket: loadedBasket, buyer }: CheckoutPage) {
  const checkout = useCheckout(loadedBasket, buyer);
  const { basket, refusal, isLeaving } = checkout;
  if (basket.lines.length === 0 && !isLeaving)
    return <EmptyBasket refusal={refusal} isVisitor={buyer === undefined} />;
  return (
    <>
      <div className="basket-notices">
        <MergeNotice basket={basket} />
      </div>
      <CheckoutForm checkout={checkout} buyer={buyer} />
    </>
  );
}

function EmptyBasket({ refusal, isVisitor }: { refusal: RefusedPurchase | undefined; isVisitor: boolean }) {
  return (
    <EmptyState image="empty-parts">
      {refusal && <News text={refusal.detail} />}
      <p className="text-lg">Your basket is empty.</p>
      {isVisitor ? (
        <p>
          <Link className="link" to={`${paths.logIn}?from=${encodeURIComponent(paths.checkout)}`}>
            Log in
          </Link>{' '}
          to find what you have put in elsewhere.
        </p>
      ) : (
        <p>
          What you have ordered is in{' '}
          <Link className="link" to={paths.dashboard}>
            My Orders
          </Link>
          .
        </p>
      )}
      <Link className="btn btn-primary" to={paths.parts}>
        Browse all parts
      </Link>
    </EmptyState>
  );
}

/** It has replaced the form, and with it the button that was pressed. */
function News({ text }: { text: string }) {
  const element = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p role="alert" tabIndex={-1} ref={element}>
      {text}
    </p>
  );
}
