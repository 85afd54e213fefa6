/** Ends connections that ask and do not read, because what waits for them is memory of the shop, and all when it stops. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Answers that wait for those before them. Browsers and proxies ask for one at a time (RFC 9112, 9.3.2). */
const maxWaiting = 10;

/** The answers of a pipeline are all made at once. */
export function limitPipelines(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (reply.raw.socket) return done(); // it has the connection for itself, as nearly all have
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    reply.raw.once('finish', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    if (count > maxWaiting) socket.destroy();
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

/** A connection that is busy when the shop stops ends with its answer: Node would keep it, and the stop, for 72 s. */
export function endWhenClosing(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    Object.assign(app.server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
    done();
  });
}
