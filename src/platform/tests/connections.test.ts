/** Answers that nobody reads, and connections that are kept. */
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { endUnread, endWhenClosing } from '#platform/http/connections.ts';

const bytes = 30_000_000; // more than the system keeps between two programs

/** They pause before each piece of so many. */
const readers: Record<string, { pauseMs: number; every: number; isComplete: boolean }> = {
  'who reads nothing for longer than the limit loses the connection': {
    pauseMs: 3000,
    every: Number.POSITIVE_INFINITY,
    isComplete: false,
  },
  'who reads slowly gets the whole answer': { pauseMs: 40, every: 10, isComplete: true },
};

test.each(Object.entries(readers))('%s', async (_, { pauseMs, every, isComplete }) => {
  const app = fastify().get('/', () => Buffer.alloc(bytes));
  endUnread(app, 800);
  await app.listen();
  const socket = connect(app.server.address() as { port: number }).on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n');
  let read = 0;
  let pieces = 0;
  for await (const piece of socket as AsyncIterable<Buffer>) {
    if (pieces % every === 0) await pause(pauseMs);
    pieces += 1;
    read += piece.length;
  }
  expect(read > bytes).toBe(isComplete);
  await app.close();
});

test('a stop waits for an answer on its way, and not for the connection that its client keeps', async () => {
  const arrival = Promise.withResolvers<void>();
  const app = fastify({ forceCloseConnections: 'idle' }).get('/', async () => {
    arrival.resolve();
    await pause(200);
    return 'the answer';
  });
  endWhenClosing(app);
  const url = await app.listen();
  const agent = new Agent({ keepAlive: true });
  const answer = new Promise((resolve, reject) => {
    get(url, { agent }, async (response) => resolve(await text(response))).on('error', reject);
  });
  await arrival.promise;
  await app.close();
  expect(await answer).toBe('the answer');
});
