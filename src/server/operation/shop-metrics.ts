/** The shop's metrics for Prometheus, read on each request. */
import { Gauge, type Registry } from 'prom-client';
import {
  type Count,
  type OperationMetrics,
  readOperationMetrics,
} from '#database/administration/operation-metrics.ts';
import type { Connection, Database } from '#database/connect.ts';
import type { VisitorReads } from '#database/visitor-reads.ts';
import { orderStates } from '#domain/orders/orders.ts';
import { paymentStatuses } from '#domain/payments/payments.ts';
import { refundStatuses } from '#domain/payments/refunds.ts';
import type { PageFigures } from '#server/pages/pages.ts';

export type Pools = Record<string, Pick<Connection, 'usage'>>;

type Watched = { db: Database; visitorReads: VisitorReads; pageFigures: PageFigures; pools: Pools };

export function addShopMetrics(
  registry: Registry,
  { db, visitorReads, pageFigures, pools }: Watched,
): (at: Date) => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const orders = gauge('compact_orders', 'Orders, by state', ['state']);
  const overdue = gauge('compact_orders_overdue', 'Unpaid orders that should have expired');
  const payments = gauge('compact_payments', 'Payments, by status', ['status']);
  const refunds = gauge('compact_refunds', 'Refunds, by status', ['status']);
  const refundAge = gauge('compact_refund_oldest_pending_seconds', 'Age of the oldest pending refund');
  const jobs = gauge('compact_jobs', 'Jobs, by queue and state', ['queue', 'state']);
  const jobAge = gauge('compact_job_oldest_due_seconds', 'How long the oldest due job waits', ['queue']);
  const mails = gauge('compact_mails', 'Mails that wait or have failed for good', ['state']);
  const connections = gauge('compact_database_connections', 'Connections, by pool and state', [
    'pool',
    'state',
  ]);
  const updateReplica = addReplicaMetrics(registry, visitorReads);
  const rendered = gauge('compact_pages_rendered', 'Pages rendered since the start');
  const kept = gauge('compact_cached_pages', 'Cached pages');
  const keptBytes = gauge('compact_cached_pages_bytes', 'Bytes that cached pages count as');

  function setJobGauges(rows: OperationMetrics['jobs']): void {
    for (const each of [jobs, jobAge]) each.reset(); // empty queues have no rows
    const mail = { waiting: 0, failed: 0 };
    for (const { queue, age, ...counts } of rows) {
      for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
      jobAge.set({ queue }, age);
      if (!queue.startsWith('mail-')) continue;
      mail.waiting += counts.waiting;
      mail.failed += counts.failed;
    }
    for (const [state, count] of Object.entries(mail)) mails.set({ state }, count);
  }

  return async (at) => {
    updateReplica();
    const { pages, bytes } = pageFigures.readCache();
    rendered.set(pageFigures.rendered);
    kept.set(pages);
    keptBytes.set(bytes);
    for (const [pool, { usage }] of Object.entries(pools)) {
      for (const [state, count] of Object.entries(usage())) connections.set({ pool, state }, count);
    }
    const figures = await readOperationMetrics(db, at);
    for (const state of orderStates) orders.set({ state }, countKind(figures.orders, state));
    for (const status of paymentStatuses) payments.set({ status }, countKind(figures.payments, status));
    for (const status of refundStatuses) refunds.set({ status }, countKind(figures.refunds, status));
    overdue.set(figures.overdueOrders);
    refundAge.set(figures.oldestPendingRefundSeconds);
    setJobGauges(figures.jobs);
  };
}

/** None without DATABASE_READ_URL. */
function addReplicaMetrics(registry: Registry, { served, serves }: VisitorReads): () => void {
  if (!served()) return () => {};
  const registers = [registry];
  const state = new Gauge({
    name: 'compact_replica_serves',
    help: '1 while visitors read from the replica',
    registers,
  });
  const reads = new Gauge({
    name: 'compact_visitor_reads',
    help: 'Pages and calls of visitors that read the database, since the start, by who served them',
    labelNames: ['server'],
    registers,
  });
  return () => {
    state.set(serves() === 'replica' ? 1 : 0);
    for (const [server, count] of Object.entries(served() ?? {})) reads.set({ server }, count);
  };
}

/** Kinds without rows are 0: a gauge keeps its last value, and a rule cannot compare with nothing. */
function countKind(counts: Count[], kind: string): number {
  return counts.find((each) => each.kind === kind)?.count ?? 0;
}
