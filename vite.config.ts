import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/** What every page of the application loads comes in few files: each request costs a slow line more than some bytes. */
const chunks = [
  {
    name: 'framework',
    test: /node_modules\/((react|react-dom|scheduler|react-router|react-toastify|clsx|zod)\/|lucide-react\/dist\/esm\/(?!icons\/))/,
    priority: 3,
  },
  {
    name: 'application',
    test: /src\/(domain|contract|web)\/(?!components\/(form|fields)\.tsx)/,
    minShareCount: 8,
    priority: 2,
  },
  { name: 'icons', test: /node_modules\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2, priority: 2 },
  {
    name: 'forms',
    test: /node_modules\/@conform-to\/|src\/web\/components\/(form|fields)\.tsx/,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), leaveOutServersSide(), compressAssets()],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: chunks } } } } },
    ssr: {
      build: {
        // one module graph: what pages import of the other rooms is what the server itself imports
        rollupOptions: { external: [/^#(?!web\/)/] },
      },
    },
  },
});

const serversSide =
  /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$|src\/contract\/questions\.ts$/;

/**
 * Leaves out of the scripts what only the server does with schemas: describing the API in JSON (zod's part weighs 5 kB in
 * every page), and checking questions about lists, for which the filters of all categories are needed (8 kB).
 */
function leaveOutServersSide(): Plugin {
  return {
    name: 'compact:leave-out-servers-side',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, file) {
      if (!serversSide.test(file)) return undefined;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+)/gm)].map(
        ([, exported, renamed]) => exported ?? renamed,
      );
      return names
        .map((name) => `export function ${name}() { throw new Error('Only the server does this.'); }`)
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
