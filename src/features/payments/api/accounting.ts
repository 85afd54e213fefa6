/** The route of the tables that accountants get. */
import type { FastifyInstance } from 'fastify';
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import { findDays } from '#kernel/calendar.ts';
import { type AccountingKind, readAccountsEndpoint } from '#payments/contract/accounting.ts';
import { findAccountingMovements, findAccountingOrders } from '#payments/database/accounting.ts';
import { formatMovements, formatOrders, formatTaxes, isRefundMovement } from '#payments/rules/accounting.ts';
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
