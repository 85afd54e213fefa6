/** WebKit, Safari's engine, where the machine has it: WebKitGTK's own W3C WebDriver, asked over HTTP. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { freePort } from './ports.ts';
import { until } from './processes.ts';

export type WebKitPage = {
  go(url: string): Promise<void>;
  /** Runs the body of a function in the page and answers what it returns; throws when the page's process has crashed. */
  run<Result>(script: string): Promise<Result>;
};

export type WebKit = {
  /** Does something in a new, empty profile. */
  inNewPage<Result>(work: (page: WebKitPage) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** Why there is no WebKit here, for the titles of tests; empty where there is one. */
export const webKitIsMissing = ['WebKitWebDriver', 'Xvfb'].every(isInstalled)
  ? ''
  : ' (skipped: WebKitWebDriver and Xvfb are not installed; Debian: webkit2gtk-driver, xvfb)';

/** Starts WebKit's driver on a screen of its own, which nobody sees. */
export async function startWebKit(): Promise<WebKit> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // to its end: Xvfb writes number and newline one after the other, and ends when nobody takes the second
  const display = (await text(screen.stdio[3] as Readable)).trim();
  if (!display) throw new Error('Xvfb ended without a screen');
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${display}` },
    detached: true, // a process group, so that its browsers end with it
    stdio: 'ignore',
  });
  const send = senderTo(`http://127.0.0.1:${port}`);
  await until('WebKit’s driver answers', async () => {
    return await send('GET', '/status').then(
      () => true,
      () => false,
    );
  });
  return {
    inNewPage: (work) => inNewPage(send, work),
    close: async () => {
      if (driver.pid) process.kill(-driver.pid, 'SIGKILL');
      screen.kill();
    },
  };
}

type Send = <Value>(method: string, path: string, body?: object) => Promise<Value>;

function senderTo(address: string): Send {
  return async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  };
}

async function inNewPage<Result>(send: Send, work: (page: WebKitPage) => Promise<Result>): Promise<Result> {
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session = `/session/${sessionId}`;
  const page: WebKitPage = {
    go: (url) => send('POST', `${session}/url`, { url }),
    run: (script) => send('POST', `${session}/execute/sync`, { script, args: [] }),
  };
  try {
    return await work(page);
  } finally {
    await send('DELETE', session).catch(() => {}); // a crash has ended it
  }
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
