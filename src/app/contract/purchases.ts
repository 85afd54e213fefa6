/** Endpoints for purchases. */
import { z } from 'zod';
import { maxPurchaseLines } from '#catalogue/rules/orderable-part.ts';
import { storedAddressSchema } from '#delivery/contract/addresses.ts';
import { purchaseFitSchema } from '#fit/contract/fit.ts';
import { invoiceSchema } from '#invoices/contract/invoices.ts';
import { dollars, makeIdField, price } from '#kernel/fields.ts';
import { wording } from '#kernel/wording.ts';
import {
  exampleDelivery,
  orderQuantity,
  orderSchema,
  placingFields,
  placingRefusals,
  purchaseFactsSchema,
  requireLocation,
} from '#orders/contract/orders.ts';
import { concernedOrdersSchema } from '#payments/contract/concerned-orders.ts';
import { refundStatuses } from '#payments/rules/refunds.ts';
import { defineEndpoint, fillIn, idParams } from '#platform/contract/endpoint.ts';

export const agreedDeliverySchema = z.object({
  name: z.string().describe('of the method'),
  zone: z.string(),
  pickUpAt: z.string().nullable().describe('where the parts are collected; null: they are brought'),
  price: z
    .number()
    .describe(
      'US dollars; each order bears a part of it, and when its buyer cancels one, it is that of what is left',
    ),
  from: z.iso.date().describe('the first promised day; until it is paid, as its unpaid orders have it'),
  to: z.iso.date().describe('the last promised day'),
});

export const purchaseSchema = purchaseFactsSchema.extend({
  _id: z.uuid(),
  orders: z.array(orderSchema).describe('in the order of their ids, whatever became of each'),
  total: dollars.describe('of all its orders, with delivery, US dollars'),
  delivery: agreedDeliverySchema
    .nullable()
    .describe('by the rules of when the purchase was placed; null when it is older than such quotes'),
  fit: purchaseFitSchema
    .nullable()
    .describe(
      'whether its parts fit together, as it was when they were ordered; null: none concern each other',
    ),
  address: storedAddressSchema.nullable().describe('null: the orders have a location as text'),
  billing: z
    .object({
      company: z.string().optional(),
      vatNumber: z.string().optional(),
      address: storedAddressSchema,
    })
    .nullable()
    .describe('who the invoice is for; null: who gets the parts'),
  toPay: z
    .number()
    .describe('of its unpaid orders, US dollars: what one payment pays; 0 when none is unpaid'),
  expiresAt: z.iso.datetime().nullable().describe('until when its unpaid orders are kept; null without any'),
  placedAt: z.iso.datetime(),
});
export type Purchase = z.infer<typeof purchaseSchema>;

export const purchaseRefundSchema = z.object({
  _id: z.uuid(),
  amount: dollars.describe('US dollars'),
  reason: z.string(),
  status: z.enum(refundStatuses),
  transactionId: z.string().nullable().describe('of the payment that it is of'),
  requestedAt: z.iso.datetime(),
  succeededAt: z.iso.datetime().nullable(),
  failedAt: z.iso.datetime().nullable().describe('after it had succeeded: the bank returned it'),
  orders: concernedOrdersSchema,
});
export type PurchaseRefund = z.infer<typeof purchaseRefundSchema>;

export const paymentSchema = z.object({
  transactionId: z.string(),
  amount: dollars.describe('US dollars'),
  paidAt: z.iso.datetime(),
});

export const purchaseLineSchema = z.object({
  partsId: makeIdField('a part'),
  quantity: orderQuantity,
  price: price(wording.messages.price)
    .optional()
    .describe('the unit price that the buyer saw; if sent, it must be the part’s price'),
});

export const placePurchaseEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchases',
  summary: 'Orders several parts at once, all or none; one payment pays them',
  access: 'signed-in',
  isIdempotent: true,
  body: z
    .object({
      ...placingFields,
      lines: z
        .array(purchaseLineSchema)
        .min(1, 'At least one part is needed')
        .max(maxPurchaseLines, `At most ${maxPurchaseLines} lines are possible in one purchase`)
        .describe('lines of the same part are one order, of the sum of their quantities'),
      fromBasket: z
        .boolean()
        .optional()
        .describe('takes the lines out of the buyer’s basket, which must have them in these quantities'),
    })
    .superRefine(requireLocation),
  status: 201,
  response: purchaseSchema.extend({ insertedId: z.uuid() }),
  refusals: [
    'not-allowed',
    'basket-changed',
    'lines-impossible',
    'purchase-too-small',
    'purchase-too-large',
    ...placingRefusals,
  ],
  example: {
    body: {
      ...{ lines: [{ partsId: fillIn('part'), quantity: 1 }], fromBasket: false },
      ...{ name: fillIn('asking-name'), email: fillIn('asking-email') },
      ...exampleDelivery,
    },
  },
});

export const readPurchaseEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/purchases/:id',
  summary: 'One purchase with its orders, its payment and refunds, and what is left to pay',
  access: 'owner-or-administrator',
  params: idParams,
  response: purchaseSchema.extend({
    payments: z.array(paymentSchema).describe('that charged a card; one that came too late goes back'),
    refunds: z.array(purchaseRefundSchema).describe('in the order in which they were requested'),
    invoices: z
      .array(invoiceSchema)
      .describe('its invoice and the notes that correct it; none when it was paid in an earlier release'),
  }),
  refusals: ['purchase-not-found'],
  example: { params: { id: fillIn('purchase') } },
});
