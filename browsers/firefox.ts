/** Firefox, by WebDriver BiDi, which it speaks itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findProgram } from '../tests/support/webkit.ts';
import { type Client, type EngineKind, reportErrors, type Window, writeCall } from './client.ts';

const program = findProgram('firefox-esr', 'firefox');

export const firefox: EngineKind = {
  name: 'Firefox',
  missing: program ? '' : 'firefox is not installed (Debian: firefox-esr)',
  start: async () => ({
    open,
    close: async () => {}, // each window is a process of its own
  }),
};

/** A process for each window, because the theme is a preference of the profile. */
async function open({ theme, width, height }: Window): Promise<Client> {
  const profile = await mkdtemp(join(tmpdir(), 'compact-firefox-'));
  const themes = ['dark', 'light'];
  await writeFile(
    join(profile, 'user.js'),
    `user_pref("layout.css.prefers-color-scheme.content-override", ${themes.indexOf(theme)});\n`,
  );
  const browser = spawn(program, ['--headless', '--remote-debugging-port=0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => {
    browser.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true });
  };
  process.once('exit', kill);
  const { send, ended, errors } = await connect(`${await readAddress(browser)}/session`);
  const { version, context } = await openSession(send);
  const resize = async (width: number, height: number) => {
    await send('browsingContext.setViewport', { context, viewport: { width, height } });
  };
  await resize(width, height);
  return {
    version,
    resize,
    go: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run: (work, ...values) => evaluate(send, context, writeCall(work, values)),
    perform: async (gesture) => {
      await send('input.performActions', { context, actions: [gesture] });
    },
    takeScreenshot: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    takeErrors: async () => errors.splice(0),
    close: async () => {
      await send('browser.close').catch(() => {}); // it has crashed
      await ended;
      if (browser.exitCode === null) await once(browser, 'exit');
      process.off('exit', kill);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function readAddress(browser: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: browser.stderr as Readable })) {
    const [address] = /ws:\/\/\S+/.exec(line) ?? [];
    if (!address) continue;
    browser.stderr?.resume();
    return address;
  }
  throw new Error('Firefox ended before it listened');
}

type Send = <Result>(method: string, params?: object) => Promise<Result>;
type Message =
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number; error: string; message: string }
  | { type: 'event'; method: string; params: { level: string; text: string } };

async function connect(address: string) {
  const socket = new WebSocket(address);
  const { promise: opened, resolve: onOpen, reject: onRefused } = Promise.withResolvers<void>();
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>();
  const waiting = new Map<number, (message: Exclude<Message, { type: 'event' }>) => void>();
  const errors: string[] = [];
  socket.onopen = () => onOpen();
  socket.onerror = () => onRefused(new Error(`no WebSocket at ${address}`));
  socket.onclose = () => {
    for (const [id, answer] of waiting)
      answer({ type: 'error', id, error: 'closed', message: 'the browser has ended' });
    onEnd();
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data) as Message;
    if (message.type !== 'event') waiting.get(message.id)?.(message);
    else if (['error', 'warn'].includes(message.params.level)) errors.push(message.params.text);
  };
  await opened;
  let last = 0;
  const send: Send = async <Result>(method: string, params: object = {}) => {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<Exclude<Message, { type: 'event' }>>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await promise;
    waiting.delete(id);
    if (answer.type === 'error') throw new Error(`Firefox: ${answer.error}: ${answer.message}`);
    return answer.result as Result;
  };
  return { send, ended, errors };
}

async function openSession(send: Send): Promise<{ version: string; context: string }> {
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  // its log has neither failed files nor violations of the content policy
  const report = `(text) => { if (!text.startsWith('console: ')) console.error(text); }`;
  await send('script.addPreloadScript', {
    functionDeclaration: `() => (${reportErrors})(window, ${report})`,
  });
  const { contexts } = await send<{ contexts: [{ context: string }] }>('browsingContext.getTree');
  return { version: capabilities.browserVersion, context: contexts[0].context };
}

/** JSON, because BiDi would describe each value by its type. */
async function evaluate<Result>(send: Send, context: string, call: string): Promise<Result> {
  const answer = await send<
    | { type: 'success'; result: { value?: string } }
    | { type: 'exception'; exceptionDetails: { text: string } }
  >('script.evaluate', {
    expression: `(async () => JSON.stringify(await ${call}))()`,
    target: { context },
    awaitPromise: true,
  });
  if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
  return (answer.result.value === undefined ? undefined : JSON.parse(answer.result.value)) as Result;
}
