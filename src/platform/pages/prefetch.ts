/** Lets browsers prefetch linked pages (https://wicg.github.io/nav-speculation/speculation-rules.html). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const path = '/speculation-rules.json';

const rules = {
  prefetch: [
    {
      source: 'document',
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/card-sandbox/*', '/dev/*', '/assets/*', '/pictures/*'] } },
          { not: { selector_matches: '[download], [rel~=nofollow]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

export function prefetchRoutes(app: FastifyInstance): void {
  app.get(path, { schema: { hide: true } }, (_, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', 'public, max-age=86400')
      .send(JSON.stringify(rules)),
  );
}

export function offerPrefetch(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'accept-encoding, save-data');
  if (request.headers['save-data']?.toString().toLowerCase() !== 'on')
    reply.header('speculation-rules', `"${path}"`);
}
