/** The routes about people: access tokens and roles. */
import type { FastifyInstance } from 'fastify';
import { headersOf } from '#api/identity.ts';
import { type Services, serve } from '#api/serve.ts';
import { createAccessToken, readAdmin } from '#contract/people.ts';
import { findPersonByEmail } from '#database/people.ts';
import { signAccessToken, tokenLifetime } from '#identity/access-tokens.ts';

export function peopleRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, createAccessToken, async ({ params, body, at, request }) => {
    const live = await services.accounts.api.getSession({ headers: headersOf(request) });
    if (!live) return { refused: 'not-signed-in' };
    const { user, session } = live;
    if (user.email !== params.email || (body.email ?? user.email) !== user.email)
      return { refused: 'not-allowed' };
    const token = await signAccessToken(services.secret, { id: session.id, personId: user.id }, at);
    const expiresAt = new Date(at.getTime() + tokenLifetime * 1000).toISOString();
    return { token, expiresAt, name: user.name, email: user.email };
  });

  serve(app, services, readAdmin, async ({ viewer, params }) => {
    if (viewer.email === params.email) return { admin: viewer.role === 'admin' };
    if (viewer.role !== 'admin') return { refused: 'not-allowed' };
    const person = await findPersonByEmail(services.db, params.email);
    return person ? { admin: person.role === 'admin' } : { refused: 'person-not-found' };
  });
}
