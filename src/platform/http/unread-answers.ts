/** Ends connections that ask and do not read: what waits for them is memory of the shop. */
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers and proxies ask for one at a time (RFC 9112, 9.3.2). */
const maxUnanswered = 10;

/** The answers of a pipeline are all made at once. */
export function limitPipelines(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (!(socket instanceof Socket)) return done(); // injected
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    reply.raw.once('finish', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count > maxUnanswered) socket.destroy();
    // what was read with it still comes here
    if (socket.destroyed) reply.hijack();
    else done();
  });
}

/** Ends those that take nothing of an answer for so long. Node's own limit would end calls that work for longer, too. */
export function endUnread(app: FastifyInstance, limitMs = 60_000): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const look = setInterval(() => {
    // begins again with each piece that is taken; Node clears it when the answer is finished
    for (const socket of open) if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(limitMs);
  }, limitMs / 4).unref();
  app.addHook('onClose', () => clearInterval(look));
}
