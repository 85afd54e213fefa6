/** The routes of administration: the first page, the audit log, a part's stock ledger, and Meet Our CEO. */
import type { FastifyInstance } from 'fastify';
import { type ListedAdminChange, listAdminChangesEndpoint } from '#administration/contract/audit-log.ts';
import { beginForRealEndpoint } from '#administration/contract/beginning.ts';
import {
  listLettersEndpoint,
  writeToCeoEndpoint,
  writeToCeoForm,
} from '#administration/contract/ceo-letters.ts';
import { type AdminChangeRow, findAdminChanges } from '#administration/database/audit-log.ts';
import { findLetters } from '#administration/database/ceo-letters.ts';
import { readMailFailures } from '#administration/database/operation-metrics.ts';
import { describeMailFailures } from '#administration/rules/alerts.ts';
import { writeToCeo } from '#administration/use-cases/write-to-ceo.ts';
import { prepareBeginning } from '#app/begin/begin-for-real.ts';
import type { BeginningFromPage } from '#app/begin/begin-from-page.ts';
import type { Checklist } from '#app/checklist.ts';
import { readNoticesEndpoint, readOverviewEndpoint } from '#app/contract/overview.ts';
import { presentManagedPart } from '#catalogue/api/present-part.ts';
import { listStockMovementsEndpoint } from '#catalogue/contract/stock-movements.ts';
import { countPartsToCheck, findPartsRunningLow } from '#catalogue/database/part-lists.ts';
import { findPart, nameParts } from '#catalogue/database/parts.ts';
import { findWantedParts } from '#catalogue/database/sold-out-requests.ts';
import { findStockMovements } from '#catalogue/database/stock-ledger.ts';
import { findTimeZone } from '#delivery/database/delivery-rules.ts';
import { describeChange } from '#kernel/admin-changes.ts';
import { addDays, findDays, readWallTime } from '#kernel/calendar.ts';
import { centsToDollars } from '#kernel/money.ts';
import { explainRefusal, isRefused, type Refusal } from '#kernel/refusals.ts';
import { wording } from '#kernel/wording.ts';
import { countLateOrders, countOrdersToShip } from '#orders/database/order-lists.ts';
import { sumCharges } from '#payments/database/accounting.ts';
import { countOpenDisputes } from '#payments/database/disputes.ts';
import { countRefundsToRepeat } from '#payments/database/refunds.ts';
import type { Database } from '#platform/database/connect.ts';
import { registerForms } from '#platform/http/page-forms.ts';
import { formatNetwork, limitAttempts } from '#platform/http/rate-limits.ts';
import { type ApiDependencies, registerEndpoint, sendPage } from '#platform/http/register-endpoint.ts';
import { countUnpaidOrders, findPartsEndingSoon } from '#purchases/database/orders.ts';
import { readChecklistEndpoint, runChecklistEndpoint } from '#settings/contract/checklist.ts';
import { readSettings } from '#settings/database/settings.ts';
import type { Settings } from '#settings/rules/settings.ts';

type AdministrationDependencies = ApiDependencies & {
  /** For administrators. */
  makeNotices: (settings: Settings) => string[];
  checklist: Checklist;
  /** Of a shop with the card sandbox. */
  beginning?: BeginningFromPage | undefined;
};

