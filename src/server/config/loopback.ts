/** Recognizes loopback addresses and requests from this machine. */
import type { FastifyRequest } from 'fastify';

/** Whatever a trusted proxy forwards. Host: DNS rebinding. HTTP/1.0: nginx as a proxy; no browser sends it. */
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

/** RFC 7239, RFC 9110 section 7.6.3, RFC 8586, and common headers of proxies, Envoy and Amazon’s among them. */
const forwardingHeader =
  /^(?:forwarded|via|cdn-loop|x-forward(?:ed)?(?:-.+)?|x-(?:original|envoy|amzn|amz-cf|azure|arr)-.+|(?:.+-)?(?:client|connecting|real|cluster)-?ip)$/;

/** True for `localhost`, `::1` (in brackets or not) and 127.0.0.0/8, also mapped to IPv6. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || loopback4.test(host);
}

const loopback4 = /^(?:::ffff:)?127(\.\d{1,3}){3}$/;
