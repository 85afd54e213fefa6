/** Endpoints for orders. */
import { z } from 'zod';
import { partPageSchema } from '#catalogue/contract/parts.ts';
import { addressSchema, billingSchema, exampleAddress } from '#delivery/contract/addresses.ts';
import { taxSchema } from '#delivery/contract/delivery-quotes.ts';
import { maxLocationLength } from '#delivery/rules/address-fields.ts';
import { sortedCursor } from '#kernel/cursors.ts';
import {
  dollars,
  idField,
  makeIdField,
  phone,
  plainText,
  price,
  requiredText,
  searchText,
  wholeNumber,
} from '#kernel/fields.ts';
import { maxChargeCents } from '#kernel/money.ts';
import { emailSchema } from '#kernel/person-fields.ts';
import { wording } from '#kernel/wording.ts';
import { shipmentSchema } from '#orders/contract/shipment.ts';
import { disputeOutcomes } from '#payments/rules/disputes.ts';
import {
  defineEndpoint,
  fillIn,
  idParams,
  makeExamplePage,
  makePageQuery,
} from '#platform/contract/endpoint.ts';
import { customerFilter, dayFilters, exampleDays } from '#platform/contract/list-filters.ts';
import { orderSorts, orderStates, orderStatuses, promisedDays } from '#purchases/rules/orders.ts';

export const orderStateSchema = z.enum(orderStates);

const pageQuery = makePageQuery(sortedCursor).extend({
  q: searchText.optional().describe('words of part, buyer, place, an order, invoice or phone number, an id'),
  sort: z
    .enum(orderSorts)
    .default('newest')
    .describe('promised: paid and shipped ones with units to send only, by their last promised day'),
  status: z
    .enum(orderStatuses)
    .optional()
    .describe(
      'a state; to-ship: paid, with units to send and no lost dispute; disputed: with an open or lost dispute; late: its last promised day has passed, and it is to be shipped, or for 14 days shipped',
    ),
});

export const promisedDaysSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    isPickUp: z.boolean().describe('it can be collected on these days'),
    ifPaid: z
      .object({ by: z.iso.datetime(), timeZone: z.string().describe('of the shop') })
      .nullable()
      .describe('the days hold if it is paid by then; null: it is paid, and they are kept'),
  })
  .nullable()
  .describe(
    'the first and the last promised day; null when nothing was promised, and when it is cancelled or expired or has no unit left to send',
  );

