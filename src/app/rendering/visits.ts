/** Who a page is rendered for, by the session's cookie, and the calls of the API that it makes in their name. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Identification } from '#platform/http/register-endpoint.ts';
import type { Visit } from '#ui/session/visit.ts';

export function makeVisitFinder(
  app: FastifyInstance,
  { makeSessionToken }: Pick<Identification, 'makeSessionToken'>,
): (request: FastifyRequest) => Promise<Visit> {
  return async (request) => {
    const session = await makeSessionToken(request);
    const { host, cookie = '' } = request.headers;
    const ownHeaders = { host, cookie, ...(session && { authorization: `Bearer ${session.token}` }) };
    return {
      person: session && {
        name: session.viewer.name,
        email: session.viewer.email,
        isAdmin: session.viewer.role === 'admin',
      },
      async call(url, { method = 'GET', headers, body }) {
        const answer = await app.inject({
          method: method as 'GET',
          url,
          headers: { ...(headers as Record<string, string>), ...ownHeaders },
          ...(typeof body === 'string' ? { payload: body } : {}),
          remoteAddress: request.ip,
        });
        return new Response(answer.body, {
          status: answer.statusCode,
          headers: answer.headers as Record<string, string>,
        });
      },
    };
  };
}