export function administrationRoutes(app: FastifyInstance, services: AdministrationDependencies): void {
  const { db } = services;
  registerEndpoint(app, services, listLettersEndpoint, async ({ query }) => {
    const { rows, total } = await findLetters(db, query.limit);
    return {
      total,
      letters: rows.map(({ email, written_at }) => ({ email, writtenAt: written_at.toISOString() })),
    };
  });

  registerEndpoint(app, services, readNoticesEndpoint, async () => [
    ...services.makeNotices(await readSettings(db)),
    ...describeMailFailures(await readMailFailures(db)),
  ]);

  registerEndpoint(app, services, readChecklistEndpoint, ({ at }) => services.checklist.read(at));

  registerEndpoint(app, services, runChecklistEndpoint, ({ at }) => services.checklist.run(at));

  registerEndpoint(app, services, beginForRealEndpoint, async ({ body, at }) => {
    const { beginning } = services;
    const { hasOtherBuyers, ...before } = await prepareBeginning(db);
    if (body.isPreview) {
      const obstacle: Refusal | undefined = beginning
        ? hasOtherBuyers
          ? { refused: 'purchases-of-others' }
          : undefined
        : { refused: 'card-sandbox-needed' };
      return {
        ...before,
        backup: beginning?.folder ?? null,
        obstacle: obstacle ? explainRefusal(obstacle) : null,
      };
    }
    if (!beginning) return { refused: 'card-sandbox-needed' };
    const { typedName = '', keepsCatalogue } = body;
    const begun = await beginning.begin({ typedName, keepsCatalogue, at });
    if (isRefused(begun)) return begun;
    return { shopName: before.shopName, ...begun.removed, backup: begun.backup, obstacle: null };
  });

  registerEndpoint(app, services, readOverviewEndpoint, async ({ at }) => {
    const timeZone = await findTimeZone(db);
    const { day: today } = readWallTime(at, timeZone);
    const days = Array.from({ length: salesDays }, (_, index) => addDays(today, index + 1 - salesDays));
    const [charges, toShip, unpaid, ending, wanted, late, openDisputes, failedRefunds, low, toCheck] =
      await Promise.all([
        sumCharges(db, { days, timeZone, at }),
        countOrdersToShip(db, { today, timeZone }),
        countUnpaidOrders(db, new Date(at.getTime() + 3_600_000)),
        findPartsEndingSoon(db, { at, days: 7, soldDays: 14, limit: 50 }),
        findWantedParts(db, 10),
        countLateOrders(db, today),
        countOpenDisputes(db),
        countRefundsToRepeat(db),
        findPartsRunningLow(db, 10),
        countPartsToCheck(db),
      ]);
    const highest = Math.max(0, ...charges.map(({ cents }) => cents));
    return {
      sales: days.map((day, index) => {
        const { purchases = 0, cents = 0, centsByThen = 0 } = charges.find((one) => one.day === day) ?? {};
        return {
          ...{ day, purchases, total: centsToDollars(cents) },
          byThisTime: centsToDollars(centsByThen),
          bar: drawBar(index, highest && cents / highest),
        };
      }),
      toShip: toShip.orders,
      purchasesToShip: toShip.purchases,
      toShipByPromise: toShip.byPromise,
      toShipByAge: toShip.byAge,
      unpaid: unpaid.orders,
      unpaidPurchases: unpaid.purchases,
      expiring: unpaid.expiring,
      late: late.orders,
      lateNotShipped: late.notShipped,
      openDisputes,
      failedRefunds,
      runningLow: (await nameParts(db, low.rows)).map(presentManagedPart),
      runningLowCount: low.total,
      endingSoon: (await nameParts(db, ending)).map((part) => ({
        ...presentManagedPart(part),
        sold: part.sold,
      })),
      endingSoonCount: ending[0]?.total ?? 0,
      wanted: (await nameParts(db, wanted)).map((part) => ({
        ...presentManagedPart(part),
        requests: part.requests,
      })),
      wantedCount: wanted[0]?.total ?? 0,
      toCheck,
    };
  });

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
      ({ id, moved_at, units, stock, reason, note, order_id, admin_name }) => ({
        _id: id,
        at: moved_at.toISOString(),
        units,
        stock,
        reason,
        note,
        orderId: order_id,
        byName: admin_name,
      }),
    );
  });
}

/** Of the overview. */
const salesDays = 30;

/** Twenty units wide with the gaps beside it; the highest day's is 150 high, that of a day without sales can be seen. */
function drawBar(index: number, share: number): string {
  const height = Math.max(1, Math.round(share * 150));
  return `M${index * 20 + 3} 150v-${height}h14v${height}z`;
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

/** For each network address in five minutes; many visitors may share a router. */
const maxLetters = 100;

export async function ceoRoutes(app: FastifyInstance, services: ApiDependencies): Promise<void> {
  await limitAttempts(app, services, {
    max: maxLetters,
    timeWindow: '5 minutes',
    keyGenerator: ({ ip }) => `a letter from ${formatNetwork(ip)}`,
  });

  const write = registerEndpoint(app, services, writeToCeoEndpoint, async ({ body, at }) => {
    await writeToCeo(services, { email: body.email, at });
    return { thanks: wording.ceo.thanks };
  });

  registerForms(app, services, [[writeToCeoForm, write]]);
}