export const orderSchema = z.object({
  _id: z.uuid(),
  purchaseId: z.uuid().describe('the purchase that it was placed in, perhaps with other orders'),
  partsId: z.uuid(),
  partsImg: z.string(),
  partsName: z.string(),
  name: z.string(),
  email: z.string(),
  location: z.string(),
  phone: z.string(),
  quantity: z.int(),
  parcelUnits: z
    .int()
    .describe(
      'units that its parcel has: without those that went back to the stock before it was shipped; none while all of its money is on its way back',
    ),
  price: dollars.describe('the unit price, US dollars'),
  total: dollars.describe('unit price × quantity, US dollars'),
  delivery: dollars.describe('its part of the price of its purchase’s delivery, US dollars'),
  deliveryMethod: z
    .string()
    .nullable()
    .describe('the name of the method of delivery; null when it is older than such methods'),
  pickUpAt: z
    .string()
    .nullable()
    .describe('where its buyer collects it; null: it is brought to its location'),
  promise: promisedDaysSchema,
  paid: z.boolean(),
  status: orderStateSchema,
  transactionId: z.string().nullable(),
  testPayment: z
    .boolean()
    .describe('paid in the card provider’s test mode or in the card sandbox: no money has moved'),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  trackingLink: z
    .string()
    .nullable()
    .describe('where its carrier says where it is; null for carriers that the owner has not set up'),
  refunded: z
    .number()
    .describe('what has been given back, US dollars; the status is refunded once it is total and delivery'),
  shippedAt: z.iso.datetime().nullable().describe('null until it is shipped'),
  deliveredOn: z.iso
    .date()
    .nullable()
    .describe(
      'the day on which it arrived; null until it has, and for orders that arrived before this was recorded',
    ),
  dispute: z
    .enum(disputeOutcomes)
    .nullable()
    .describe('open: the buyer’s bank demands the payment back, or inquires about it; lost: it took it back'),
  paymentLost: z
    .boolean()
    .describe('a dispute was lost: a bank has given all that paid it back to the card’s holder'),
  expiresAt: z.iso.datetime().nullable().describe('until when an unpaid order is kept; null for all others'),
  placedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Order = z.infer<typeof orderSchema>;

export const purchaseSummarySchema = z.object({
  orders: z.int().describe('how many orders were placed in it'),
  states: z
    .array(z.object({ status: orderStateSchema, orders: z.int() }))
    .describe('how many of them are in each state that one is in'),
  total: dollars.describe('of its orders that are neither cancelled nor expired, US dollars'),
  toPay: dollars.describe('of its unpaid orders, US dollars: what one payment pays'),
});
export type PurchaseSummary = z.infer<typeof purchaseSummarySchema>;

export const listedOrderSchema = orderSchema.extend({
  purchase: purchaseSummarySchema.describe('its purchase as a whole, whatever is listed of it'),
});
export type ListedOrder = z.infer<typeof listedOrderSchema>;

export const restOfPurchaseSchema = z.object({
  toPay: dollars.describe('of the orders of the purchase that stay unpaid, with delivery, US dollars'),
  delivery: dollars.describe('what their delivery costs, US dollars'),
});

export const purchaseTaxSchema = taxSchema
  .extend({
    ofTotal: dollars.describe('of its orders that are neither cancelled nor expired, US dollars'),
    ofToPay: dollars.describe('of its unpaid orders, US dollars'),
  })
  .nullable()
  .describe('included in the amounts of the purchase, as it was when that was placed; null: none');

/** What is shown of a purchase, with itself and with each of its orders. */
export const purchaseFactsSchema = z.object({
  tax: purchaseTaxSchema,
  billTo: z
    .array(z.string())
    .nullable()
    .describe('lines for the invoice; null: it is for who gets the parts'),
});
export type PurchaseFacts = z.infer<typeof purchaseFactsSchema>;

const locationText = plainText(maxLocationLength, wording.messages.location);
const phoneText = phone(wording.messages.phone);
export const orderQuantity = wholeNumber(1, 1_000_000, wording.messages.quantity);

/** Who orders, and where parts are sent: to an address, or to a location as text with a phone number. */
export const placingFields = {
  name: z.string().max(100).optional().describe('if sent, it must be the name of the token’s person'),
  email: emailSchema.optional().describe('if sent, it must be the e-mail of the token’s person'),
  location: locationText.optional().describe('needed unless an address is sent, or the parts are collected'),
  phone: phoneText.optional().describe('needed unless an address is sent, which has one'),
  address: addressSchema.optional(),
  billing: billingSchema.optional().describe('if the invoice is for somebody else, or for a company'),
  deliveryMethod: z
    .string()
    .max(81)
    .optional()
    .describe('the key of a quoted method; otherwise the cheapest that brings the parts'),
  deliveryPrice: z
    .number()
    .min(0)
    .max(maxChargeCents / 100)
    .optional()
    .describe('what the buyer saw, US dollars; if sent, it must be the price of the method'),
};

export const placingRefusals = [
  'too-many-unpaid-orders',
  'confirm-address-first',
  'not-delivered-there',
  'too-heavy-to-deliver',
  'delivery-method-gone',
  'delivery-price-changed',
  'invalid-input',
  'idempotency-key-reused',
] as const;

export const exampleDelivery = {
  ...{ location: '1 Farm Lane, Little Village', phone: '+1 555 010 9999', address: exampleAddress },
  billing: { company: 'Parts & Co', vatNumber: 'FR 12 345678901', address: exampleAddress },
  ...{ deliveryMethod: 'country.home', deliveryPrice: 0 },
};

export function requireLocation(
  { address, location, phone, deliveryMethod }: { [Name in keyof typeof placingFields]?: unknown },
  context: z.RefinementCtx,
): void {
  if (address) return;
  const { messages } = wording;
  if (!phone) context.addIssue({ code: 'custom', path: ['phone'], message: messages.phone });
  // the chosen method may be one to collect the parts; the use case knows
  if (location || deliveryMethod) return;
  context.addIssue({ code: 'custom', path: ['location'], message: messages.location });
}

export const placeOrderEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/order',
  summary: 'Orders a quantity of one part; takes it from the stock',
  access: 'signed-in',
  isIdempotent: true,
  body: z
    .object({
      ...placingFields,
      quantity: orderQuantity,
      partsId: makeIdField('a part'),
      partsImg: z.string().max(500).optional().describe('not used: the picture is the part’s'),
      partsName: z.string().max(200).optional().describe('not used: the name is the part’s'),
      price: price(wording.messages.price).optional().describe('if sent, it must be the part’s price'),
    })
    .superRefine(requireLocation),
  status: 201,
  response: listedOrderSchema.extend({ insertedId: z.uuid() }),
  refusals: [
    'not-allowed',
    'part-not-found',
    'part-not-for-sale',
    'price-changed',
    'below-minimum-order',
    'out-of-stock',
    'total-too-small',
    'total-too-large',
    ...placingRefusals,
  ],
  example: {
    body: {
      ...{ partsId: fillIn('part'), quantity: 1, price: 1, partsImg: '/a.webp', partsName: 'A part' },
      ...{ name: fillIn('asking-name'), email: fillIn('asking-email') },
      ...exampleDelivery,
    },
  },
});

