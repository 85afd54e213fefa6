/** All endpoints of the API: every `…Endpoint` that a module of the contract exports, with the `…Form` beside it. */
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
import * as countries from '#delivery/contract/countries.ts';
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
import type { Endpoint, EndpointForm, ExampleThing } from '#platform/contract/endpoint.ts';
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
  delivery: { ...deliveryQuotes, ...countries, ...addresses, ...deliveryRules },
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

/** Of those that pages without a script can send, too. */
export const forms: { [Name in EndpointName]?: EndpointForm } = selectNamed(
  Object.assign({}, ...Object.values(contract)),
  'Form',
);

/** The example of an endpoint with what `make` answers for each thing in it, one after another; without one: nothing. */
export async function fillExample(
  { example = {} }: Endpoint,
  make: (thing: ExampleThing) => string | Promise<string>,
): Promise<NonNullable<Endpoint['example']>> {
  const pieces = JSON.stringify(example).split(/«([\w-]+)»/);
  for (const [at, piece] of pieces.entries())
    if (at % 2 === 1) pieces[at] = JSON.stringify(await make(piece as ExampleThing)).slice(1, -1);
  return JSON.parse(pieces.join(''));
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
