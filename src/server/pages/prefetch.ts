/**
 * Which pages a browser may fetch before somebody follows the link: when the mouse rests on it, or a finger goes down.
 * Public pages name these rules in a header, because they have no script in themselves. Source: the Speculation Rules
 * specification, https://wicg.github.io/nav-speculation/speculation-rules.html.
 */
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

/** Adds the address of the rules. */
export function prefetchRoutes(app: FastifyInstance): void {
  app.get(path, { schema: { hide: true } }, (_, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', 'public, max-age=86400')
      .send(JSON.stringify(rules)),
  );
}

/** Names the rules, except to whoever asks to save data (`Save-Data: on`, Client Hints). */
export function offerPrefetch(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'accept-encoding, save-data');
  if (request.headers['save-data']?.toString().toLowerCase() !== 'on')
    reply.header('speculation-rules', `"${path}"`);
}
