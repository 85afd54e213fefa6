/** Chooses and makes the compressed form of what is kept, and the tag by which a client asks whether it is still so. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';
export type Encoded = Partial<Record<Encoding, Promise<Buffer>>>;

const chosen = new LRUCache<string, Encoding>({ max: 100 });

export function chooseEncoding(request: Pick<IncomingMessage, 'headers'>): Encoding {
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

/** For what is kept in this form alone. */
export function acceptsGzip(request: Pick<IncomingMessage, 'headers'>): boolean {
  return new Negotiator(request).encoding(['gzip', 'identity'], { preferred: ['gzip'] }) === 'gzip';
}

/** In memory of its own. */
export async function encode(body: Buffer, encoding: Encoding, isCached: boolean): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return takeOut(await promisify(gzip)(body, { level: isCached ? 9 : 5 }));
  const params = {
    ...(isCached ? keptBrotli(body) : fastBrotli),
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return takeOut(await promisify(brotliCompress)(body, { params }));
}

const fastBrotli = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/**
 * From quality 6 on the encoder takes tables of up to 33 MB, unless its window is small: for a list of 98 kB 120 ms of CPU,
 * where 5 takes 8 and gives 2 % more bytes. Source: Brotli's `quality.h`, `ChooseHasher`.
 */
function keptBrotli({ length }: Buffer) {
  const smallWindow = 16;
  return length <= 2 ** smallWindow
    ? { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: smallWindow }
    : { [constants.BROTLI_PARAM_QUALITY]: 5 };
}

/** Of a block that Node shares out among small buffers, 64 kB for a page that is kept would be kept, too. */
export function takeOut(bytes: Buffer): Buffer {
  return bytes.buffer.byteLength === bytes.length ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}

export function makeEtag(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Compares weakly, as RFC 9110, 13.1.2, has it. */
export function matchesEtag({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known?.some((each) => each === '*' || `W/${each}` === etag) ?? false;
}
