/** Pages of a shop that come in pieces, as over a bad line. */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { listenHere } from './processes.ts';

/** Bytes of a piece; what comes after so many of them comes at once. */
const size = 700;
const count = 40;

/** Starts a server until the end of the test that answers as the shop does, but sends a page piece by piece, each of which a browser has time to paint; returns its address. */
export async function servePieces(shop: string): Promise<string> {
  const server = createServer(async ({ url = '/', headers: sent }, answer) => {
    const { accept = '', cookie = '', authorization = '' } = sent;
    const whole = await fetch(shop + url, { headers: { accept, cookie, authorization } });
    const type = whole.headers.get('content-type') ?? '';
    answer.writeHead(whole.status, { 'content-type': type });
    const body = Buffer.from(await whole.arrayBuffer());
    const slow = type.startsWith('text/html') ? Math.min(body.length, size * count) : 0;
    for (let at = 0; at < slow; at += size) {
      answer.write(body.subarray(at, Math.min(at + size, slow)));
      await pause(40);
    }
    answer.end(body.subarray(slow));
  });
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${await listenHere(server)}`;
}
