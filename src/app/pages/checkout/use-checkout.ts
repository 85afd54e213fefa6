/** The state of the checkout: the basket as it is now, and the purchase that was refused. */
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { placePurchaseEndpoint } from '#app/contract/purchases.ts';
import {
  type Buyer,
  makeLineId,
  partsHeadingId,
  type RefusedPurchase,
} from '#app/pages/checkout/checkout-view.ts';
import type { Basket, BasketLine } from '#basket/components/basket-view.ts';
import {
  readBasketEndpoint,
  removeFromBasketEndpoint,
  setBasketQuantityEndpoint,
} from '#basket/contract/basket.ts';
import type { DeliveryBody } from '#delivery/components/use-delivery.ts';
import * as paths from '#kernel/paths.ts';
import {
  callEndpoint,
  isProblem,
  type Problem,
  renewSession,
  useIdempotentCall,
} from '#ui/api/api-client.ts';
import { focusElement } from '#ui/components/focus.ts';
import { showBasketCount } from '#ui/session/bar-counts.ts';
import { readPerson, refreshFrame } from '#ui/session/session.ts';

/** Statuses of refusals after which the basket is read again: impossible lines, changed baskets, orders placed already. */
const basketRefusals = [409, 422];

export type Checkout = ReturnType<typeof useCheckout>;

export function useCheckout(loadedBasket: Basket, buyer: Buyer | undefined) {
  const [basket, setBasket] = useState(loadedBasket);
  const [refusal, setRefusal] = useState<RefusedPurchase | null>(); // null: it has been put right
  const [changeProblem, setChangeProblem] = useState<Problem>();
  const [isLeaving, setLeaving] = useState(false);
  const isPlacing = useRef(false);
  const call = useIdempotentCall();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (buyer && !readPerson()) void renewSession(); // the frame asks this browser, which has forgotten it
  }, [buyer]);

  function show(answer: Basket | Problem): void {
    if (isProblem(answer)) return;
    setBasket(answer);
    showBasketCount();
  }

  async function place(delivery: DeliveryBody): Promise<Problem | undefined> {
    isPlacing.current = true;
    setChangeProblem(undefined);
    const body = {
      ...delivery,
      email: buyer?.email,
      fromBasket: true,
      lines: basket.lines.map(({ partsId, quantity, price }) => ({
        partsId,
        quantity,
        ...(price === null ? {} : { price }),
      })),
    };
    const purchase = await call.send(placePurchaseEndpoint, { body }, 'you find its orders in My Orders');
    if (!isProblem(purchase)) {
      setLeaving(true);
      leaveForPayment(purchase.orders[0]?._id ?? '');
      return undefined;
    }
    if (basketRefusals.includes(purchase.status)) show(await callEndpoint(readBasketEndpoint, {}));
    isPlacing.current = false;
    return purchase;
  }

  /** Shows why nothing was ordered; undefined: something was. */
  function refuse(problem: Problem | undefined): Problem | undefined {
    setRefusal(problem && { ...problem, seenLines: basket.lines });
    return problem;
  }

  /** `quantity` undefined: takes the part out. */
  async function changeLine({ partsId }: BasketLine, quantity: number | undefined) {
    const params = { id: partsId };
    const answer =
      quantity === undefined
        ? await callEndpoint(removeFromBasketEndpoint, { params })
        : await callEndpoint(setBasketQuantityEndpoint, { params, body: { quantity } });
    if (isProblem(answer)) return setChangeProblem(answer);
    // the pressed button goes away
    const next = document.getElementById(quantity === undefined ? partsHeadingId : makeLineId(partsId));
    if (next) focusElement(next);
    show(answer);
    setChangeProblem(undefined);
    setRefusal(refusal && forgetLine(refusal, partsId));
  }

  useChangesElsewhere(async () => {
    const email = readPerson()?.email;
    if (email && !buyer) return await revalidate(); // logged in in another tab
    // a lost answer is asked for again first; who is logged out keeps what they see
    const isIdle = !isPlacing.current && !call.isUnresolved();
    if (isIdle && email === buyer?.email) show(await callEndpoint(readBasketEndpoint, {}));
  });

  return { basket, refusal, changeProblem, isLeaving, place, refuse, changeLine };
}

function leaveForPayment(orderId: string): void {
  refreshFrame();
  showBasketCount();
  location.assign(paths.payment(orderId));
}

/** Another tab may have changed the basket, or this page comes back as it was before. */
function useChangesElsewhere(refresh: () => Promise<void>): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('focus', refresh);
    addEventListener('pageshow', reload);
    return () => {
      removeEventListener('focus', refresh);
      removeEventListener('pageshow', reload);
    };
  });
}

function forgetLine(refusal: RefusedPurchase, changedId: string): RefusedPurchase | null {
  const lines = refusal.lines?.filter(({ partsId }) => partsId !== changedId) ?? [];
  return lines.length > 0 ? { ...refusal, lines } : null;
}
