/** Door 3: does the jobs that verbs have asked for. */
import type { JobResult, PgBoss, Job as QueuedJob } from 'pg-boss';
import type { Database } from '#database/connect.ts';
import { findOrder } from '#database/orders.ts';
import { type Job, jobNames } from '#domain/jobs.ts';
import { accountMail } from '#mail/account-mail.ts';
import type { Mailbox } from '#mail/mailbox.ts';
import { orderMail } from '#mail/order-mail.ts';

export type Tools = { db: Database; mailbox: Mailbox; publicUrl: string };

type Content<Name extends Job['name']> = Omit<Extract<Job, { name: Name }>, 'name'>;
type Handlers = { [Name in Job['name']]: (tools: Tools, content: Content<Name>) => Promise<void> };

const handlers: Handlers = { 'mail-order': mailOrder, 'mail-account': mailAccount };

/** Starts to work on every kind of job; one whose handler throws is tried again later, by itself. */
export async function startWorking(boss: PgBoss, tools: Tools): Promise<void> {
  for (const name of jobNames) await workOn(boss, tools, name);
}

async function workOn<Name extends Job['name']>(boss: PgBoss, tools: Tools, name: Name): Promise<void> {
  const handle: Handlers[Name] = handlers[name];
  await boss.work(
    name,
    // each job has a result of its own: otherwise one failure would repeat its neighbours, mails and all
    { pollingIntervalSeconds: 1, batchSize: 5, perJobResults: true },
    async (jobs: QueuedJob<Content<Name>>[]) => {
      const results: JobResult[] = [];
      for (const job of jobs) results.push(await resultOf(job.id, handle(tools, job.data)));
      return results;
    },
  );
}

async function resultOf(id: string, work: Promise<void>): Promise<JobResult> {
  try {
    await work;
    return { id, status: 'completed' };
  } catch (error) {
    return { id, status: 'failed', output: { message: String(error) } };
  }
}

async function mailOrder({ db, mailbox, publicUrl }: Tools, { orderId, change }: Content<'mail-order'>) {
  const order = await findOrder(db, orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  const mail = orderMail(change, {
    orderId,
    buyerName: order.buyer_name,
    partName: order.part_name,
    quantity: order.quantity,
    unitPrice: order.unit_price_cents,
    total: order.total_cents,
    location: order.location,
    transactionId: order.transaction_id,
    carrier: order.carrier,
    tracking: order.tracking,
    publicUrl,
  });
  await mailbox.send({ id: `${orderId}-${change}`, to: order.buyer_email, ...mail });
}

async function mailAccount({ mailbox }: Tools, content: Content<'mail-account'>) {
  const { kind, id, to, personName, address } = content;
  await mailbox.send({ id, to, ...accountMail(kind, { name: personName, address }) });
}
