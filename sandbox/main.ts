/** The sandbox as a process: starts, tells its parent where it listens, and ends when it is told to or left alone. */

import { type Clock, startClock } from './clock.ts';
import { type Config, readConfig } from './config.ts';
import { makeSender } from './sender.ts';
import { buildServer } from './server.ts';
import { type Ledger, openLedger } from './store.ts';

/** Longest wait, in milliseconds, for requests in flight when the process is told to end. */
const PATIENCE = 5_000;

process.umask(0o077); // SQLite takes the mode of its files from it
const config = readConfig(process.env);
if (typeof config === 'string') fail(config);
else await run(config);

async function run(config: Config): Promise<void> {
  const ledger = open(config);
  if (!ledger) return;
  const server = buildServer(ledger, config);
  const sender = makeSender(ledger, config);
  let clock: Clock | undefined;

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), PATIENCE).unref();
    clock?.stop();
    await Promise.all([server.close(), sender.stop()]);
    ledger.close();
    process.exit(0);
  };

  process.on('SIGTERM', stop);
  process.on('disconnect', stop);
  // Ctrl-C reaches the whole process group. A parent that still has payments in flight needs its sandbox until it
  // closes the channel itself; only a sandbox that was started by hand ends at once.
  process.on('SIGINT', () => process.send ?? stop());

  try {
    await server.listen({ host: config.host, port: config.port });
  } catch (error) {
    isStopping = true; // letting go of the parent below is no reason to stop once more
    ledger.close();
    return fail(`The sandbox cannot listen on ${config.host}:${config.port}: ${reasonOf(error)}`);
  }

  clock = startClock(ledger, config, sender);
  // a parent that died while this process was starting is not heard of any more
  if (process.connected === false) return await stop();

  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  console.log(`Card sandbox listening on http://${config.host}:${port}`);
  // 'disconnect' tells of a parent that has gone; a message that cannot be sent needs no answer here.
  process.send?.({ port }, () => {});
}

function open(config: Config): Ledger | undefined {
  try {
    return openLedger(config.folder);
  } catch (error) {
    fail(`The sandbox cannot open its ledger in ${config.folder}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
  // An open channel to the parent would keep the process alive.
  process.disconnect?.();
}
