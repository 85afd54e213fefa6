/** The routes of Meet Our CEO: the endpoint, and the form of the home page, which works without a script. */
import type { FastifyInstance } from 'fastify';
import { formatNetwork, limitAttempts } from '#api/rate-limits.ts';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { writeToCeoEndpoint } from '#contract/administration/ceo-letters.ts';
import { wording } from '#domain/wording.ts';
import { writeToCeo } from '#shop/administration/write-to-ceo.ts';

/** For each network address in five minutes; many visitors may share a router. */
const maxLetters = 100;

export async function ceoRoutes(app: FastifyInstance, services: ApiDependencies): Promise<void> {
  const { now } = services;
  await limitAttempts(app, services, {
    max: maxLetters,
    timeWindow: '5 minutes',
    keyGenerator: ({ ip }) => `a letter from ${formatNetwork(ip)}`,
  });

  registerEndpoint(app, services, writeToCeoEndpoint, async ({ body, at }) => {
    await writeToCeo(services, { email: body.email, at });
    return { thanks: wording.ceo.thanks };
  });

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, form, done) => done(null, Object.fromEntries(new URLSearchParams(String(form)))),
  );
  // the home page shows the message that the fragment names
  app.post('/ceo', { schema: { hide: true } }, async (request, reply) => {
    const letter = writeToCeoEndpoint.body.safeParse(request.body);
    if (!letter.success) return reply.redirect('/#ceo-wrong', 303);
    await writeToCeo(services, { email: letter.data.email, at: now() });
    return reply.redirect('/#ceo-thanks', 303);
  });
}
