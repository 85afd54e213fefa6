/** The routes of Meet Our CEO: the endpoint, and the form of the home page, which works without a script. */
import type { FastifyInstance } from 'fastify';
import { registerForms } from '#api/page-forms.ts';
import { formatNetwork, limitAttempts } from '#api/rate-limits.ts';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { writeToCeoEndpoint, writeToCeoForm } from '#contract/administration/ceo-letters.ts';
import { wording } from '#domain/wording.ts';
import { writeToCeo } from '#shop/administration/write-to-ceo.ts';

/** For each network address in five minutes; many visitors may share a router. */
const maxLetters = 100;

export async function ceoRoutes(app: FastifyInstance, services: ApiDependencies): Promise<void> {
  await limitAttempts(app, services, {
    max: maxLetters,
    timeWindow: '5 minutes',
    keyGenerator: ({ ip }) => `a letter from ${formatNetwork(ip)}`,
  });

  const write = registerEndpoint(app, services, writeToCeoEndpoint, async ({ body, at }) => {
    await writeToCeo(services, { email: body.email, at });
    return { thanks: wording.ceo.thanks };
  });

  registerForms(app, services, [[writeToCeoForm, write]]);
}
