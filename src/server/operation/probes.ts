/** The routes of supervisors: liveness, readiness and metrics. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Catalogue } from '#database/catalogue/catalogue.ts';
import type { CatalogueVersion } from '#database/catalogue/catalogue-version.ts';
import type { Database } from '#database/connect.ts';
import { findSchemaProblem } from '#database/migrate.ts';
import type { VisitorReads } from '#database/visitor-reads.ts';
import { isLocalRequest } from '#server/config/loopback.ts';
import { addShopMetrics, type Pools } from '#server/operation/shop-metrics.ts';
import type { PageFigures } from '#server/pages/pages.ts';
import { hasFreeDisk, type WatchedDisk } from '#system/free-disk.ts';

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

type Watched = {
  db: Database;
  catalogue: Catalogue;
  version: CatalogueVersion;
  visitorReads: VisitorReads;
  pageFigures: PageFigures;
};

export function probeRoutes(
  app: FastifyInstance,
  { db, catalogue, version, visitorReads, pageFigures }: Watched,
  operation: Operation = {},
): void {
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
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const phase = operation.lifecycle?.phase ?? 'open';
    if (phase !== 'open') return reply.code(503).send({ status: `the process is ${phase}` });
    try {
      if (operation.disk && !(await hasFreeDisk(operation.disk)))
        return reply.code(503).send({ status: 'the disk is full' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'the data folder cannot be read' });
    }
    try {
      const problem = await findSchemaProblem(db);
      if (problem) return reply.code(503).send({ status: problem });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'the database cannot be reached' });
    }
    try {
      await catalogue.list({ ...allParts, choices: new Map() }, { size: 1 });
      const reads = visitorReads.served() && { visitorsReadFrom: visitorReads.serves() };
      if (version.current()) return { status: 'ready', ...reads };
      return reply.code(503).send({ status: 'changes of the catalogue cannot be heard' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready'); // a large catalogue takes seconds after the start
      return reply.code(503).send({ status: 'the catalogue has not been read yet' });
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
}

let processMetrics: Registry | undefined;

/** Made once: its timer and its observer run as long as the process, however many shops open and close in it. */
function getProcessMetrics(): Registry {
  if (processMetrics) return processMetrics;
  processMetrics = new Registry();
  collectDefaultMetrics({ register: processMetrics });
  return processMetrics;
}

/** Without a configured token only this machine, and only of a local shop. */
function maySeeMetrics(request: FastifyRequest, { metricsToken, isLocal }: Operation): boolean {
  if (!metricsToken) return isLocal === true && isLocalRequest(request);
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${metricsToken}`));
}
