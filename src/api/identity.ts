/** The door to the identity library: only the calls that the shop uses, checked by the contract first. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendIdentityProblem } from '#api/problems.ts';
import type { Services } from '#api/serve.ts';
import type { Call } from '#contract/call.ts';
import { readSession, signIn, signOut, signUp } from '#contract/people.ts';

/** How often one account may be tried from one address, and how often one address may sign up, in five minutes. */
export type SignInLimits = { attempts: number; signUps: number };

export async function identityRoutes(
  app: FastifyInstance,
  services: Services,
  limits: SignInLimits,
): Promise<void> {
  await app.register(rateLimit, { global: false });
  const window = '5 minutes';
  forward(app, services, signUp, { max: limits.signUps, timeWindow: window, keyGenerator: ({ ip }) => ip });
  forward(app, services, signIn, {
    max: limits.attempts,
    timeWindow: window,
    hook: 'preHandler', // the body tells the account
    keyGenerator: ({ ip, body }) => `${ip} ${(body as { email: string }).email}`,
  });
  forward(app, services, signOut);
  forward(app, services, readSession);
}

type RateLimit = {
  max: number;
  timeWindow: string;
  hook?: 'preHandler';
  keyGenerator: (request: FastifyRequest) => string;
};

/** Hands the parsed request to the library and its answer, cookies included, back. */
function forward(
  app: FastifyInstance,
  { accounts, publicUrl }: Services,
  call: Call,
  limit?: RateLimit,
): void {
  app.route({
    method: call.method,
    url: call.path,
    schema: {
      summary: call.summary,
      ...(call.body ? { body: call.body } : {}),
      response: { 200: call.answer },
    },
    config: { call, ...(limit ? { rateLimit: limit } : {}) },
    async handler(request, reply) {
      const headers = headersOf(request);
      headers.delete('content-length');
      headers.set('content-type', 'application/json'); // the library wants one even where there is no body
      const answer = await accounts.handler(
        new Request(new URL(request.url, publicUrl), {
          method: request.method,
          headers,
          ...(call.method === 'GET' ? {} : { body: JSON.stringify(request.body ?? {}) }),
        }),
      );
      for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
      reply.header('cache-control', 'no-store');
      const content = await answer.json();
      if (!answer.ok) return sendIdentityProblem(reply, answer.status, content);
      return reply.code(200).send(content as object);
    },
  });
}

/** A request's headers as the web platform's `Headers`; the address is the connection's, not what a header claims. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  headers.set('x-forwarded-for', request.ip);
  return headers;
}
