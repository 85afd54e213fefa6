/** Answers of the API that are kept for visitors. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
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

describe('in front of the framework', () => {
  const stock = { count: () => 0, hasChanged: () => false };
  const given = async (limitMs = Number.POSITIVE_INFINITY) => {
    const version = { name: 'first', refresh: async () => {} };
    const kept = openKeptAnswers({ current: () => version.name, stock, refresh: () => version.refresh() });
    const app = fastify();
    const waited: (number | undefined)[] = [];
    app.get('/', async (request, reply) => {
      waited.push(waitedMs.get(request.raw));
      const { name } = version;
      await kept.make(
        { request, reply },
        () => setTimeout(20, { name }),
        () => undefined,
      );
      return reply;
    });
    kept.sendFirst(app, { observe: () => {}, isDoubtful: () => false, limitMs });
    const address = await app.listen();
    onTestFinished(() => app.close());
    const ask = async (signal: AbortSignal | null = null) => (await fetch(address, { signal })).text();
    return { version, waited, ask, app, address };
  };

  test('all who find it out of date wait for the first, who makes it again', async () => {
    const { version, waited, ask } = await given();
    for (const name of ['first', 'second', 'third']) {
      version.name = name;
      const first = name === 'first' ? [await ask()] : [];
      const others = await Promise.all([ask(), ask(), ask(), ask()]);
      expect(new Set([...first, ...others])).toEqual(new Set([JSON.stringify({ name })]));
    }
    expect(waited).toHaveLength(3);
  });

  test('the call goes on with the time that is left when it cannot be asked whether it is still so', async () => {
    const { version, waited, ask } = await given();
    for (let call = 0; call < 2; call += 1) await ask();
    expect(waited).toEqual([undefined]);
    version.refresh = () => setTimeout(20).then(() => Promise.reject(new Error('no answer')));
    expect(await ask()).toContain('no answer');
    expect(waited[1]).toBeGreaterThan(15);
  });

  test('nobody waits for a first who has left before it found the answer out of date, and could not make it', async () => {
    const { version, waited, ask } = await given();
    await ask();
    version.name = 'second';
    const leaving = new AbortController();
    let refreshes = 0;
    version.refresh = async () => {
      refreshes += 1;
      if (refreshes > 1) throw new Error('no answer');
      leaving.abort();
      await setTimeout(50);
    };
    await expect(ask(leaving.signal)).rejects.toThrow('aborted');
    await vi.waitUntil(() => waited.length === 2);
    version.refresh = async () => {};
    expect(await ask()).toBe('{"name":"second"}');
  });

  test('a call goes on with the time that is left when it is not known in time whether it is still so', async () => {
    const { version, waited, ask } = await given(20);
    await ask();
    version.refresh = () => {
      version.refresh = async () => {};
      return new Promise(() => {});
    };
    expect(await ask()).toBe('{"name":"first"}');
    expect(waited[1]).toBeGreaterThan(15);
  });

  test('who goes on asking while the server closes is told that the connection ends', async () => {
    const { version, ask, app, address } = await given();
    await ask();
    version.refresh = async () => {
      version.refresh = async () => {};
      void app.close();
      await vi.waitUntil(() => !app.server.listening);
    };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const said = [1, 2].map(async () => {
      const [answer] = (await once(get(address, { agent }), 'response')) as [IncomingMessage];
      return answer.resume().headers.connection;
    });
    expect(await Promise.all(said)).toEqual(['keep-alive', 'close']);
  });
});
