/** How the log writes the address of a request: without what lets in whoever reads it. */
import type { FastifyRequest } from 'fastify';

/** The path and its parameters, each secret replaced by three dots. */
export function redactSecrets(url: string): string {
  return url.replace(secretParameter, '$1…');
}

/** Mailed tokens, what a log-in provider sends back, and the secrets of card payments. */
const secretParameter =
  /([?&;](?:token|code|state|client_secret|payment_intent_client_secret|password)=)[^&;#]*/gi;

/** What Fastify writes of a request, with that address. */
export function describeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    url: redactSecrets(request.url),
    host: request.host,
    remoteAddress: request.ip,
    remotePort: request.socket?.remotePort,
  };
}
