/** The names of schemas in the description of the API: of the constant `orderSchema` it is `Order`. */
import { z } from 'zod';
import * as auditLog from '#contract/administration/audit-log.ts';
import * as basket from '#contract/basket.ts';
import * as facets from '#contract/catalogue/facets.ts';
import * as imports from '#contract/catalogue/imports.ts';
import * as listQueries from '#contract/catalogue/list-queries.ts';
import * as partEdits from '#contract/catalogue/part-edits.ts';
import * as parts from '#contract/catalogue/parts.ts';
import * as addresses from '#contract/delivery/addresses.ts';
import * as deliveryQuotes from '#contract/delivery/delivery-quotes.ts';
import * as deliveryRules from '#contract/delivery/delivery-rules.ts';
import * as fit from '#contract/fit.ts';
import * as invoices from '#contract/invoices/invoices.ts';
import * as orderHistory from '#contract/orders/order-history.ts';
import * as orders from '#contract/orders/orders.ts';
import * as parcels from '#contract/orders/parcels.ts';
import * as purchases from '#contract/orders/purchases.ts';
import * as concernedOrders from '#contract/payments/concerned-orders.ts';
import * as disputes from '#contract/payments/disputes.ts';
import * as refunds from '#contract/payments/refunds.ts';
import * as accounts from '#contract/people/accounts.ts';
import * as people from '#contract/people/people.ts';
import * as profiles from '#contract/people/profiles.ts';
import * as reviews from '#contract/reviews.ts';
import * as settings from '#contract/settings.ts';
import * as categories from '#domain/catalogue/parts.ts';
import * as carriers from '#domain/delivery/carriers.ts';
import * as rules from '#domain/delivery/rules.ts';

const modules = [
  auditLog,
  basket,
  facets,
  imports,
  listQueries,
  partEdits,
  parts,
  addresses,
  deliveryQuotes,
  deliveryRules,
  fit,
  invoices,
  orderHistory,
  orders,
  parcels,
  purchases,
  concernedOrders,
  disputes,
  refunds,
  accounts,
  people,
  profiles,
  reviews,
  settings,
  categories,
  carriers,
  rules,
];

/** `problem` is the schema of all that is refused. */
export function nameSchemas(others: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of [...modules, others].flatMap((each) => Object.entries(each))) {
    if (!name.endsWith('Schema') || !(schema instanceof z.ZodType)) continue;
    const id = `${name.charAt(0).toUpperCase()}${name.slice(1, -'Schema'.length)}`;
    schema.register(z.globalRegistry, { ...z.globalRegistry.get(schema), id });
  }
}
