/** The checkout: where to, what is in the basket, and one press that orders all of it. */
import { lazy, Suspense } from 'react';
import basketStylesheet from '#web/basket/basket.css?url';
import { useDelivery } from '#web/delivery/use-delivery.ts';
import stylesheet from '#web/orders/checkout/checkout.css?url';
import { readCheckout } from '#web/orders/checkout/checkout.server.ts';
import { type CheckoutPage, listDeliveredLines } from '#web/orders/checkout/checkout-view.ts';
import { useCheckout } from '#web/orders/checkout/use-checkout.ts';
import { makePrivatePageMeta } from '#web/ui/private-page-meta.ts';
import type { Route } from './+types/checkout.ts';

// a basket has lines or it has none
const CheckoutForm = lazy(async () => ({
  default: (await import('#web/orders/checkout/checkout-form.tsx')).CheckoutForm,
}));
// what most checkouts do not show
const MergeNotice = lazy(async () => ({
  default: (await import('#web/basket/basket-notices.tsx')).MergeNotice,
}));
const EmptyBasket = lazy(async () => ({
  default: (await import('#web/orders/checkout/empty-basket.tsx')).EmptyBasket,
}));

export const links = () => [basketStylesheet, stylesheet].map((href) => ({ rel: 'stylesheet', href }));

export const meta: Route.MetaFunction = ({ matches }) =>
  makePrivatePageMeta('Checkout', 'Where to deliver what is in your basket, and what it costs.', matches);

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

function CheckoutContent({ basket: loadedBasket, buyer, form, quote }: CheckoutPage) {
  const checkout = useCheckout(loadedBasket, buyer);
  const delivery = useDelivery({ form, lines: listDeliveredLines(checkout.basket), quote });
  const { basket, refusal, isLeaving } = checkout;
  if (basket.lines.length === 0 && !isLeaving)
    return (
      <Suspense>
        <EmptyBasket
          news={loadedBasket.lines.length > 0 ? (refusal?.detail ?? '') : undefined}
          isVisitor={buyer === undefined}
        />
      </Suspense>
    );
  return (
    <>
      <div className="basket-notices">
        {basket.merged && (
          <Suspense>
            <MergeNotice basket={basket} />
          </Suspense>
        )}
      </div>
      <Suspense>
        <CheckoutForm checkout={checkout} delivery={delivery} form={form} buyer={buyer} />
      </Suspense>
    </>
  );
}
