/** Answers that nobody reads. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { endUnread } from '#platform/http/unread-answers.ts';

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
