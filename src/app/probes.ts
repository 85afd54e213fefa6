/** The routes of supervisors: liveness, readiness and metrics. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type Count,
  type OperationMetrics,
  readOperationMetrics,
} from '#administration/database/operation-metrics.ts';
import type { PageFigures, Pages } from '#app/rendering/pages.ts';
import type { VisitorReads } from '#catalogue/database/visitor-reads.ts';
import { paymentStatuses } from '#payments/rules/payments.ts';
import { refundStatuses } from '#payments/rules/refunds.ts';
import type { Connection, Database } from '#platform/database/connect.ts';
import { findSchemaProblem } from '#platform/database/migrate.ts';
import type { Observe } from '#platform/http/kept-answers.ts';
import { isLocalRequest } from '#platform/http/loopback.ts';
import { waitedMs } from '#platform/http/slow-requests.ts';
import { orderStates } from '#purchases/rules/orders.ts';

const allParts = { category: undefined, q: '', sort: 'newest', page: 1 };

export type Operation = {
  pools?: Pools | undefined;
  disk?: WatchedDisk | undefined;
  metricsToken?: string | undefined;
  isLocal?: boolean | undefined;
  lifecycle?: Lifecycle | undefined;
};

/** A process gets requests from proxies only while it is open. */
export type Lifecycle = { phase: 'starting' | 'open' | 'stopping' };

type Watched = Pick<Pages, 'db' | 'catalogue' | 'version' | 'visitorReads' | 'secret'> & {
  pageFigures: PageFigures;
};

/** The answer observes how long requests took that its hook does not see. */
export function probeRoutes(
  app: FastifyInstance,
  { db, catalogue, version, visitorReads, pageFigures, secret }: Watched,
  operation: Operation = {},
): Observe {
  const registry = new Registry();
  getProcessMetrics();
  const pools = operation.pools ?? {};
  const updateShopMetrics = addShopMetrics(registry, { db, visitorReads, pageFigures, pools });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const observe: Observe = (labels, duration) => durations.observe(labels, duration / 1000);
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const duration = reply.elapsedTime + (waitedMs.get(request.raw) ?? 0);
    observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, duration);
    done();
  });

  app.get('/healthz', { schema: { hide: true } }, (request) => ({
    status: 'alive',
    ...(isOwnProbe(request, secret) && { forwarding: findForwarding(request) }),
  }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const phase = operation.lifecycle?.phase ?? 'open';
    if (phase !== 'open') return reply.code(503).send({ status: `the process is ${phase}` });
    let failure = 'the data folder cannot be read';
    try {
      if (operation.disk && !(await hasFreeDisk(operation.disk)))
        return reply.code(503).send({ status: 'the disk is full' });
      failure = 'the database cannot be reached';
      const problem = await findSchemaProblem(db);
      if (problem) return reply.code(503).send({ status: problem });
      failure = 'the catalogue has not been read yet'; // a large one takes seconds after the start
      await catalogue.list({ ...allParts, choices: new Map() }, { size: 1 });
      const reads = visitorReads.served() && { visitorsReadFrom: visitorReads.serves() };
      if (version.current()) return { status: 'ready', ...reads };
      return reply.code(503).send({ status: 'changes of the catalogue cannot be heard' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: failure });
    }
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!maySeeMetrics(request, operation)) return reply.callNotFound();
    try {
      await updateShopMetrics(new Date());
    } catch (error) {
      request.log.warn({ err: error }, 'the metrics of the shop are old'); // the process metrics are still sent
    }
    const all = Registry.merge([getProcessMetrics(), registry]);
    return reply.type(all.contentType).send(await all.metrics());
  });
  return observe;
}

let processMetrics: Registry | undefined;

/** Made once: its timer and its observer run as long as the process, however many shops open and close in it. */
function getProcessMetrics(): Registry {
  if (processMetrics) return processMetrics;
  processMetrics = new Registry();
  collectDefaultMetrics({ register: processMetrics });
  return processMetrics;
}

/** A request to `/healthz` that the shop itself sends, by its public address, has this header. */
export const probeHeader = 'x-compact-probe';

export function makeProbeProof(secret: string): string {
  return createHmac('sha256', secret).update(probeHeader).digest('base64url');
}

function isOwnProbe({ headers }: FastifyRequest, secret: string): boolean {
  const [given, proof] = [Buffer.from(String(headers[probeHeader])), Buffer.from(makeProbeProof(secret))];
  return given.length === proof.length && timingSafeEqual(given, proof);
}

/** Whether the shop believes what came before it of where the request is from. */
function findForwarding({ ips, headers }: FastifyRequest): 'trusted' | 'untrusted' | 'none' {
  if (ips && ips.length > 1) return 'trusted';
  return headers['x-forwarded-for'] ? 'untrusted' : 'none';
}

/** Without a configured token only this machine, and only of a local shop. */
function maySeeMetrics(request: FastifyRequest, { metricsToken, isLocal }: Operation): boolean {
  if (!metricsToken) return isLocal === true && isLocalRequest(request);
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${metricsToken}`));
}

/** Two segments of PostgreSQL's write-ahead log. */
const defaultMinFreeBytes = 32 * 1024 * 1024;

type WatchedDisk = { folder: string; minFreeBytes?: number };

async function hasFreeDisk({ folder, minFreeBytes = defaultMinFreeBytes }: WatchedDisk): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= minFreeBytes;
}

type Pools = Record<string, Pick<Connection, 'usage'>>;

type Measured = { db: Database; visitorReads: VisitorReads; pageFigures: PageFigures; pools: Pools };

function addShopMetrics(
  registry: Registry,
  { db, visitorReads, pageFigures, pools }: Measured,
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
  const updateReplica = addReplicaMetrics(gauge, visitorReads);
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
function addReplicaMetrics(
  gauge: (name: string, help: string, labelNames?: string[]) => Gauge,
  { served, serves }: VisitorReads,
): () => void {
  if (!served()) return () => {};
  const state = gauge('compact_replica_serves', '1 while visitors read from the replica');
  const reads = gauge(
    'compact_visitor_reads',
    'Pages and calls of visitors that read the database, since the start, by who served them',
    ['server'],
  );
  return () => {
    state.set(serves() === 'replica' ? 1 : 0);
    for (const [server, count] of Object.entries(served() ?? {})) reads.set({ server }, count);
  };
}

/** Kinds without rows are 0: a gauge keeps its last value, and a rule cannot compare with nothing. */
function countKind(counts: Count[], kind: string): number {
  return counts.find((each) => each.kind === kind)?.count ?? 0;
}
