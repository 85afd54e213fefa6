/** Which names and addresses mean this machine and nobody else's. */

import type { FastifyRequest } from 'fastify';

/**
 * True for a request of this machine that came through no proxy, as far as can be seen: by the connection, its Host
 * header and its other headers, whatever a trusted proxy forwards. The name counts because a foreign site's name can be
 * made to point to this machine. No browser speaks HTTP/1.0; many an nginx does.
 */
export function isLocalRequest({ raw }: FastifyRequest): boolean {
  const { remoteAddress = '' } = raw.socket;
  const { host = '', ...others } = raw.headers;
  return (
    isLoopback(remoteAddress) &&
    isLoopback(host.replace(/:\d+$/, '')) &&
    raw.httpVersion !== '1.0' &&
    !Object.keys(others).some((name) => forwardingHeader.test(name))
  );
}

/** RFC 7239, RFC 9110 section 7.6.3, RFC 8586, and what proxies send besides. */
const forwardingHeader =
  /^(?:forwarded|via|cdn-loop|x-forwarded(?:-.+)?|x-original-.+|(?:.+-)?(?:client|connecting|real|cluster)-?ip)$/;

/** True for `localhost`, `::1` (in brackets or not) and 127.0.0.0/8, also as IPv6 writes it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || loopback4.test(host);
}

const loopback4 = /^(?:::ffff:)?127(\.\d{1,3}){3}$/;
