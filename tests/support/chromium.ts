/** The Chromium of tests and benchmarks: on Linux the one from npm, otherwise the machine's Chrome. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import npmChromium from '@sparticuz/chromium';

/** Launch options; Chromium has no sandbox when it runs as root. */
export async function launchOptions() {
  const args = [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-gpu',
    '--disable-component-update',
    '--renderer-process-limit=1', // of each profile: no spare process is started for its next page
  ];
  if (process.platform === 'linux' && process.arch === 'x64')
    return { executablePath: await unpackChromium(), args };
  return { channel: 'chrome', args };
}

/** Unpacks npm's Chromium once, into a separate folder: in the temporary folder it would use any older one. */
async function unpackChromium(): Promise<string> {
  const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
  const folder = join(cache, 'chromium');
  if (!existsSync(join(folder, 'chromium'))) {
    mkdirSync(cache, { recursive: true });
    const unpacking = mkdtempSync(join(cache, 'chromium-'));
    const temporary = process.env.TMPDIR;
    process.env.TMPDIR = unpacking;
    await npmChromium.executablePath();
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
    try {
      renameSync(unpacking, folder);
    } catch {
      rmSync(unpacking, { recursive: true }); // another process was faster
    }
  }
  return join(folder, 'chromium');
}
