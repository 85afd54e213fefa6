/** Recognizes loopback addresses and requests from this machine, and parses the proxies of TRUST_PROXY. */
import { isIP } from 'node:net';
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

export type TrustedProxies = number | string[];

const formMessage =
  'must be the number of proxies in front of the shop (from 1 to 9) or their addresses, with commas between them';

export function parseTrustedProxies(given: string): TrustedProxies | string {
  if (/^[1-9]$/.test(given)) return Number(given);
  const addresses = given.split(',').map((address) => address.trim());
  return addresses.every(isNetwork) ? addresses : formMessage;
}

/** With Fastify's own number a client that bypasses the proxies may claim any address. */
export function makeTrustFunction(proxies: TrustedProxies | undefined) {
  if (typeof proxies !== 'number') return proxies ?? false;
  return (_address: string, index: number) => index < proxies;
}

function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128));
}
