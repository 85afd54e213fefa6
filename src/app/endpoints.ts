/** All endpoints of the API: every `…Endpoint` that a module of the contract exports, with the `…Example` and `…Form` beside it. */

import * as overview from '#app/contract/overview.ts';
import * as purchases from '#app/contract/purchases.ts';
import * as auditLog from '#features/administration/contract/audit-log.ts';
import * as ceoLetters from '#features/administration/contract/ceo-letters.ts';
import * as basket from '#features/basket/contract/basket.ts';
import * as facets from '#features/catalogue/contract/facets.ts';
import * as imports from '#features/catalogue/contract/imports.ts';
import * as partEdits from '#features/catalogue/contract/part-edits.ts';
import * as partLists from '#features/catalogue/contract/part-lists.ts';
import * as parts from '#features/catalogue/contract/parts.ts';
import * as stockMovements from '#features/catalogue/contract/stock-movements.ts';
import * as addresses from '#features/delivery/contract/addresses.ts';
import * as deliveryQuotes from '#features/delivery/contract/delivery-quotes.ts';
import * as deliveryRules from '#features/delivery/contract/delivery-rules.ts';
import * as basketBuilds from '#features/fit/contract/basket-builds.ts';
import * as fit from '#features/fit/contract/fit.ts';
import * as images from '#features/images/contract/images.ts';
import * as invoices from '#features/invoices/contract/invoices.ts';
import * as orderHistory from '#features/orders/contract/order-history.ts';
import * as orders from '#features/orders/contract/orders.ts';
import * as parcels from '#features/orders/contract/packing.ts';
import * as accountTables from '#features/payments/contract/accounting.ts';
import * as disputes from '#features/payments/contract/disputes.ts';
import * as payments from '#features/payments/contract/payments.ts';
import * as refunds from '#features/payments/contract/refunds.ts';
import * as accounts from '#features/people/contract/accounts.ts';
import * as people from '#features/people/contract/people.ts';
import * as profiles from '#features/people/contract/profiles.ts';
import * as reviews from '#features/reviews/contract/reviews.ts';
import * as settings from '#features/settings/contract/settings.ts';
import type { Endpoint, EndpointForm, Example } from '#platform/contract/endpoint.ts';
import * as session from '#platform/contract/session.ts';

/** By feature: the tags of the API’s description. */
export const contract = {
  people: { ...people, ...session, ...accounts, ...profiles },
  catalogue: { ...partLists, ...facets, ...parts, ...partEdits, ...imports, ...stockMovements },
  reviews,
  fit,
  basket: { ...basket, ...basketBuilds },
  orders: { ...orders, ...purchases, ...orderHistory, ...parcels },
  delivery: { ...deliveryQuotes, ...addresses, ...deliveryRules },
  payments: { ...payments, ...refunds, ...disputes },
  invoices: { ...invoices, ...accountTables },
  images,
  settings,
  administration: { ...ceoLetters, ...overview, ...auditLog },
};

type Contract = typeof contract;
type Exported = { [Feature in keyof Contract]: (each: Contract[Feature]) => void }[keyof Contract] extends (
  each: infer All,
) => void
  ? All
  : never;
type Named<Suffix extends string> = {
  [Name in keyof Exported as Name extends `${infer Plain}${Suffix}` ? Plain : never]: Exported[Name];
};
type Endpoints = Named<'Endpoint'>;

export type EndpointName = keyof Endpoints;

export const endpoints = selectNamed(Object.assign({}, ...Object.values(contract)), 'Endpoint') as Endpoints;

type WithInput = { params: object } | { query: object } | { body: object };

/** Of each endpoint that is sent something besides a file. */
export const examples: {
  [Name in EndpointName as Endpoints[Name] extends WithInput ? Name : never]: Example<Endpoints[Name]>;
} = selectNamed(Object.assign({}, ...Object.values(contract)), 'Example') as Named<'Example'>;

/** Of those that pages without a script can send, too. */
export const forms: { [Name in EndpointName]?: EndpointForm } = selectNamed(
  Object.assign({}, ...Object.values(contract)),
  'Form',
);

export function findExample(name: string): Example<Endpoint> | undefined {
  return (examples as Partial<Record<string, Example<Endpoint>>>)[name];
}

export function findFeature(endpoint: Endpoint): string | undefined {
  return Object.entries<object>(contract).find(([, exported]) =>
    Object.values(exported).includes(endpoint),
  )?.[0];
}

function selectNamed(exported: Record<string, unknown>, suffix: string): Record<string, unknown> {
  const selected = Object.entries(exported).filter(([name]) => name.endsWith(suffix));
  return Object.fromEntries(selected.map(([name, value]) => [name.slice(0, -suffix.length), value]));
}
