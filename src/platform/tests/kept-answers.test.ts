/** Answers of the API that are kept for visitors. */
import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { openKeptAnswers } from '#platform/http/kept-answers.ts';
import { waitedMs } from '#platform/http/slow-requests.ts';

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

test('when it cannot be asked whether what is kept is still so, the call goes on with the time that is left', async () => {
  const stock = { count: () => 0, hasChanged: () => false };
  let refresh = async () => {};
  const kept = openKeptAnswers({ current: () => 'the same', stock, refresh: () => refresh() });
  const app = fastify();
  const waited: (number | undefined)[] = [];
  app.get('/', async (request, reply) => {
    waited.push(waitedMs.get(request.raw));
    await kept.make(
      { request, reply },
      async () => ({}),
      () => undefined,
    );
    return reply;
  });
  kept.sendFirst(app, { observe: () => {}, isDoubtful: () => false });
  const address = await app.listen();
  for (let call = 0; call < 2; call += 1) expect((await fetch(address)).status).toBe(200);
  expect(waited).toEqual([undefined]);
  refresh = () => setTimeout(20).then(() => Promise.reject(new Error('no answer')));
  expect((await fetch(address)).status).toBe(500);
  expect(waited[1]).toBeGreaterThan(15);
  await app.close();
});
