/** All endpoints of the API: every `…Endpoint` that a module of the contract exports, with the `…Example` and `…Form` beside it. */
import * as auditLog from '#contract/administration/audit-log.ts';
import * as ceoLetters from '#contract/administration/ceo-letters.ts';
import * as overview from '#contract/administration/overview.ts';
import * as basket from '#contract/basket.ts';
import * as facets from '#contract/catalogue/facets.ts';
import * as imports from '#contract/catalogue/imports.ts';
import * as partEdits from '#contract/catalogue/part-edits.ts';
import * as partLists from '#contract/catalogue/part-lists.ts';
import * as parts from '#contract/catalogue/parts.ts';
import * as stockMovements from '#contract/catalogue/stock-movements.ts';
import * as addresses from '#contract/delivery/addresses.ts';
import * as deliveryQuotes from '#contract/delivery/delivery-quotes.ts';
import * as deliveryRules from '#contract/delivery/delivery-rules.ts';
import type { Endpoint, EndpointForm, Example } from '#contract/endpoint.ts';
import * as fit from '#contract/fit.ts';
import * as images from '#contract/images.ts';
import * as accountTables from '#contract/invoices/accounting.ts';
import * as invoices from '#contract/invoices/invoices.ts';
import * as orderHistory from '#contract/orders/order-history.ts';
import * as orders from '#contract/orders/orders.ts';
import * as parcels from '#contract/orders/packing.ts';
import * as purchases from '#contract/orders/purchases.ts';
import * as disputes from '#contract/payments/disputes.ts';
import * as payments from '#contract/payments/payments.ts';
import * as refunds from '#contract/payments/refunds.ts';
import * as webhooks from '#contract/payments/webhooks.ts';
import * as accounts from '#contract/people/accounts.ts';
import * as people from '#contract/people/people.ts';
import * as profiles from '#contract/people/profiles.ts';
import * as reviews from '#contract/reviews.ts';
import * as settings from '#contract/settings.ts';

/** By feature: the tags of the API’s description. */
export const contract = {
  people: { ...people, ...accounts, ...profiles },
  catalogue: { ...partLists, ...facets, ...parts, ...partEdits, ...imports, ...stockMovements },
  reviews,
  fit,
  basket,
  orders: { ...orders, ...purchases, ...orderHistory, ...parcels },
  delivery: { ...deliveryQuotes, ...addresses, ...deliveryRules },
  payments: { ...payments, ...webhooks, ...refunds, ...disputes },
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
