/** The names of schemas in the description of the API: of the constant `orderSchema` it is `Order`. */
import { z } from 'zod';
import * as listQueries from '#contract/catalogue/list-queries.ts';
import { contract } from '#contract/endpoints.ts';
import * as concernedOrders from '#contract/payments/concerned-orders.ts';
import * as categories from '#domain/catalogue/parts.ts';
import * as carriers from '#domain/delivery/carriers.ts';
import * as rules from '#domain/delivery/rules.ts';

const modules = [...Object.values(contract), listQueries, concernedOrders, categories, carriers, rules];

/** `problem` is the schema of all that is refused. */
export function nameSchemas(others: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of [...modules, others].flatMap((each) => Object.entries(each))) {
    if (!name.endsWith('Schema') || !(schema instanceof z.ZodType)) continue;
    const id = `${name.charAt(0).toUpperCase()}${name.slice(1, -'Schema'.length)}`;
    schema.register(z.globalRegistry, { ...z.globalRegistry.get(schema), id });
  }
}
