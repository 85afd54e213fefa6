/** What the forms of an order show of delivery: an address by its country's fields, and the methods of a quote. */
import type { z } from 'zod';
import type { readAddressFormEndpoint } from '#delivery/contract/addresses.ts';
import type { deliveryQuoteSchema } from '#delivery/contract/delivery-quotes.ts';
import {
  type AddressField,
  type AddressInput,
  placeFieldNames,
  postcodeReason,
} from '#delivery/rules/address-fields.ts';
import { capitalize } from '#kernel/words.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { isProblem, type Problem } from '#ui/api/api-client.ts';

/** Begins the names of the fields for the invoice in the form of an order. */
export const billingPrefix = 'billing_';

/** What else a buyer may say: sent as typed, with `billingPrefix` in `billing`, and checked by the shop. */
export const otherTexts = [
  {
    prefix: billingPrefix,
    name: 'company',
    label: 'Company (optional)',
    autoComplete: 'billing organization',
  },
  {
    prefix: billingPrefix,
    name: 'vatNumber',
    label: 'VAT number (optional)',
    hint: 'Such as DE123456789, with the letters of its country',
  },
];

export type AddressForm = EndpointResponse<typeof readAddressFormEndpoint>;
export type Quote = z.infer<typeof deliveryQuoteSchema>;
export type Method = Quote['methods'][number];

/** `key`: the method that the buyer has chosen, if it is still offered. */
export function chooseMethod(
  quote: Quote | Problem | undefined,
  { isCollected, key }: { isCollected: boolean; key: string | undefined },
): Method | undefined {
  const methods = selectMethods(quote, isCollected);
  return methods.find((method) => method.key === key) ?? methods[0];
}

/** Those that bring the parts, or those where the buyer collects them. */
export function selectMethods(quote: Quote | Problem | undefined, isCollected: boolean): Method[] {
  if (!quote || isProblem(quote)) return [];
  return quote.methods.filter(({ pickUpAt }) => (pickUpAt !== null) === isCollected);
}

/** A place to which nothing is brought has a quote only if parts can be collected. */
export function explainNoMethod(isCollected: boolean): string {
  return isCollected
    ? 'Nothing can be collected at the moment.'
    : 'We do not deliver there yet. You can collect the parts yourself.';
}

/** `reason`: why it is required although its country does not require it. */
export type ShownField = AddressField & { reason?: string };

/** Of the place that the quote was asked for. */
export function isPostcodeRequired(quote: Quote | Problem | undefined): boolean {
  if (!isProblem(quote)) return quote?.isPostcodeRequired ?? false;
  return quote.errors?.some(({ path }) => path === 'address.postcode') ?? false;
}

export function requirePostcode(fields: readonly AddressField[]): ShownField[] {
  return fields.map((field) =>
    field.name === 'postcode' && !field.isRequired
      ? { ...field, isRequired: true, reason: postcodeReason }
      : field,
  );
}

/** What a quote is asked for: fields that the country has and that are filled in. */
export function selectPlace(
  address: AddressForm['values'],
  fields: readonly AddressField[],
): AddressForm['values'] {
  const names = placeFieldNames.filter((name) => fields.some((field) => field.name === name));
  const typed = names.flatMap((name) => (address[name] ? [[name, address[name]]] : []));
  return { country: address.country, ...Object.fromEntries(typed) };
}

/** 'Such as 1340; the price and the days of delivery depend on it' */
export function describeField({ example, reason }: ShownField): string | undefined {
  const text = [example && `such as ${example}`, reason].filter(Boolean).join('; ');
  return text === '' ? undefined : capitalize(text);
}

/** What is sent with an order: the address, or for parts that are collected the phone number. */
export function makeDeliveryBody(typed: AddressInput, fields: readonly AddressField[], method: Method) {
  const chosen = { deliveryMethod: method.key, deliveryPrice: method.price };
  if (method.pickUpAt !== null) return { ...chosen, phone: typed.phone, address: undefined };
  return { ...chosen, address: selectFields(typed, fields) };
}

/** Without those that the chosen country does not have. */
export function selectFields(
  typed: { [name: string]: string | undefined },
  fields: readonly AddressField[],
  prefix = '',
): AddressInput {
  const names = ['country', 'phone', ...fields.map(({ name }) => name)];
  return Object.fromEntries(names.map((name) => [name, typed[prefix + name]]));
}

/** The form calls the fields of an address by their own names. */
export function renameAddressErrors(problem: Problem): Problem {
  const errors = problem.errors?.map(({ path, message }) => ({
    path: path.replace(/^address\./, '').replace(/^billing\.(?:address\.)?/, billingPrefix),
    message,
  }));
  return errors ? { ...problem, errors } : problem;
}
