/** Times out slow requests; discards the rest of a body first, because a TCP reset may overtake the answer. */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uploadLimits } from '#kernel/uploaded-images.ts';
import { makeTimeBudget, runWithBudget, type TimeBudget } from '#platform/database/time-budget.ts';

export type ArrivalLimits = {
  headersMs: number;
  bodyMs: number;
  uploadBytesPerSecond: number;
  uploadCheckMs: number;
};

export const defaultArrivalLimits: ArrivalLimits = {
  headersMs: 30_000,
  bodyMs: 30_000,
  uploadBytesPerSecond: 8_000,
  uploadCheckMs: 10_000,
};

/** Node checks its timeouts only at this interval; Fastify disables `requestTimeout`. */
export function makeServerOptions({ headersMs }: ArrivalLimits) {
  return { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(5_000, headersMs / 2) };
}

export function limitArrivalTime(app: FastifyInstance, limits: ArrivalLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const hasConnection = request.raw.socket instanceof Socket; // injected requests have none
    if (hasConnection && hasBody(request)) watchBody(request, reply, limits);
    done();
  });
  // not async: Fastify would wait for the end of each answer, and keep all of it until a long garbage collection
  app.addHook('onSend', (request, reply, payload, done) => {
    const isEarly = reply.getHeader('connection') === 'close' && hasBody(request) && !request.raw.complete;
    if (!isEarly || typeof payload !== 'string') return done();
    reply.header('content-length', Buffer.byteLength(payload));
    done(null, Readable.from(answerThenDiscard(payload, request.raw)));
  });
}

/** The client gets the whole answer first; the connection closes when the generator ends. */
async function* answerThenDiscard(answer: string, raw: IncomingMessage): AsyncGenerator<string> {
  yield answer;
  await discardRest(raw);
}

const maxDiscardedBytes = 16 * 1024 * 1024;
const maxDiscardMs = 3000;

function discardRest(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, maxDiscardMs);
    raw.once('end', end).once('close', end);
    raw.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > maxDiscardedBytes) end();
    });
    if (raw.readableEnded || raw.destroyed) end();
    raw.resume();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/** With what is around the file: a form of which no length was said could go on for ever. */
const maxUploadBytes = 2 * uploadLimits.bytes;

function watchBody(request: FastifyRequest, reply: FastifyReply, limits: ArrivalLimits): void {
  const { raw } = request;
  const { socket } = raw;
  const isUpload = request.routeOptions.config.endpoint?.upload !== undefined;
  const minBytes = (limits.uploadBytesPerSecond * limits.uploadCheckMs) / 1000;
  const maxBytesRead = socket.bytesRead + maxUploadBytes;
  let lastBytesRead = socket.bytesRead;
  const timer = isUpload
    ? setInterval(() => {
        if (socket.bytesRead - lastBytesRead < minBytes || socket.bytesRead > maxBytesRead) timeOut();
        lastBytesRead = socket.bytesRead;
      }, limits.uploadCheckMs)
    : setTimeout(timeOut, limits.bodyMs);

  function timeOut(): void {
    clearTimeout(timer);
    if (reply.raw.headersSent) {
      socket.destroy(); // the answer is already sent
      return;
    }
    request.log.info('the request took too long to arrive');
    socket.end(makeTimeoutResponse(request.id));
    raw.unpipe();
    for (const event of ['data', 'end']) raw.removeAllListeners(event); // nothing else may read the body
    void discardRest(raw).then(() => socket.destroySoon());
  }
  for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(timer));
}

function makeTimeoutResponse(requestId: string): string {
  return `HTTP/1.1 408 Request Timeout\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}

export const requestBudgetMs = 4000;
/** Milliseconds that requests have waited for the database in front of the hooks. */
export const waitedMs = new WeakMap<IncomingMessage, number>();
const budgetKey = 'timeBudget';

export function limitDatabaseTime(app: FastifyInstance): void {
  app.decorateRequest(budgetKey);
  app.addHook('onRequest', (request, _reply, done) => {
    const budget = makeTimeBudget(requestBudgetMs - (waitedMs.get(request.raw) ?? 0));
    request.setDecorator(budgetKey, budget);
    runWithBudget(budget, done);
  });
  // the async context of the first hook is lost while the body is read
  app.addHook('preValidation', (request, _reply, done) => {
    runWithBudget(request.getDecorator<TimeBudget>(budgetKey), done);
  });
}
