/** Runs the jobs that use cases have enqueued. */

import type { JobResult, PgBoss, Job as QueuedJob } from 'pg-boss';
import { findCarriers } from '#database/delivery-rules.ts';
import { findOrder, findOrdersOfPurchase, mayMailBuyer, type OrderRow } from '#database/orders/orders.ts';
import { findPromise } from '#database/orders/purchases.ts';
import { findRefund } from '#database/payments/refunds.ts';
import { readSettings } from '#database/settings.ts';
import { makeTrackingLink } from '#domain/delivery/carriers.ts';
import { type Job, jobNames } from '#domain/jobs.ts';
import { selectUnpaid, sumTotals } from '#domain/orders/purchases.ts';
import { explainRefusal, isRefused } from '#domain/refusals.ts';
import type { ReviewsFrom } from '#domain/reviews.ts';
import { mailAlerts } from '#jobs/mail-alerts.ts';
import { renderAccountMail } from '#mail/account-mail.ts';
import type { Mailbox } from '#mail/mailbox.ts';
import { renderOrderMail } from '#mail/order-mail.ts';
import { gatherAlerts } from '#shop/administration/gather-alerts.ts';
import { purgeExpired } from '#shop/administration/purge-expired.ts';
import { rankParts } from '#shop/catalogue/rank-parts.ts';
import { rateParts } from '#shop/catalogue/rate-parts.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import { expireOrders } from '#shop/orders/expire-orders.ts';
import { finishRefund } from '#shop/payments/finish-refund.ts';
import { handleEvent } from '#shop/payments/handle-event.ts';
import { pollProviderEvents } from '#shop/payments/poll-provider-events.ts';
import { reconcilePayments } from '#shop/payments/reconcile-payments.ts';

export type WorkerDependencies = Dependencies & {
  mailbox: Mailbox;
  publicUrl: string;
  reviewsFrom: ReviewsFrom;
  now: () => Date;
  onFailure: (failure: { job: string; error: unknown }) => void;
};

type Content<Name extends Job['name']> = Omit<Extract<Job, { name: Name }>, 'name'>;
type Handlers = {
  [Name in Job['name']]: (dependencies: WorkerDependencies, content: Content<Name>) => Promise<void>;
};

const handlers: Handlers = {
  'mail-order': mailOrder,
  'mail-account': mailAccount,
  'mail-alerts': mailAlerts,
  'handle-event': async (dependencies, { subject }) =>
    throwIfRefused(await handleEvent(dependencies, { subject, at: dependencies.now() })),
  'finish-refund': async (dependencies, { refundId }) =>
    throwIfRefused(await finishRefund(dependencies, { refundId, at: dependencies.now() })),
  // without an answer of the provider the next run is the retry
  'catch-up': async (dependencies) =>
    void (await pollProviderEvents(dependencies, { at: dependencies.now() })),
  sweep: async (dependencies) => void (await reconcilePayments(dependencies, { at: dependencies.now() })),
  'tidy-up': async (dependencies) =>
    throwIfRefused(await purgeExpired(dependencies, { at: dependencies.now() })),
  'rank-parts': async (dependencies) => {
    await rankParts(dependencies, { at: dependencies.now() });
    await rateParts(dependencies, { from: dependencies.reviewsFrom });
  },
  'expire-orders': async (dependencies) =>
    void (await expireOrders(dependencies, { at: dependencies.now() })),
  'gather-alerts': (dependencies) => gatherAlerts(dependencies, { at: dependencies.now() }),
};

export async function startWorking(boss: PgBoss, dependencies: WorkerDependencies): Promise<void> {
  for (const name of jobNames) await startWorker(boss, dependencies, name);
}

async function startWorker<Name extends Job['name']>(
  boss: PgBoss,
  dependencies: WorkerDependencies,
  name: Name,
): Promise<void> {
  const handle: Handlers[Name] = handlers[name];
  await boss.work(
    name,
    // perJobResults: otherwise one failure would retry the whole batch
    { pollingIntervalSeconds: 1, batchSize: 5, perJobResults: true, burstWhenBatchFull: true },
    async (jobs: QueuedJob<Content<Name>>[]) => {
      const results: JobResult[] = [];
      for (const job of jobs)
        results.push(
          await runJob(job.id, handle(dependencies, job.data), (error) =>
            dependencies.onFailure({ job: name, error }),
          ),
        );
      if (name === 'mail-account') await deleteSentMails(boss, name, results);
      return results;
    },
  );
}

/** Deletes completed account mails, which contain a token; other completed jobs stay for some days. */
async function deleteSentMails(boss: PgBoss, name: string, results: JobResult[]): Promise<void> {
  const completed = results.filter(({ status }) => status === 'completed').map(({ id }) => id);
  if (completed.length > 0) await boss.deleteJob(name, completed);
}

async function runJob(
  id: string,
  work: Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<JobResult> {
  try {
    await work;
    return { id, status: 'completed' };
  } catch (error) {
    onFailure(error);
    return { id, status: 'failed', output: { message: String(error) } };
  }
}

function throwIfRefused(answer: unknown): void {
  if (isRefused(answer)) throw new Error(explainRefusal(answer));
}

async function mailOrder(
  { db, mailbox, publicUrl }: WorkerDependencies,
  { orderId, orderIds = [orderId], change, refundId }: Content<'mail-order'>,
) {
  const order = await findOrder(db, orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  // anyone can sign up with another person's address
  if (!(await mayMailBuyer(db, orderId))) return;
  const refund = refundId ? await findRefund(db, refundId) : undefined;
  const ofPurchase = await findOrdersOfPurchase(db, order.purchase_id);
  const orders = ofPurchase.filter(({ id }) => orderIds.includes(id));
  const total = sumTotals(orders);
  const others = ofPurchase.filter(({ id }) => !orderIds.includes(id));
  const unpaid = selectUnpaid(others);
  const shop = await readSettings(db);
  const mail = renderOrderMail(
    change,
    {
      orders: orders.map(presentOrderedPart),
      buyerName: order.buyer_name,
      total,
      deliveryPrice: orders.reduce((sum, { delivery_cents }) => sum + delivery_cents, 0),
      promise: await findPromise(db, order.purchase_id),
      location: order.location,
      transactionId: order.transaction_id,
      carrier: order.carrier,
      tracking: order.tracking,
      trackingLink: makeTrackingLink(await findCarriers(db), order),
      expiresAt: order.expires_at,
      others: {
        unpaid: { orders: unpaid.map(presentOrderedPart), total: sumTotals(unpaid) },
        paid: others.filter(({ state }) => state === 'paid').length,
      },
      refund: refund && {
        amount: refund.amount_cents,
        reason: refund.reason,
        failure: refund.failure,
        isWhole: refund.amount_cents === total,
      },
      publicUrl,
    },
    shop.name,
  );
  await mailbox.send({ id: `${refundId ?? orderId}-${change}`, shop, to: order.buyer_email, ...mail });
}

function presentOrderedPart(order: OrderRow) {
  return {
    orderId: order.id,
    partId: order.part_id,
    partName: order.part_name,
    quantity: order.quantity,
    unitPrice: order.unit_price_cents,
  };
}

async function mailAccount({ db, mailbox }: WorkerDependencies, content: Content<'mail-account'>) {
  const { kind, id, to, personName, address } = content;
  const shop = await readSettings(db);
  const mail = renderAccountMail(kind, { name: personName, address }, shop.name);
  await mailbox.send({ id, shop, to, ...mail });
}