export const listMyOrdersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/my_orders',
  summary:
    'The orders of one person, newest first; cancelled and expired ones only when their status is asked for',
  access: 'person-or-administrator',
  query: pageQuery.extend({ email: emailSchema }),
  isPaged: true,
  response: z.array(listedOrderSchema),
  example: {
    query: {
      ...makeExamplePage(),
      ...{ email: fillIn('owner-email'), status: 'unpaid', q: 'testco', sort: 'total' },
    },
  },
});

/** Of the viewer only; small, because the navigation bar counts them on every page. */
export const unpaidPurchaseSchema = z.object({
  _id: z.uuid(),
  orderId: z.uuid().describe('an unpaid order of it: its payment pays all of them'),
  partsName: z.string().describe('the part of that order'),
  orders: z.int().describe('how many of its orders are unpaid'),
  toPay: dollars.describe('of them, US dollars'),
  expiresAt: z.iso.datetime(),
});
export type UnpaidPurchase = z.infer<typeof unpaidPurchaseSchema>;

export const listUnpaidPurchasesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/unpaid_purchases',
  summary: 'What you have ordered and not paid, by purchase; first what expires first',
  access: 'signed-in',
  response: z.array(unpaidPurchaseSchema),
});

export const readMyOrderEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/my_order/:id',
  summary: 'One order, and where its part’s page is',
  access: 'owner-or-administrator',
  params: idParams,
  response: listedOrderSchema.extend({
    partsPage: partPageSchema,
    toPay: dollars.describe('of all unpaid orders of its purchase, US dollars: what one payment pays'),
    ifCancelled: restOfPurchaseSchema
      .extend({ deliveryBefore: dollars.describe('what delivery of all that is unpaid costs now') })
      .nullable()
      .describe('what is left to pay when the viewer cancels this order; null when no other one is unpaid'),
    ...purchaseFactsSchema.shape,
  }),
  refusals: ['order-not-found'],
  example: { params: { id: fillIn('order') } },
});

export const settleMyOrderEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/my_order/:id',
  summary: 'Asks the card provider about a payment and, if it succeeded, makes the orders paid that it is of',
  access: 'owner-or-administrator',
  params: idParams,
  body: z.object({
    orderId: makeIdField('the order').describe('it must be the id in the path'),
    transactionId: requiredText(255, 'The id of the transaction is required'),
  }),
  response: orderSchema.extend({ modifiedCount: z.int() }),
  refusals: [
    'order-not-found',
    'payment-not-found',
    'payment-not-succeeded',
    'order-not-unpaid',
    'payment-provider-unavailable',
  ],
  example: {
    params: { id: fillIn('payment-order') },
    body: { orderId: fillIn('payment-order'), transactionId: fillIn('payment-transaction') },
  },
});

