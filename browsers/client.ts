/** What a walk needs of a browser; each engine implements it. */

export type Theme = 'light' | 'dark';
export type Window = { theme: Theme; width: number; height: number };

/** Gestures in WebDriver's notation, which all engines share. */
export type Gesture =
  | { type: 'key'; id: string; actions: { type: 'keyDown' | 'keyUp'; value: string }[] }
  | { type: 'pointer'; id: string; actions: PointerAction[] };
type PointerAction =
  | { type: 'pointerMove'; x: number; y: number; duration: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number };

export type Client = {
  version: string;
  /** Opens an address and waits until it has loaded. */
  go(address: string): Promise<void>;
  /** Runs a function in the page; it its values and its result must be serializable. */
  run<Values extends unknown[], Result>(
    work: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<Result>;
  perform(gesture: Gesture): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The window's content, as a PNG. */
  takeScreenshot(): Promise<Buffer>;
  /** Errors of the pages since the last call. */
  takeErrors(): Promise<string[]>;
  close(): Promise<void>;
};

export type Engine = {
  /** Opens a window with an empty profile. */
  open(window: Window): Promise<Client>;
  close(): Promise<void>;
};

export type EngineKind = {
  name: string;
  /** Why the engine cannot run here; empty if it can. */
  missing: string;
  start(): Promise<Engine>;
};

/** The source of a call that `run` evaluates. */
export function writeCall(work: (...values: never[]) => unknown, values: unknown[]): string {
  return `(${work})(...${JSON.stringify(values)})`;
}

/** Reports errors, warnings, failed files and violations of the content policy to `report`. Runs in the page. */
export function reportErrors(
  view: typeof globalThis & globalThis.Window,
  report: (text: string) => void,
): void {
  view.addEventListener(
    'error',
    (event) => {
      const file = event.target as Partial<HTMLImageElement & HTMLLinkElement> | null;
      if (/preload|prefetch/.test(file?.rel ?? '')) return; // given up when the page is left
      const what = event.message ?? `not loaded: ${file?.currentSrc || file?.src || file?.href}`;
      report(`error: ${what}`);
    },
    true, // errors of files do not bubble
  );
  view.addEventListener('unhandledrejection', ({ reason }) => report(`unhandled rejection: ${reason}`));
  view.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    report(`content policy: ${violatedDirective} refused ${blockedURI} ${sample}`),
  );
  for (const level of ['error', 'warn'] as const) {
    const write = view.console[level];
    view.console[level] = (...values: unknown[]) => {
      report(`console: ${values.join(' ')}`);
      write.apply(view.console, values);
    };
  }
}
