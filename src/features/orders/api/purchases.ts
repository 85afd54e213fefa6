/** Places the purchase that a request describes: its lines, where they go, and how; and shows of one what all its orders share. */
import type { z } from 'zod';
import { countSoldOutRequests } from '#catalogue/database/sold-out-requests.ts';
import type { Address, AddressInput } from '#delivery/rules/address-fields.ts';
import { checkAddress } from '#delivery/rules/addresses.ts';
import { computeTax, presentTax } from '#delivery/rules/tax.ts';
import { type Cents, centsToDollars, type Dollars, dollarsToCents } from '#kernel/money.ts';
import { refuseOtherPerson, type Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal, refuseFields } from '#kernel/refusals.ts';
import type { PurchaseFacts, placingFields } from '#orders/contract/orders.ts';
import type { Claim } from '#platform/database/idempotency.ts';
import type { ApiDependencies } from '#platform/http/register-endpoint.ts';
import type { OrderRow, PurchaseDetails } from '#purchases/database/orders.ts';
import { type PurchaseRow, readTax } from '#purchases/database/purchases.ts';
import { type Billing, checkBilling, formatBilling } from '#purchases/rules/billing.ts';
import { isClosedUnpaid } from '#purchases/rules/orders.ts';
import { selectUnpaid, sumTotals } from '#purchases/rules/purchases.ts';
import {
  type PlacedOrder,
  type PlacingDependencies,
  placePurchase,
} from '#purchases/use-cases/place-purchase.ts';

type PlacingBody = z.output<z.ZodObject<typeof placingFields>>;

type PurchaseBody = PlacingBody & {
  lines: { partsId: string; quantity: number; price?: Dollars | undefined }[];
};

export type PurchaseDependencies = ApiDependencies &
  PlacingDependencies & { orderExpiryHours: number; unpaidOrdersPerPerson: number };

/** Its orders, by their ids. Refuses: as placePurchase, not-allowed, invalid-input (fields of the address or of the billing). */
export async function placeLines(
  services: PurchaseDependencies,
  request: {
    viewer: Viewer;
    body: PurchaseBody;
    isFromBasket: boolean;
    claim: Claim | undefined;
    at: Date;
  },
): Promise<PlacedOrder[] | Refusal> {
  const { body, ...context } = request;
  const refusal = refuseOtherPerson(context.viewer, body);
  if (refusal) return refusal;
  const wanted = readWantedDelivery(body);
  if (isRefused(wanted)) return wanted;
  const { orderExpiryHours: expiryHours, unpaidOrdersPerPerson } = services;
  const lines = body.lines.map(({ partsId, quantity, price }) => ({
    partId: partsId,
    quantity,
    seenPrice: price === undefined ? undefined : dollarsToCents(price),
  }));
  const placing = { ...context, ...wanted, lines, expiryHours, unpaidOrdersPerPerson };
  const orders = await placePurchase(services, placing);
  if (isRefused(orders) && orders.refused === 'lines-impossible')
    await countSoldOutRequests(services.db, { partIds: lines.map(({ partId }) => partId), at: context.at });
  return orders;
}

/** Refuses: invalid-input, with the fields of the address or of the billing. */
function readWantedDelivery({ location, phone, deliveryMethod, deliveryPrice, ...body }: PlacingBody) {
  const address = body.address && readAddress(body.address);
  if (isRefused(address)) return address;
  const ownPhone = address?.phone ?? phone ?? '';
  const billing = body.billing && checkBilling(body.billing, ownPhone);
  if (Array.isArray(billing)) return refuseFields('billing', billing);
  const seenPrice = deliveryPrice === undefined ? undefined : dollarsToCents(deliveryPrice);
  return {
    wantedDelivery: { address, location, method: deliveryMethod, seenPrice },
    phone: ownPhone,
    details: makeDetails({ ...body, billing }),
  };
}

/** Of a purchase that nobody has placed by hand. */
export const noDetails = makeDetails({});

type SaidDetails = Omit<PlacingBody, 'billing'> & { billing?: Billing | undefined };

function makeDetails({ billing }: SaidDetails): PurchaseDetails {
  return { billing: billing ?? null };
}

/** `orders`: all of the purchase. */
export function presentPurchaseFacts(purchase: PurchaseRow, orders: readonly OrderRow[]): PurchaseFacts {
  const tax = readTax(purchase);
  const present = (cents: Cents) => (tax ? centsToDollars(computeTax(cents, tax)) : 0);
  return {
    tax: tax && {
      ...presentTax(tax),
      ofTotal: present(sumTotals(orders.filter(({ state }) => !isClosedUnpaid(state)))),
      ofToPay: present(sumTotals(selectUnpaid(orders))),
    },
    billTo: purchase.billing && formatBilling(purchase.billing),
  };
}

/** Refuses: invalid-input, with the fields of the address. */
export function readAddress(input: AddressInput): Address | Refusal {
  const address = checkAddress(input);
  return Array.isArray(address) ? refuseFields('address', address) : address;
}
