/** The sandbox as a process: reports where it listens, and stops on a signal or when its parent is gone. */
import { type Config, readConfig, standaloneDefaults } from './config.ts';
import { API_VERSION } from './http/endpoint.ts';
import { buildServer } from './http/server.ts';
import { type Ledger, openLedger } from './ledger/ledger.ts';
import { type Scheduler, startScheduler } from './scheduler/outcomes.ts';
import { makeSender } from './webhooks/sender.ts';

/** How long requests in flight may take when the process stops. */
const stopTimeoutMs = 5_000;

process.umask(0o077); // SQLite takes the mode of its files from it
const isStandalone = process.argv.includes('--standalone');
const config = readConfig(isStandalone ? { ...standaloneDefaults, ...process.env } : process.env);
if (typeof config === 'string') fail(config);
else await run(config);

async function run(config: Config): Promise<void> {
  const ledger = open(config);
  if (!ledger) return;
  const server = buildServer(ledger, config);
  const sender = makeSender(ledger, config);
  let scheduler: Scheduler | undefined;

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    scheduler?.stop();
    await Promise.all([server.close(), sender.stop()]);
    ledger.close();
    process.exit(0);
  };
  stopOnSignal(stop);

  try {
    await server.listen({ host: config.host, port: config.port });
  } catch (error) {
    isStopping = true; // the disconnect below is no reason to stop once more
    ledger.close();
    return fail(`The sandbox cannot listen on ${config.host}:${config.port}: ${describeError(error)}`);
  }

  scheduler = startScheduler(ledger, config, sender);
  // A parent that died during the start causes no event any more.
  if (process.connected === false) return await stop();

  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  console.log(`Card sandbox listening on http://${config.host}:${port}`);
  if (isStandalone) console.log(describeStandalone(config, port));
  // A parent that is gone causes 'disconnect'; a message that cannot be sent needs no handling here.
  process.send?.({ port }, () => {});
}

function stopOnSignal(stop: () => void): void {
  process.on('SIGTERM', stop);
  process.on('disconnect', stop);
  // Ctrl-C reaches the whole process group. A shop that still has payments in flight needs its sandbox until it
  // closes the channel itself.
  process.on('SIGINT', () => {
    if (isStandalone || !process.send) stop();
  });
}

function open(config: Config): Ledger | undefined {
  try {
    return openLedger(config.folder);
  } catch (error) {
    fail(`The sandbox cannot open its ledger in ${config.folder}: ${describeError(error)}`);
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
  // An open channel to the parent would keep the process alive.
  process.disconnect?.();
}

/** The lines that follow the address. */
function describeStandalone({ host, folder, secretKey, publishableKey }: Config, port: number): string {
  const options = `{ host: '${host}', port: ${port}, protocol: 'http' }`;
  return [
    `  API version      ${API_VERSION}, test mode`,
    `  Secret key       ${secretKey}`,
    `  Publishable key  ${publishableKey}`,
    `  Ledger           ${folder}`,
    `  Stripe SDK       new Stripe('${secretKey}', ${options})`,
    '  Settings, test cards and what is missing: packages/sandbox/README.md. Ctrl-C stops it.',
  ].join('\n');
}
