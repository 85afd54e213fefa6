/** The shop as a process: starts it, says where it is, and stops it when asked, left alone, or broken. */

import { readConfig } from '#server/config/config.ts';
import { demoAccounts } from '#server/demo.ts';
import { chooseLogFormat } from '#server/logging/log-stream.ts';
import { openProcessLog } from '#server/logging/process-log.ts';
import { type Shop, startShop } from '#server/start.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

/** EX_CONFIG of sysexits.h, by which whoever supervises the shop knows that starting it again is no use. */
const refusedExitCode = 78;
/** A second wish to stop ends by force; what comes sooner is the first, come by two ways (terminal and launcher). */
const secondWishMs = 2000;

const isDevelopment = process.argv.includes('--dev');
// React takes its slow development form unless this says otherwise, when the pages are first imported
process.env.NODE_ENV ??= isDevelopment ? 'development' : 'production';

const { log, fail, captureConsole } = openProcessLog(chooseLogFormat(process.env.LOG_FORMAT, process.stdout));
captureConsole();

const stopping = new AbortController();
let askedAt = 0;
let exitCode = 0;
let shop: Shop | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, askToStop);
if (process.connected) {
  process.once('disconnect', askToStop); // the launcher is gone
  process.channel?.unref();
}
process.on('uncaughtException', endBroken);
// a terminal or pipe that nobody reads any more is no reason to end
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const config = readConfig(process.env, isDevelopment);
  shop = await startShop(config, log, stopping.signal);
  welcome(shop.address, config.isDemo);
  process.send?.('open', () => {});
} catch (error) {
  if (stopping.signal.aborted) process.exit(exitCode);
  fail(error instanceof StartupRefusal ? error.message : error);
  process.exit(error instanceof StartupRefusal ? refusedExitCode : 1);
}

function askToStop(): void {
  if (askedAt > 0 && Date.now() - askedAt > secondWishMs) {
    fail('Asked to stop once more: COMPACT ends at once, by force.');
    process.exit(exitCode);
  }
  askedAt ||= Date.now();
  void stop();
}

/** What nobody has caught may have left anything in any state: only a new process is sound. */
function endBroken(error: unknown): void {
  fail(error);
  if (stopping.signal.aborted) return;
  exitCode = 1;
  void stop();
}

/** A start that is still going on ends by a throw, above. */
async function stop(): Promise<void> {
  stopping.abort();
  await shop?.stop();
  if (shop) process.exit(exitCode);
}

function welcome(address: string, isDemo: boolean): void {
  log(`COMPACT is open at ${address}`);
  if (!isDemo) return;
  const [admin, customer] = demoAccounts;
  log(`Demo accounts: ${admin.email} and ${customer.email}, password ${admin.password}`);
}
