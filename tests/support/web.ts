/** The built web application, as the server loads it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';

export async function readWebBuild(): Promise<{ build: ServerBuild; mode: 'production' }> {
  const file = new URL('../../build/server/index.js', import.meta.url).href;
  if (!existsSync(fileURLToPath(file)))
    throw new Error(
      'The web pages are not built: `npm test -- NAME` builds them and runs the tests of a name.',
    );
  return { build: (await import(/* @vite-ignore */ file)) as ServerBuild, mode: 'production' };
}
