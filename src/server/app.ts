/** Composes the whole shop from its parts; importing this file does nothing. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import proxy from '@fastify/http-proxy';
import files from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { ServerBuild } from 'react-router';
import { identityRoutes, type SignInLimits } from '#api/identity.ts';
import { describeApi } from '#api/openapi.ts';
import { orderRoutes } from '#api/orders.ts';
import { partRoutes } from '#api/parts.ts';
import { paymentRoutes } from '#api/payments.ts';
import { peopleRoutes } from '#api/people.ts';
import { handleErrors, sendNoSuchCall } from '#api/problems.ts';
import { reviewRoutes } from '#api/reviews.ts';
import type { Services } from '#api/serve.ts';
import type { CatalogueVersion } from '#database/catalogue-version.ts';
import { pageRoutes } from '#server/pages.ts';
import { probeRoutes } from '#server/probes.ts';

export type AppSettings = {
  services: Services;
  catalogue: CatalogueVersion;
  signInLimits: SignInLimits;
  /** The built web application; without it there are no pages, only the API. */
  web?: { build: ServerBuild | (() => Promise<ServerBuild>); mode: 'production' | 'development' };
  /** Where the card sandbox listens, when it plays the provider. */
  sandboxUrl?: string | undefined;
  logLevel: string;
};

/** The shop, ready to listen or to be asked directly (`app.inject`). */
export async function buildApp(settings: AppSettings): Promise<FastifyInstance> {
  const { services, catalogue, web, sandboxUrl } = settings;
  const app = fastify({
    logger: { level: settings.logLevel },
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);

  await app.register(helmet, {
    contentSecurityPolicy: false, // pages set their own
    strictTransportSecurity: services.publicUrl.startsWith('https:'),
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  await app.register(compress, { global: true, threshold: 1024 });
  probeRoutes(app, services.db);

  await describeApi(app);
  await app.register((scope) => identityRoutes(scope, services, settings.signInLimits));
  await app.register(async (scope) => {
    for (const routes of [partRoutes, orderRoutes, paymentRoutes, reviewRoutes, peopleRoutes]) {
      routes(scope, services);
    }
  });
  app.all('/api/*', { schema: { hide: true } }, sendNoSuchCall);
  if (sandboxUrl) await app.register(proxy, { upstream: sandboxUrl, prefix: '/card-sandbox' });
  await serveFiles(app, web !== undefined);
  if (web) pageRoutes(app, { ...web, db: services.db, catalogue, publicUrl: services.publicUrl });
  return app;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files that never change under their name are kept by browsers for a year, pictures for a day. */
async function serveFiles(app: FastifyInstance, hasWeb: boolean): Promise<void> {
  await app.register(files, {
    root: join(root, 'catalogue/pictures'),
    prefix: '/pictures/',
    maxAge: '1d',
    decorateReply: true,
  });
  if (!hasWeb) return;
  await app.register(files, {
    root: join(root, 'build/client/assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    decorateReply: false,
  });
}
