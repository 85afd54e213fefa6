/** The shop as a process: starts it, says where it is, and stops it cleanly when asked or left alone. */
import { StartupRefusal } from '#database/startup-refusal.ts';
import { readConfig } from '#server/config.ts';
import { demoAccounts } from '#server/demo.ts';
import { type Shop, startShop } from '#server/start.ts';

const isDevelopment = process.argv.includes('--dev');
// React takes its slow development form unless this says otherwise, when the pages are first imported
process.env.NODE_ENV ??= isDevelopment ? 'development' : 'production';

let shop: Shop | undefined;
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
if (process.connected) {
  process.once('disconnect', stop); // the launcher is gone
  process.channel?.unref();
}

try {
  const config = readConfig(process.env, isDevelopment);
  shop = await startShop(config, console.log);
  if (isStopping) await shop.stop();
  else welcome(shop.address, config.isDemo);
} catch (error) {
  if (!(error instanceof StartupRefusal)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await shop?.stop(); // while it is still starting, the line above sees to it
  if (shop) process.exit(0);
}

function welcome(address: string, isDemo: boolean): void {
  console.log(`\nCOMPACT is open at ${address}`);
  if (!isDemo) return;
  const [admin, customer] = demoAccounts;
  console.log(`Demo accounts: ${admin.email} and ${customer.email}, password ${admin.password}`);
}
