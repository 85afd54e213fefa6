/** Lets browsers prefetch linked pages (https://wicg.github.io/nav-speculation/speculation-rules.html). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as paths from '#kernel/paths.ts';

const path = '/speculation-rules.json';

/** A browser may show what it has fetched five minutes later, whatever `cache-control` says. */
const personalPages = [
  ...[paths.basket, paths.checkout, paths.builds, paths.dashboard],
  ...[`${paths.dashboard}/*`, paths.purchase('*')],
];

const rules = {
  prefetch: [
    {
      source: 'document',
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/card-sandbox/*', '/dev/*', '/assets/*', '/pictures/*'] } },
          { not: { href_matches: personalPages } },
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
