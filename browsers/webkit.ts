/** WebKit, Safari's engine, by WebKitGTK's WebDriver. */
import { until } from '../tests/support/processes.ts';
import { startWebKit, type WebKitSession, webKitIsMissing } from '../tests/support/webkit.ts';
import { type Client, type EngineKind, reportErrors, writeCall } from './client.ts';

/** Any page without scripts of its own: only pages of the shop may watch pages of the shop. */
const quietPath = '/robots.txt';

export const webKit: EngineKind = {
  name: 'WebKit',
  missing: webKitIsMissing.replace(/^ \(skipped: (.*)\)$/, '$1'),
  start: async () => {
    const driver = await startWebKit('1280x12000x24'); // windows are as high as pages, for screenshots
    return {
      close: driver.close,
      open: async ({ theme, width, height }) => {
        const session = await driver.open({ isDark: theme === 'dark' });
        return makeClient(session, { width, height });
      },
    };
  },
};

/**
 * The window is opened by another one: it has no tool bar, which a phone's width has no room for, and the other one hears its
 * errors, because WebKit's driver does not report them. Errors of a script in the head are missed.
 */
function makeClient(
  { version, send, close }: WebKitSession,
  size: { width: number; height: number },
): Client {
  let isOpen = false;
  const execute = <Result>(script: string) => send<Result>('POST', '/execute/sync', { script, args: [] });
  const resize = async (width: number, height: number) => {
    await send('POST', '/window/rect', { x: 0, y: 0, width, height });
  };
  const open = async (address: string) => {
    await send('POST', '/url', { url: new URL(quietPath, address).href });
    const opener = await send<string>('GET', '/window');
    await execute(`(${watchNewWindow})(${reportErrors})`);
    await until('there is a window for the walk', async () => {
      const handles = await send<string[]>('GET', '/window/handles');
      const handle = handles.find((each) => each !== opener);
      if (handle) await send('POST', '/window', { handle });
      return handle !== undefined;
    });
    await resize(size.width, size.height);
    isOpen = true;
  };
  return {
    version,
    resize,
    go: async (address) => {
      if (!isOpen) await open(address);
      await send('POST', '/url', { url: address });
    },
    run: (work, ...values) => execute(`return ${writeCall(work, values)}`),
    perform: async (gesture) => {
      await send('POST', '/actions', { actions: [gesture] });
    },
    takeScreenshot: async () => Buffer.from(await send<string>('GET', '/screenshot'), 'base64'),
    takeErrors: () => execute('return opener.errors.splice(0)'),
    close,
  };
}

/** Opens a window and watches each page that it shows. Runs in the page. */
function watchNewWindow(report: typeof reportErrors): void {
  const errors: string[] = [];
  Object.assign(globalThis, { errors });
  const shown = window.open('', '_blank', 'popup,width=375,height=760') as typeof globalThis & Window;
  let watched: unknown;
  setInterval(() => {
    if (shown.document === watched) return;
    watched = shown.document; // a new one for each page
    report(shown, (text) => errors.push(text));
  }, 1);
}
