/** Lets work in the background wait while requests are being answered. */
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when no request is open, or after a second: a slow one does not stop the work. */
export function watchRequests(server: Server, longestMs = 1000): () => Promise<void> {
  let open = 0;
  server.on('request', (_request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
  });
  return async () => {
    for (let leftMs = longestMs; open > 0 && leftMs > 0; leftMs -= pauseMs) await sleep(pauseMs);
    await sleep(0); // whatever has arrived meanwhile comes first
  };
}

const pauseMs = 20;
