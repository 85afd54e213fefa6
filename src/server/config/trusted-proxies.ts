/** Reads TRUST_PROXY: which proxies are believed when they say, in X-Forwarded-For, where a request comes from. */
import { isIP } from 'node:net';

/** So many proxies one behind the other, or proxies by their addresses and networks. */
export type TrustedProxies = number | string[];

const wrongForm =
  'must be the number of proxies in front of the shop (from 1 to 9) or their addresses, with commas between them';

/** A sentence about the form when it is wrong. */
export function parseTrustedProxies(given: string): TrustedProxies | string {
  if (/^[1-9]$/.test(given)) return Number(given);
  const addresses = given.split(',').map((address) => address.trim());
  return addresses.every(isNetwork) ? addresses : wrongForm;
}

/**
 * The form that Fastify wants, which trusts nobody when it is given a plain number: with that, whoever reaches the shop
 * past its proxies may claim any address.
 */
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
