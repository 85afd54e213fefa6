/** Ends connections that ask for more and more before they read: the answers of a pipeline are all made at once, and held. */
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers and proxies ask for one at a time (RFC 9112, 9.3.2). */
const maxUnanswered = 10;

export function limitPipelines(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (!(socket instanceof Socket)) return done(); // injected
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count > maxUnanswered) socket.destroy();
    // what was read with it still comes here
    if (socket.destroyed) reply.hijack();
    else done();
  });
}
