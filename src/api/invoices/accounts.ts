/** The route of the tables that accountants get. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { readAccountsEndpoint } from '#contract/invoices/accounts.ts';
import type { Database } from '#database/connect.ts';
import { findDeliveryRules } from '#database/delivery-rules.ts';
import { findAccountMovements, findAccountOrders } from '#database/invoices/accounts.ts';
import { findDays } from '#domain/delivery/calendar.ts';
import type { AccountKind } from '#domain/invoices/account-kinds.ts';
import { formatMovements, formatOrders, formatTaxes, isRefundMovement } from '#domain/invoices/accounts.ts';

export function accountRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, readAccountsEndpoint, async ({ query }) => ({
    name: `${query.kind}-${query.from}-${query.to}.csv`,
    content: await writeAccounts(services.db, query),
  }));
}

type AccountQuery = { kind: AccountKind; from: string; to: string };

async function writeAccounts(db: Database, { kind, from, to }: AccountQuery): Promise<string> {
  const { homeCountry, calendar } = (await findDeliveryRules(db)).rules;
  const { timeZone } = calendar;
  const period = { ...findDays(from, to, timeZone), homeCountry };
  if (kind === 'orders') return formatOrders(await findAccountOrders(db, period), timeZone);
  const movements = await findAccountMovements(db, period);
  if (kind === 'tax') return formatTaxes(movements);
  return formatMovements(
    movements.filter((movement) => isRefundMovement(movement) === (kind === 'refunds')),
    timeZone,
  );
}
