/** Chooses and makes the compressed form of what is kept, and the tag by which a client asks whether it is still so. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';
export type Encoded = Partial<Record<Encoding, Promise<Buffer>>>;

const chosen = new LRUCache<string, Encoding>({ max: 100 });

export function chooseEncoding(request: FastifyRequest): Encoding {
  const { 'accept-encoding': accepted } = request.headers;
  if (typeof accepted !== 'string') return 'identity';
  const known = chosen.get(accepted);
  if (known) return known;
  const negotiator = new Negotiator(request);
  const encoding =
    negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] }) ?? 'identity';
  if (accepted.length < 200) chosen.set(accepted, encoding);
  return encoding;
}

export function encode(body: Buffer, encoding: Encoding, isCached: boolean): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(body);
  if (encoding === 'gzip') return promisify(gzip)(body, { level: isCached ? 9 : 5 });
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isCached ? 9 : 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

export function makeEtag(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

export function matchesEtag({ headers }: FastifyRequest, etag: string): boolean {
  return headers['if-none-match']?.split(',').some((known) => known.trim() === etag) ?? false;
}
