/** Removes secrets from the addresses of requests in the log. */
import type { FastifyRequest } from 'fastify';

export function redactSecrets(url: string): string {
  return url.replace(secretParameter, '$1…');
}

const secretParameter =
  /([?&;](?:token|code|state|client_secret|payment_intent_client_secret|password)=)[^&;#]*/gi;

export function describeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    url: redactSecrets(request.url),
    host: request.host,
    remoteAddress: request.ip,
    remotePort: request.socket?.remotePort,
  };
}
