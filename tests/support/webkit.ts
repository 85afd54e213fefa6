/** WebKit, Safari's engine, by WebKitGTK's WebDriver, if it is installed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { freePort, until } from './processes.ts';

export type WebKit = Awaited<ReturnType<typeof startWebKit>>;
export type WebKitSession = Awaited<ReturnType<typeof openSession>>;
export type WebKitPage = ReturnType<typeof makePage>;

/** The reason why WebKit is missing, for test titles; empty if it is installed. */
export const webKitIsMissing = ['WebKitWebDriver', 'Xvfb'].every((program) => findProgram(program))
  ? ''
  : ' (skipped: WebKitWebDriver and Xvfb are not installed; Debian: webkit2gtk-driver, xvfb)';

/** Starts WebKit's driver on a virtual screen: width, height and bits per pixel. */
export async function startWebKit(size = '1280x900x24') {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => screen.kill());
  // read to the end: Xvfb writes number and newline separately, and exits when the pipe is closed between them
  const display = (await text(screen.stdio[3] as Readable)).trim();
  if (!display) throw new Error('Xvfb ended without a screen');
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${display}` },
    detached: true, // a process group, so that its browsers end with it
    stdio: 'ignore',
  });
  const kill = () => driver.pid && process.kill(-driver.pid, 'SIGKILL');
  process.once('exit', kill);
  const send: Send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  };
  await until('WebKit’s driver answers', async () => {
    return await send('GET', '/status').then(
      () => true,
      () => false,
    );
  });
  return {
    /** Opens a window with a new, empty profile. */
    open: (options?: { isDark?: boolean }) => openSession(send, options),
    /** Uses a page in a new, empty profile. */
    async inNewPage<Result>(work: (page: WebKitPage) => Promise<Result>): Promise<Result> {
      const session = await openSession(send);
      return await work(makePage(session)).finally(session.close);
    },
    close: async () => {
      process.off('exit', kill);
      kill();
      screen.kill();
    },
  };
}

type Send = <Value>(method: string, path: string, body?: object) => Promise<Value>;

type NewSession = { sessionId: string; capabilities: { browserVersion: string } };

async function openSession(send: Send, { isDark = false } = {}) {
  const windows = '--javascript-can-open-windows-automatically=TRUE';
  const args = ['--automation', windows, ...(isDark ? ['--dark-mode'] : [])];
  const { sessionId, capabilities } = await send<NewSession>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args } } },
  });
  const session = `/session/${sessionId}`;
  return {
    version: capabilities.browserVersion,
    /** Sends a command of WebDriver, its path within the session. */
    send: <Value>(method: string, path: string, body?: object) => send<Value>(method, session + path, body),
    close: () => send<void>('DELETE', session).catch(() => {}), // already closed by a crash
  };
}

function makePage(session: WebKitSession) {
  return {
    go: (url: string) => session.send<void>('POST', '/url', { url }),
    /** Runs a function body in the page and returns its result; throws when the page's process has crashed. */
    run: <Result>(script: string) => session.send<Result>('POST', '/execute/sync', { script, args: [] }),
  };
}

/** The first of the programs that is on the PATH; empty if none is. */
export function findProgram(...names: string[]): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return (
    names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file)) ??
    ''
  );
}
