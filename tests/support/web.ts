/** The built web application, as the server loads it. */
import type { ServerBuild } from 'react-router';

export async function readWebBuild(): Promise<{ build: ServerBuild; mode: 'production' }> {
  const file = new URL('../../build/server/index.js', import.meta.url).href;
  return { build: (await import(/* @vite-ignore */ file)) as ServerBuild, mode: 'production' };
}
