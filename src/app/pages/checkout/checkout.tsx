/** The checkout: where to, what is in the basket, and one press that orders all of it. */
import { Link } from 'react-router';
import stylesheet from '#app/pages/checkout/checkout.css?url';
import { readCheckout } from '#app/pages/checkout/checkout.server.ts';
import { CheckoutForm, WhereOrdersAre } from '#app/pages/checkout/checkout-form.tsx';
import type { CheckoutPage } from '#app/pages/checkout/checkout-view.ts';
import { useCheckout } from '#app/pages/checkout/use-checkout.ts';
import { MergeNotice } from '#basket/components/basket-notices.tsx';
import * as paths from '#kernel/paths.ts';
import { makeLogInPath } from '#kernel/return-path.ts';
import { useFocusOnMount } from '#ui/components/focus.ts';
import { EmptyState, Notice } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import type { Route } from './+types/checkout.ts';

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

export const meta = describePrivatePage(
  'Checkout',
  'Where to deliver what is in your basket, and what it costs.',
);

export function loader({ request, context }: Route.LoaderArgs) {
  return readCheckout(context, new URL(request.url));
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap pt-8">
      <h1 className="text-3xl">Checkout</h1>
      <CheckoutContent key={loaderData.buyer?.email} {...loaderData} />
    </div>
  );
}

function CheckoutContent({ basket: loadedBasket, buyer, fit, form, quote }: CheckoutPage) {
  const checkout = useCheckout(loadedBasket, buyer);
  const { basket, refusal, isLeaving } = checkout;
  if (basket.lines.length === 0 && !isLeaving)
    return (
      <EmptyBasket
        news={loadedBasket.lines.length > 0 ? (refusal?.detail ?? '') : undefined}
        isVisitor={buyer === undefined}
      />
    );
  return (
    <>
      <div className="mt-5 grid gap-3 empty:hidden">
        <MergeNotice basket={basket} />
        {fit && (
          <Notice kind="warning">
            {fit.warning}{' '}
            <Link className="link" to={fit.path}>
              See the build
            </Link>
          </Notice>
        )}
      </div>
      <CheckoutForm checkout={checkout} form={form} quote={quote} buyer={buyer} />
    </>
  );
}

/** `news`: it has become empty, and why; undefined when it was. */
function EmptyBasket({ news, isVisitor }: { news: string | undefined; isVisitor: boolean }) {
  return (
    <EmptyState image="empty-parts">
      {news === undefined ? <p className="text-lg">{emptyText}</p> : <News text={`${news} ${emptyText}`} />}
      {isVisitor ? (
        <p>
          <Link className="link" to={makeLogInPath(paths.checkout)}>
            Log in
          </Link>{' '}
          to see what you have added on other devices.
        </p>
      ) : (
        <WhereOrdersAre />
      )}
      <Link className="btn btn-primary" to={paths.parts}>
        Browse all parts
      </Link>
    </EmptyState>
  );
}

const emptyText = 'Your basket is empty.';

/** It has replaced the form, and with it the button that was pressed. */
function News({ text }: { text: string }) {
  const element = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p className="text-lg" role="alert" tabIndex={-1} ref={element}>
      {text}
    </p>
  );
}
