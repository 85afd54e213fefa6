import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), leaveOutJsonSchemas(), compressAssets()],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        // one module graph: what pages import of the other rooms is what the server itself imports
        rollupOptions: { external: [/^#(?!web\/)/] },
      },
    },
  },
});

/** Leaves out of the scripts how zod writes JSON schemas, 6 kB that every page would carry: only the server describes the API. */
function leaveOutJsonSchemas(): Plugin {
  return {
    name: 'compact:leave-out-json-schemas',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, file) {
      if (!/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(file)) return undefined;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+)/gm)].map(
        ([, exported, renamed]) => exported ?? renamed,
      );
      return names
        .map((name) => `export function ${name}() { throw new Error('No JSON schemas in the browser.'); }`)
        .join('\n');
    },
  };
}

/** Lays a brotli and a gzip form beside every script and style sheet, so that the server need not compress them. */
function compressAssets(): Plugin {
  return {
    name: 'compact:compress-assets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir }) {
      const folder = join(dir ?? '', 'assets');
      const files = (await readdir(folder)).filter((file) => /\.(js|css|svg)$/.test(file));
      await Promise.all(files.map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}
