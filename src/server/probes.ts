/** What a supervisor asks: is the shop alive, is it ready, how does it do. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Catalogue } from '#database/catalogue.ts';
import type { CatalogueVersion } from '#database/catalogue-version.ts';
import type { Database } from '#database/connect.ts';
import { findSchemaProblem } from '#database/migrate.ts';

const everything = { category: undefined, q: '', sort: 'newest', page: 1 };

/** What being ready depends on. */
type Probed = { db: Database; catalogue: Catalogue; version: CatalogueVersion };

/** Adds `/healthz`, `/readyz` (the database, its migrations, and what pages read) and `/metrics` (Prometheus). */
export function probeRoutes(app: FastifyInstance, { db, catalogue, version }: Probed): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
    try {
      const problem = await findSchemaProblem(db);
      if (problem) return reply.code(503).send({ status: problem });
      await catalogue.list({ ...everything, chosen: new Map() }, { size: 1 });
      if (version.current()) return { status: 'ready' };
      return reply.code(503).send({ status: 'changes of the catalogue cannot be heard' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'the database cannot be reached' });
    }
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
