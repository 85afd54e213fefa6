/** Starts the application of a hydrated page after its first paint. */

export const applicationId = 'application';

/** Sent to the window once React answers what is pressed. */
export const hydratedEvent = 'hydrated';

const failed = 'failed';

/** What React Router would start at once: `files` are all, `routes` are ids and modules. */
export type DeferredApplication = {
  files: string[];
  manifest: string;
  routes: [id: string, module: string][];
  entry: string;
};

/** `explain`: shows why the page cannot be used. */
export function startAfterPaint(explain: (sentence: string) => void): void {
  document.addEventListener('DOMContentLoaded', () => {
    const data = document.getElementById(applicationId)?.textContent;
    if (!data) return; // in development
    keepPress();
    async function start() {
      try {
        await startApplication(JSON.parse(data ?? ''));
      } catch (error) {
        dispatchEvent(new CustomEvent(hydratedEvent, { detail: failed })); // no button waits for it any more
        explain('The rest of this page could not be loaded. Please check your connection and load it again.');
        throw error;
      }
    }
    // a hidden page is not painted
    if (document.hidden) void start();
    else requestAnimationFrame(() => setTimeout(start));
  });
}

/** A button that is pressed before React answers is busy until then, and pressed again; so is a form sent by Enter in a field. */
function keepPress(): void {
  let pressed: HTMLElement | undefined | null;
  let entered: HTMLFormElement | undefined;
  function keepEnter({ key, target, isComposing }: KeyboardEvent) {
    const form = key === 'Enter' && !isComposing && target instanceof HTMLInputElement ? target.form : null;
    if (form?.querySelector('[type="submit"]:disabled')) entered = form; // browsers send none of these
  }
  function keep(event: MouseEvent) {
    const button = (event.target as Element).closest<HTMLElement>('main button[type="button"]');
    if (!button) return;
    event.stopImmediatePropagation();
    pressed?.removeAttribute('aria-disabled');
    button.setAttribute('aria-disabled', 'true');
    pressed = button;
  }
  function release() {
    removeEventListener('click', keep, true);
    removeEventListener('keydown', keepEnter);
    pressed?.removeAttribute('aria-disabled');
    pressed?.click();
    entered?.requestSubmit();
  }
  addEventListener('click', keep, true);
  addEventListener('keydown', keepEnter);
  addEventListener(
    hydratedEvent,
    (event) => {
      if (event instanceof CustomEvent && event.detail === failed) entered = undefined; // nobody answers it
      setTimeout(release);
    },
    { once: true },
  );
}

async function startApplication({ files, manifest, routes, entry }: DeferredApplication): Promise<void> {
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
  const load = (file: string) => import(/* @vite-ignore */ file);
  await load(manifest);
  const modules = await Promise.all(routes.map(async ([id, file]) => [id, await load(file)]));
  Object.assign(window, { __reactRouterRouteModules: Object.fromEntries(modules) });
  await load(entry);
}
