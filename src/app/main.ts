/** The process of the shop: starts it and stops it on a signal, without its launcher, or after an error. */
import { performance } from 'node:perf_hooks';
import { readConfig } from '#app/config.ts';
import { type Shop, startShop } from '#app/start.ts';
import { chooseLogFormat, openProcessLog } from '#platform/logging/log-stream.ts';
import { returnMemory } from '#platform/system/return-memory.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

/** A second signal stops by force; within this time it is the first one again, from terminal and launcher. */
const repeatedSignalMs = 2000;

/** After this time the work of the start is done, and later that of a busy time. */
const quietMs = 15_000;

/** A busy time leaves more than this, in bytes, of the pages and answers that it made and nobody keeps. */
const leftBytes = 32 * 2 ** 20;

/** The share of a second in which a shop works of which nobody asks anything. */
const restingUtilization = 0.1;

const isDevelopment = process.argv.includes('--dev');
// React reads it on import; its development build is slow
process.env.NODE_ENV ??= isDevelopment ? 'development' : 'production';

const { log, fail, captureConsole } = openProcessLog(chooseLogFormat(process.env.LOG_FORMAT, process.stdout));
captureConsole();

const stopping = new AbortController();
let signalledAt = 0;
let exitCode = 0;
let shop: Shop | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, requestStop);
if (process.connected) {
  process.once('disconnect', requestStop); // the launcher is gone
  process.channel?.unref();
}
process.on('uncaughtException', stopAfterError);
// a closed terminal or pipe must not end the process
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const config = readConfig(process.env, isDevelopment);
  shop = await startShop(config, log, stopping.signal);
  for (const line of [`COMPACT is open at ${shop.address}`, ...shop.welcome]) log(line);
  process.send?.('open', () => {});
  setTimeout(releaseMemory, quietMs).unref();
} catch (error) {
  if (stopping.signal.aborted) process.exit(exitCode);
  fail(error instanceof StartupRefusal ? error.message : error);
  process.exit(error instanceof StartupRefusal ? error.exitCode : 1);
}

/** What a start or a busy time has left. Nobody is answered meanwhile, so not while anybody asks. */
function releaseMemory(heldBytes = 0): void {
  const begun = performance.eventLoopUtilization();
  setTimeout(() => {
    const isResting = performance.eventLoopUtilization(begun).utilization < restingUtilization;
    const isDue = isResting && process.memoryUsage.rss() > heldBytes + leftBytes;
    if (isDue) returnMemory();
    setTimeout(releaseMemory, quietMs, isDue ? process.memoryUsage.rss() : heldBytes).unref();
  }, 1000).unref();
}

function requestStop(): void {
  if (signalledAt > 0 && Date.now() - signalledAt > repeatedSignalMs) {
    fail('Asked to stop once more: COMPACT ends at once, by force.');
    process.exit(exitCode);
  }
  signalledAt ||= Date.now();
  void stop();
}

function stopAfterError(error: unknown): void {
  fail(error);
  if (stopping.signal.aborted) return;
  exitCode = 1;
  void stop();
}

async function stop(): Promise<void> {
  stopping.abort();
  await shop?.stop({ isImmediate: exitCode !== 0 });
  if (shop) process.exit(exitCode);
}
