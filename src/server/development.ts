/** Development: Vite serves pages from their sources, with hot reload. */
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { WebApplication } from '#server/pages/pages.ts';

export type Development = { web: WebApplication; attach(app: FastifyInstance): void; close(): Promise<void> };

export async function startDevelopment(): Promise<Development> {
  const { createServer } = await import('vite'); // a development dependency
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  return {
    web: {
      build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
      mode: 'development',
    },
    attach(app) {
      app.addHook('onRequest', (request, reply, next) => {
        vite.middlewares(request.raw, reply.raw, (error?: Error) => next(error));
      });
    },
    close: () => vite.close(),
  };
}
