/** The schemas of the forms with an address; apart from their state, because pages of a person load no schema before a form is used. */
import { z } from 'zod';
import { billingPrefix, otherTexts } from '#delivery/components/delivery-view.ts';
import type { Delivery } from '#delivery/components/use-delivery.ts';
import { type AddressField, maxLocationLength } from '#delivery/rules/address-fields.ts';
import { optionalField, phone, plainText, wholeNumber } from '#kernel/fields.ts';
import { wording } from '#kernel/wording.ts';

/** Of the form of an order. */
export function makeOrderSchema({ fields, isCollected, billing }: Delivery['checked']) {
  return makeDeliverySchema(fields, isCollected, { ...otherShape, ...makeBillingShape(billing) });
}

/** Of the form of an order of one part, whose quantity is typed, too. */
export function makePartOrderSchema(delivery: Delivery['checked'], { minimum, available }: Limits) {
  return makeOrderSchema(delivery).extend({
    quantity: wholeNumber(minimum, available, wording.messages.quantity),
  });
}

type Limits = { minimum: number; available: number };

/** The checks that the fields of the country say; the server knows the others. */
export function makeDeliverySchema(
  fields: readonly AddressField[],
  isCollected: boolean,
  billing: Record<string, z.ZodType<string | undefined>> = {},
) {
  const shape = { ...(isCollected ? {} : makeAddressShape(fields)), ...billing };
  return z.object({ ...shape, country: z.string().optional(), phone: phone(wording.messages.phone) });
}

function makeAddressShape(fields: readonly AddressField[]): Record<string, z.ZodType<string | undefined>> {
  const texts = fields.map(({ name, label, isRequired, shape }) => {
    const text = plainText(maxLocationLength, `${label} is required`).refine(
      (typed) => !shape || new RegExp(shape.pattern, 'i').test(typed.replace(/ {2,}/g, ' ')),
      shape?.message,
    );
    return [name, isRequired ? text : text.optional()];
  });
  return Object.fromEntries(texts);
}

const otherShape = Object.fromEntries(
  otherTexts.map(({ prefix, name }) => [prefix + name, optionalField(z.string())]),
);

/** None while the box is not ticked. */
function makeBillingShape({ isOther, fields }: Delivery['checked']['billing']) {
  if (!isOther) return {};
  const shape = { country: z.string().optional(), ...makeAddressShape(fields) };
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [billingPrefix + name, schema]));
}
