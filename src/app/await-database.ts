/** Waits for a database that comes later than the shop, and tells supervisors meanwhile. */
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#app/config.ts';
import type { StopSequence } from '#app/stop-sequence.ts';
import { explainRefusal } from '#kernel/refusals.ts';
import { describeFailure, explainUnusable, isPassing } from '#platform/database/unavailable.ts';
import { findTitle, retryAfterSeconds } from '#platform/http/problems.ts';
import type { Log } from '#platform/system/log.ts';

const retryMs = 1000;

/** Repeats the work until the database answers. Throws a StartupRefusal for what no waiting mends. */
export async function awaitDatabase(
  config: Pick<Config, 'databaseUrl' | 'host' | 'port'>,
  { log, stops }: { log: Log; stops: StopSequence },
  work: () => Promise<void>,
): Promise<void> {
  let loggedReason: string | undefined;
  let server: Server | undefined;
  for (;;) {
    try {
      await work();
      break;
    } catch (error) {
      if (!isPassing(error)) throw explainUnusable(config, error);
      const reason = describeFailure(error);
      if (reason !== loggedReason)
        log(`The database cannot be used yet (${reason}); COMPACT waits for it, and opens then.`, 'warn');
      loggedReason = reason;
      stops.signal.throwIfAborted();
      server ??= await stops.open('the server of the waiting shop', answerMeanwhile(config), closeServer);
      await sleep(retryMs, undefined, { signal: stops.signal });
    }
  }
  if (server) await closeServer(server);
}

/** As the shop answers when its database goes away later. */
async function answerMeanwhile({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Server> {
  const server = createServer((request, response) => {
    const probe = probes.get(request.url ?? '');
    response
      .setHeader('content-type', probe ? 'application/json' : 'application/problem+json; charset=utf-8')
      .setHeader('connection', 'close');
    if (probe !== alive) response.writeHead(503, { 'retry-after': String(retryAfterSeconds) });
    response.end(JSON.stringify(probe ?? problem));
  });
  return await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

const alive = { status: 'alive' };
const probes = new Map([
  ['/healthz', alive],
  ['/readyz', { status: 'the database cannot be reached' }],
]);

const refused = 'database-unavailable';
const problem = {
  ...{ detail: explainRefusal({ refused }), refused },
  ...{ type: 'about:blank', title: findTitle(503), status: 503 },
};

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