export const cancelOrderEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage_order/:id',
  summary:
    'Cancels an unpaid order; its units go back to the stock, other orders of its purchase stay, and when its buyer cancels, their delivery is priced anew by the rules of when it was placed',
  access: 'owner-or-administrator',
  params: idParams,
  response: z.object({ deletedCount: z.int(), ...restOfPurchaseSchema.shape }),
  refusals: ['order-not-found', 'order-not-unpaid', 'payment-in-progress', 'payment-provider-unavailable'],
  example: { params: { id: fillIn('order') } },
});

export const listOrdersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/manage_orders',
  summary: 'Everybody’s orders, newest first; cancelled and expired ones only when their status is asked for',
  access: 'administrator',
  query: pageQuery.extend({
    ...dayFilters,
    ...customerFilter,
    purchase: idField('This is not the id of a purchase')
      .optional()
      .describe('the orders of this purchase only'),
    promised: z
      .enum(promisedDays)
      .optional()
      .describe('by the last promised day; later: also those without one'),
    paidOn: dayFilters.from.describe('orders of purchases that were charged on this day of the shop'),
  }),
  isPaged: true,
  response: z.array(listedOrderSchema),
  example: {
    query: {
      ...makeExamplePage(),
      ...exampleDays,
      ...{ status: 'unpaid', q: 'testco', sort: 'oldest', customer: 'pat' },
      ...{ purchase: fillIn('purchase'), promised: 'later', paidOn: '2026-01-02' },
    },
  },
});

export const shipOrderEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/manage_order/:id',
  summary: 'Ships a paid order',
  access: 'administrator',
  params: idParams,
  body: z.object({
    ...shipmentSchema.shape,
    status: z.literal('shipped'),
    despiteDispute: z.boolean().optional().describe('true ships an order although its payment is disputed'),
  }),
  response: orderSchema.extend({ modifiedCount: z.int() }),
  refusals: [
    'order-not-found',
    'order-not-paid',
    'dispute-unconfirmed',
    'order-being-refunded',
    'nothing-to-ship',
  ],
  example: {
    params: { id: fillIn('paid-order') },
    body: { status: 'shipped', carrier: 'Post', tracking: 'X 1', despiteDispute: false },
  },
});

export const correctShipmentEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/manage_order/:id/shipment',
  summary: 'Gives a shipped order another carrier and tracking number; what is left out, it has no more',
  access: 'administrator',
  params: idParams,
  body: z.strictObject({
    ...shipmentSchema.shape,
    seen: z
      .strictObject({ carrier: z.string().nullable(), tracking: z.string().nullable() })
      .optional()
      .describe('the values that are replaced: when they are others by now, nothing is changed'),
  }),
  response: orderSchema.extend({ modifiedCount: z.int().describe('0 when both were so already') }),
  refusals: ['order-not-found', 'order-not-shipped', 'changed-meanwhile'],
  example: {
    params: { id: fillIn('shipped-order') },
    body: { carrier: 'Post', tracking: 'X 1', seen: { carrier: null, tracking: null } },
  },
});

export const correctAddressEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/my_order/:id/address',
  summary:
    'Corrects where an order goes, with the others of its purchase, until each is shipped: its buyer or an administrator, within its delivery zone',
  access: 'owner-or-administrator',
  params: idParams,
  body: z.strictObject({ address: addressSchema }),
  response: orderSchema.extend({
    modifiedCount: z.int().describe('how many orders of the purchase go elsewhere now'),
  }),
  refusals: ['order-not-found', 'order-left-already', 'order-is-collected', 'other-delivery-zone'],
  example: { params: { id: fillIn('order') }, body: { address: exampleAddress } },
});

export const deliverOrderEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/my_order/:id/delivered',
  summary: 'Records that a shipped order has arrived: its buyer says so, or an administrator',
  access: 'owner-or-administrator',
  params: idParams,
  response: orderSchema.extend({ modifiedCount: z.int().describe('0 when it was delivered already') }),
  refusals: ['order-not-found', 'order-not-on-its-way'],
  example: { params: { id: fillIn('shipped-order') } },
});
