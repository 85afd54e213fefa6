/** Answers of the API that are kept for visitors. */
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { openKeptAnswers } from '#platform/http/kept-answers.ts';

test('an answer that sets a cookie is a failure, and not kept: it would set the cookie of one for all', async () => {
  const stock = { count: () => 0, hasChanged: () => false };
  const kept = openKeptAnswers({ current: () => 'the same', stock, refresh: async () => {} });
  const app = fastify();
  app.get<{ Params: { kind: string } }>('/:kind', async (request, reply) => {
    if (request.params.kind === 'own') reply.header('set-cookie', 'session=own');
    await kept.make(
      { request, reply },
      async () => ({}),
      () => undefined,
    );
    return reply;
  });
  expect((await app.inject('/shared')).statusCode).toBe(200);
  expect((await app.inject('/own')).statusCode).toBe(500);
  expect(kept.usage().pages).toBe(1);
});
