/** Starts the application of a hydrated page after its first paint. */

export const applicationId = 'application';

/** What React Router would start at once: `files` are all, `routes` are ids and modules. */
export type DeferredApplication = {
  files: string[];
  manifest: string;
  routes: [id: string, module: string][];
  entry: string;
};

export function startAfterPaint(): void {
  document.addEventListener('DOMContentLoaded', () => {
    const data = document.getElementById(applicationId)?.textContent;
    if (!data) return; // in development
    const start = () => void startApplication(JSON.parse(data));
    if (document.hidden)
      start(); // it is not painted
    else requestAnimationFrame(() => setTimeout(start));
  });
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
