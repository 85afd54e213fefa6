/**
 * Gives up requests that trickle in, so that a few slow clients cannot keep connections and memory for as long as they like.
 * A connection that is closed below what still arrives is reset, and a reset can overtake the answer: so that is discarded first.
 */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type ArrivalLimits = {
  /** How long the headers may take; this and the others in milliseconds. */
  headersMs: number;
  /** How long a body may take that is no upload. */
  bodyMs: number;
  /** How much of an upload must arrive at least, on average between two looks. */
  uploadBytesPerSecond: number;
  uploadCheckMs: number;
};

export const defaultArrivalLimits: ArrivalLimits = {
  headersMs: 30_000,
  bodyMs: 30_000,
  uploadBytesPerSecond: 8_000,
  uploadCheckMs: 10_000,
};

/** For Node, which looks at connections only now and then; Fastify switches its limit of whole requests off. */
export function makeServerOptions({ headersMs }: ArrivalLimits) {
  return { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(5_000, headersMs / 2) };
}

/** Limits how slowly bodies arrive. */
export function limitArrivalTime(app: FastifyInstance, limits: ArrivalLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const hasConnection = request.raw.socket instanceof Socket; // an injected request has none, and arrives whole
    if (hasConnection && hasBody(request)) watch(request, reply, limits);
    done();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const isEarly = reply.getHeader('connection') === 'close' && hasBody(request) && !request.raw.complete;
    if (!isEarly || typeof payload !== 'string') return payload;
    reply.header('content-length', Buffer.byteLength(payload));
    return Readable.from(answerThenDiscard(payload, request.raw));
  });
}

/** The client has the whole answer after the first piece; the connection is closed after the second. */
async function* answerThenDiscard(answer: string, raw: IncomingMessage): AsyncGenerator<string> {
  yield answer;
  await discardRest(raw);
}

const mostDiscardedBytes = 16 * 1024 * 1024;
const longestDiscardMs = 3000;

/** Resolves when the body has arrived, its connection is closed, or enough of it was discarded. */
function discardRest(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, longestDiscardMs);
    raw.once('end', end).once('close', end);
    raw.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > mostDiscardedBytes) end();
    });
    if (raw.readableEnded || raw.destroyed) end();
    raw.resume();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function watch(request: FastifyRequest, reply: FastifyReply, limits: ArrivalLimits): void {
  const { raw } = request;
  const { socket } = raw;
  const isUpload = request.routeOptions.config.endpoint?.upload !== undefined;
  const leastBytes = (limits.uploadBytesPerSecond * limits.uploadCheckMs) / 1000;
  let seen = socket.bytesRead;
  const timer = isUpload
    ? setInterval(() => {
        if (socket.bytesRead - seen < leastBytes) giveUp();
        seen = socket.bytesRead;
      }, limits.uploadCheckMs)
    : setTimeout(giveUp, limits.bodyMs);

  function giveUp(): void {
    clearTimeout(timer);
    if (reply.raw.headersSent) {
      socket.destroy(); // the answer went out long ago
      return;
    }
    socket.end(tooSlow);
    raw.unpipe();
    for (const event of ['data', 'end']) raw.removeAllListeners(event); // whoever waits for the body never gets it
    void discardRest(raw).then(() => socket.destroySoon());
  }
  for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(timer));
}

const tooSlow = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
