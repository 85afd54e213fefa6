/** What happens without people: events and jobs, scheduled work, the bank and the time. */
import type { Job } from '#app/jobs/jobs.ts';
import { readChanges, readMoment, readPieceOfAll } from '#catalogue/database/catalogue-changes.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import { finishRefund } from '#payments/use-cases/finish-refund.ts';
import { handleEvent } from '#payments/use-cases/handle-event.ts';
import { pollProviderEvents } from '#payments/use-cases/poll-provider-events.ts';
import { receiveEvent } from '#payments/use-cases/receive-event.ts';
import { reconcilePayments } from '#payments/use-cases/reconcile-payments.ts';
import { sumTotals } from '#purchases/rules/purchases.ts';
import { findOrder } from './buyer-steps.ts';
import { chooseFrom } from './chance.ts';
import { act, type Client, send } from './client.ts';
import type { StepTo } from './plan.ts';
import {
  addPayment,
  addRefund,
  type CardPayment,
  closeDispute,
  confirmCard,
  decideAll,
  decideRefund,
  openDispute,
} from './provider.ts';
import { waitUntil } from './scheduler.ts';

/** Waits for one that the shop has not confirmed; or repeats one that it has. */
export async function deliverEvent(client: Client, { isRepeated }: StepTo<'event'>): Promise<void> {
  const { run, journal } = client.world;
  const find = () => run.provider.events.filter(({ id }) => journal.confirmedEvents.has(id) === isRepeated);
  await waitUntil(run.scheduler, `${client.name} event`, () => find().length > 0);
  const events = find();
  const event = events[Math.floor(run.chance(`event ${client.name}`) * events.length)];
  if (!event) return;
  const body = Buffer.from(JSON.stringify(event));
  const { ending } = await send(client, `receives ${event.id}`, (dependencies, at) =>
    receiveEvent(dependencies, { body, signature: '', at }),
  );
  if (ending === 'acknowledged') journal.confirmedEvents.add(event.id);
}

/** False when there is none. */
export async function runJob(client: Client): Promise<boolean> {
  const { run, journal } = client.world;
  const { confirmedEvents, doneJobs, activeJobs } = journal;
  await waitUntil(
    run.scheduler,
    `${client.name} job`,
    () => confirmedEvents.size > doneJobs.size + activeJobs.size,
  );
  const job = await act(client, 'takes a job', async () => {
    const { rows } = await run.connections.observer.query<{ id: string; name: string; content: object }>(
      "select id, name, content from simulated_jobs where name in ('handle-event', 'finish-refund') order by id",
    );
    const next = rows.find(({ id }) => !doneJobs.has(id) && !activeJobs.has(id));
    if (next) activeJobs.add(next.id);
    return next;
  });
  if (!job) return false;
  const content = { name: job.name, ...job.content } as Job;
  const { ending } = await send<unknown>(
    { ...client, name: `${client.name}.${job.id}` },
    `does the job ${job.name}`,
    (dependencies, at) => {
      if (content.name === 'handle-event') return handleEvent(dependencies, { subject: content.subject, at });
      if (content.name !== 'finish-refund') throw new Error(`There is no job ${content.name}`);
      return finishRefund(dependencies, { refundId: content.refundId, at });
    },
    { attempts: 1 },
  );
  activeJobs.delete(job.id);
  if (ending !== 'acknowledged') return true;
  doneJobs.add(job.id);
  if (content.name === 'handle-event') journal.settled.add(content.subject.paymentId);
  return true;
}

const schedule = { sweep: reconcilePayments, expire: expireOrders, poll: pollProviderEvents };

export async function runSchedule(client: Client, what: keyof typeof schedule): Promise<void> {
  await send<unknown>(client, what, (dependencies, at) => schedule[what](dependencies, { at }), {
    attempts: 1,
  });
}

/** As the process whose pages follow the catalogue. */
export async function readCatalogue(client: Client): Promise<void> {
  const { journal } = client.world;
  await send(client, 'reads the changes of the catalogue', async ({ db }) => {
    const known = journal.catalogue; // another process may read meanwhile
    const snapshot = known?.snapshot ?? (await readMoment(db)).snapshot;
    const parts = new Map(known?.parts);
    // a process that starts reads all parts, and then what has changed meanwhile
    const all = known ? [] : await readPieceOfAll(db, { first: 0, last: 2 ** 31 - 1 });
    const changes = await readChanges(db, snapshot);
    for (const { id, stock, price_cents } of [...all, ...changes.parts])
      parts.set(id, { stock, price_cents });
    journal.catalogue = { snapshot: changes.snapshot, parts };
    return 'read' as const;
  });
}

export async function wait(client: Client, { seconds }: StepTo<'wait'>): Promise<void> {
  const { run } = client.world;
  const isAnyoneUnderWay = () => [...run.requests].some(({ isUnderWay }) => isUnderWay);
  // no request takes longer than a minute
  if (seconds > 60) await waitUntil(run.scheduler, `${client.name} pause`, () => !isAnyoneUnderWay());
  await act(client, 'waits', () => {
    if (seconds > 60 && isAnyoneUnderWay()) return;
    run.clock.advance(seconds * 1000);
    run.history.add('', `${seconds} s later`);
  });
}

