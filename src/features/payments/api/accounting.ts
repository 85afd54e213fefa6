/** The route of the tables that accountants get. */
import type { FastifyInstance } from 'fastify';
import { findDeliveryRules } from '#features/delivery/database/delivery-rules.ts';
import { type AccountingKind, readAccountsEndpoint } from '#features/payments/contract/accounting.ts';
import { findAccountingMovements, findAccountingOrders } from '#features/payments/database/accounting.ts';
import {
  formatMovements,
  formatOrders,
  formatTaxes,
  isRefundMovement,
} from '#features/payments/rules/accounting.ts';
import { findDays } from '#kernel/calendar.ts';
import type { Database } from '#platform/database/connect.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';

export function accountingRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, readAccountsEndpoint, async ({ query }) => ({
    name: `${query.kind}-${query.from}-${query.to}.csv`,
    content: await writeAccounting(services.db, query),
  }));
}

type AccountingQuery = { kind: AccountingKind; from: string; to: string };

async function writeAccounting(db: Database, { kind, from, to }: AccountingQuery): Promise<string> {
  const { homeCountry, calendar } = (await findDeliveryRules(db)).rules;
  const { timeZone } = calendar;
  const period = { ...findDays(from, to, timeZone), homeCountry };
  if (kind === 'orders') return formatOrders(await findAccountingOrders(db, period), timeZone);
  const movements = await findAccountingMovements(db, period);
  if (kind === 'tax') return formatTaxes(movements);
  return formatMovements(
    movements.filter((movement) => isRefundMovement(movement) === (kind === 'refunds')),
    timeZone,
  );
}
