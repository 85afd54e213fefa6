/** The state of "Bill to another address": its fields are in the form of the order, under names of their own. */
import { useState } from 'react';
import { z } from 'zod';
import {
  type AddressForm,
  billingPrefix,
  makeAddressShape,
  selectFields,
} from '#delivery/components/delivery-view.ts';
import { useAddress } from '#delivery/components/use-address.ts';
import type { AddressField, AddressInput } from '#delivery/rules/address-fields.ts';
import { plainText } from '#kernel/fields.ts';

export type BillingState = ReturnType<typeof useBilling>;

export function useBilling({ values, fields }: AddressForm) {
  const address = useAddress({ values: { country: values.country }, fields, saved: [] });
  const [isOther, setOther] = useState(false);

  /** Begins with where the parts go: often only the company is to be added. */
  function toggle(delivered: AddressInput): void {
    setOther(!isOther);
    if (!isOther) void address.fill(delivered);
  }

  return { ...address, isOther, toggle };
}

/** None while the box is not ticked. */
export function makeBillingShape({ isOther, fields }: Pick<BillingState, 'isOther' | 'fields'>) {
  if (!isOther) return {};
  const text = plainText(100, 'A text is needed here').optional();
  const shape = {
    company: text,
    vatNumber: text,
    country: z.string().optional(),
    ...makeAddressShape(fields),
  };
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [billingPrefix + name, schema]));
}

type Typed = Record<string, string | undefined>;

export function makeBillingBody(
  typed: object,
  { isOther, fields }: { isOther: boolean; fields: readonly AddressField[] },
) {
  if (!isOther) return {};
  const own: Typed = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      name.startsWith(billingPrefix) ? [[name.slice(billingPrefix.length), value]] : [],
    ),
  );
  const { company, vatNumber } = own;
  return { billing: { company, vatNumber, address: selectFields(own, fields) } };
}
