/** Which names and addresses mean this machine and nobody else's. */

import type { FastifyRequest } from 'fastify';

/**
 * By the connection and its Host header alone, whatever a trusted proxy forwards. The name counts as well: a foreign
 * site whose name was made to point to this machine must not read what is for developers.
 */
export function isFromHere({ raw }: FastifyRequest): boolean {
  const { remoteAddress = '' } = raw.socket;
  const { host = '' } = raw.headers;
  return isLoopback(remoteAddress) && isLoopback(host.replace(/:\d+$/, ''));
}

/** True for `localhost`, `::1` (in brackets or not) and 127.0.0.0/8, also as IPv6 writes it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || loopback4.test(host);
}

const loopback4 = /^(?:::ffff:)?127(\.\d{1,3}){3}$/;
