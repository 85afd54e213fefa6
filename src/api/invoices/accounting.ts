/** The route of the tables that accountants get. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { readAccountsEndpoint } from '#contract/invoices/accounting.ts';
import type { Database } from '#database/connect.ts';
import { findDeliveryRules } from '#database/delivery-rules.ts';
import { findAccountingMovements, findAccountingOrders } from '#database/invoices/accounting.ts';
import { findDays } from '#domain/delivery/calendar.ts';
import type { AccountingKind } from '#domain/invoices/account-kinds.ts';
import { formatMovements, formatOrders, formatTaxes, isRefundMovement } from '#domain/invoices/accounting.ts';

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
