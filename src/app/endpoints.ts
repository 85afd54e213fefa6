/** All endpoints of the API: every `…Endpoint` that a module of the contract exports, with the `…Example` and `…Form` beside it. */
import * as auditLog from '#administration/contract/audit-log.ts';
import * as beginning from '#administration/contract/beginning.ts';
import * as ceoLetters from '#administration/contract/ceo-letters.ts';
import * as overview from '#app/contract/overview.ts';
import * as purchases from '#app/contract/purchases.ts';
import * as basket from '#basket/contract/basket.ts';
import * as facets from '#catalogue/contract/facets.ts';
import * as imports from '#catalogue/contract/imports.ts';
import * as partEdits from '#catalogue/contract/part-edits.ts';
import * as partLists from '#catalogue/contract/part-lists.ts';
import * as parts from '#catalogue/contract/parts.ts';
import * as stockMovements from '#catalogue/contract/stock-movements.ts';
import * as addresses from '#delivery/contract/addresses.ts';
import * as deliveryQuotes from '#delivery/contract/delivery-quotes.ts';
import * as deliveryRules from '#delivery/contract/delivery-rules.ts';
import * as basketBuilds from '#fit/contract/basket-builds.ts';
import * as fit from '#fit/contract/fit.ts';
import * as images from '#images/contract/images.ts';
import * as invoices from '#invoices/contract/invoices.ts';
import * as orderAgain from '#orders/contract/order-again.ts';
import * as orderHistory from '#orders/contract/order-history.ts';
import * as orders from '#orders/contract/orders.ts';
import * as parcels from '#orders/contract/packing.ts';
import * as disputes from '#payments/contract/disputes.ts';
import * as payments from '#payments/contract/payments.ts';
import * as refunds from '#payments/contract/refunds.ts';
import * as accounts from '#people/contract/accounts.ts';
import * as people from '#people/contract/people.ts';
import type { Endpoint, EndpointForm, Example } from '#platform/contract/endpoint.ts';
import * as session from '#platform/contract/session.ts';
import * as reviews from '#reviews/contract/reviews.ts';
import * as checklist from '#settings/contract/checklist.ts';
import * as pageTexts from '#settings/contract/page-texts.ts';
import * as settings from '#settings/contract/settings.ts';

/** By feature: the tags of the API’s description. */
export const contract = {
  people: { ...people, ...session, ...accounts },
  catalogue: { ...partLists, ...facets, ...parts, ...partEdits, ...imports, ...stockMovements },
  reviews,
  fit,
  basket: { ...basket, ...basketBuilds, ...orderAgain },
  orders: { ...orders, ...purchases, ...orderHistory, ...parcels },
  delivery: { ...deliveryQuotes, ...addresses, ...deliveryRules },
  payments: { ...payments, ...refunds, ...disputes },
  invoices,
  images,
  settings: { ...settings, ...pageTexts, ...checklist },
  administration: { ...ceoLetters, ...overview, ...auditLog, ...beginning },
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
