/** Parses TRUST_PROXY: the proxies whose X-Forwarded-For header counts. */
import { isIP } from 'node:net';

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