export async function disputePayment(client: Client, step: StepTo<'dispute'>): Promise<void> {
  const { provider } = client.world.run;
  const payment = await findCharged(client, step.intent);
  if (payment) await atBank(client, 'disputes', () => openDispute(provider, payment, step.isInquiry));
}

export async function decideDispute(client: Client, { isWon }: StepTo<'close-dispute'>): Promise<void> {
  const { provider } = client.world.run;
  const open = provider.disputes.find(({ status }) => status.endsWith('needs_response'));
  if (open) await atBank(client, 'decides a dispute', () => closeDispute(provider, open, isWon));
}

/** Of the order's id, which anyone may write there; `share` of what the purchase costs. */
export async function payAtProvider(
  client: Client,
  { intent, share }: StepTo<'pay-at-provider'>,
): Promise<void> {
  const { provider } = client.world.run;
  const order = await findOrder(client, intent, 0);
  if (!order) return;
  const orders = client.world.journal.purchases.get(intent)?.orders ?? [];
  const amount = Math.max(1, Math.floor(sumTotals(orders) * share));
  await atBank(client, `pays ${amount} at the provider`, () => {
    const payment = addPayment(provider, { orderId: order.id, amount });
    payment.isForeign = true;
    confirmCard(provider, payment, 'good');
  });
}

export async function refundAtProvider(
  client: Client,
  { intent, share }: StepTo<'refund-at-provider'>,
): Promise<void> {
  const { provider } = client.world.run;
  const payment = await findCharged(client, intent);
  if (!payment) return;
  const amount = Math.max(1, Math.floor(payment.amount * share));
  await atBank(client, `refunds ${amount} at the provider`, () =>
    addRefund(provider, { paymentId: payment.id, refundId: undefined, orderId: undefined, amount }),
  );
}

export async function sendRefundBack(client: Client): Promise<void> {
  const { provider, scheduler } = client.world.run;
  const find = () => provider.refunds.find(({ status }) => status === 'succeeded');
  await waitUntil(scheduler, `${client.name} refund`, () => find() !== undefined);
  const refund = find();
  if (refund) await atBank(client, 'sends a refund back', () => decideRefund(provider, refund, 'failed'));
}

export async function decideOpen(client: Client): Promise<void> {
  const { provider, scheduler } = client.world.run;
  const isSlow = ({ status }: { status: string }) => status === 'processing' || status === 'pending';
  await waitUntil(
    scheduler,
    `${client.name} slow`,
    () => provider.payments.some(isSlow) || provider.refunds.some(isSlow),
  );
  await atBank(client, 'decides what is open', () => decideAll(provider));
}

function atBank(client: Client, what: string, work: () => unknown): Promise<void> {
  return act(client, what, () => {
    work();
    client.world.run.history.add(client.actor.name, what);
  });
}

async function findCharged({ world, name }: Client, intent: string): Promise<CardPayment | undefined> {
  const find = () => {
    const ids = world.journal.purchases.get(intent)?.orders.map(({ id }) => id) ?? [];
    return world.run.provider.payments.find(
      ({ orderId, status }) => status === 'succeeded' && ids.includes(orderId),
    );
  };
  await waitUntil(world.run.scheduler, `${name} charged`, () => find() !== undefined);
  return find();
}

/** Sometimes the shop is away for a day before. Until then everything must have ended: unpaid orders expire after a day, old payments are asked about rarely. */
const rounds = [
  { hours: 0.02, polls: true },
  { hours: 26, polls: false },
  { hours: 8, polls: true },
  { hours: 8, polls: false },
];

export async function recover(client: Client): Promise<void> {
  const { run } = client.world;
  for (const [index, { hours, polls }] of rounds.entries()) {
    const round = { ...client, name: `recovery ${index}` };
    const pause = index > 0 ? hours : chooseFrom(run.chance, 'away', [hours, hours, 25]);
    await act(round, 'waits', () => {
      decideAll(run.provider);
      run.clock.advance(pause * 3_600_000);
      run.history.add('', `${pause} h later`);
    });
    if (polls) await runSchedule(round, 'poll');
    else await deliverEvents(round);
    await runSchedule(round, 'expire');
    await runSchedule(round, 'sweep');
    for (let job = 1; await runJob({ ...round, name: `${round.name}.${job}` }); job += 1);
  }
  await readCatalogue(client);
}

/** The provider repeats what was not confirmed. */
async function deliverEvents(client: Client): Promise<void> {
  const { run, journal } = client.world;
  const count = run.provider.events.filter(({ id }) => !journal.confirmedEvents.has(id)).length;
  for (let index = 0; index < count; index += 1)
    await deliverEvent(
      { ...client, name: `${client.name}.event ${index}` },
      { do: 'event', isRepeated: false },
    );
}
