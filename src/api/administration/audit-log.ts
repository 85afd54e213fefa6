/** The routes of the audit log and of a part's stock ledger. */
import type { FastifyInstance } from 'fastify';
import { type ApiDependencies, registerEndpoint, sendPage } from '#api/register-endpoint.ts';
import { type ListedAdminChange, listAdminChangesEndpoint } from '#contract/administration/audit-log.ts';
import { listStockMovementsEndpoint } from '#contract/catalogue/stock-movements.ts';
import { type AdminChangeRow, findAdminChanges } from '#database/administration/audit-log.ts';
import { findPart } from '#database/catalogue/parts.ts';
import { findStockMovements, type StockLedgerRow } from '#database/catalogue/stock.ts';
import type { Database } from '#database/connect.ts';
import { findTimeZone } from '#database/delivery-rules.ts';
import { describeChange } from '#domain/administration/admin-changes.ts';
import { findDays } from '#domain/delivery/calendar.ts';

export function auditLogRoutes(app: FastifyInstance, services: ApiDependencies): void {
  const { db } = services;

  registerEndpoint(app, services, listAdminChangesEndpoint, async (context) =>
    sendPage(context, await findAdminChanges(db, await readTimes(db, context.query)), presentAdminChange),
  );

  registerEndpoint(app, services, listStockMovementsEndpoint, async (context) => {
    const { params, query } = context;
    const part = await findPart(db, params.id);
    if (!part) return { refused: 'part-not-found' };
    return sendPage(
      context,
      await findStockMovements(db, { ...query, partId: part.id }),
      presentStockMovement,
    );
  });
}

/** The day that is asked for as the time that it takes by the clocks of the shop. */
async function readTimes<Query extends { day?: string | undefined }>(db: Database, query: Query) {
  const { day } = query;
  return day ? { ...query, ...findDays(day, day, await findTimeZone(db)) } : query;
}

function presentAdminChange(row: AdminChangeRow): ListedAdminChange {
  const { admin_name, admin_email } = row;
  return {
    _id: row.id,
    at: row.changed_at.toISOString(),
    by: admin_name !== null && admin_email !== null ? { name: admin_name, email: admin_email } : null,
    subject: row.subject,
    subjectId: row.subject_id,
    title: row.title,
    orderId: row.order_id,
    email: row.email,
    changes: describeChange(row.before, row.after),
  };
}

function presentStockMovement({ id, moved_at, units, stock, reason, order_id, admin_name }: StockLedgerRow) {
  return {
    _id: id,
    at: moved_at.toISOString(),
    units,
    stock,
    reason,
    orderId: order_id,
    byName: admin_name,
  };
}
