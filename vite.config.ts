import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import * as categoryIds from './src/domain/catalogue/category-ids.ts';
import * as categoryLabels from './src/domain/catalogue/category-labels.ts';
import * as categoryOptions from './src/domain/catalogue/category-options.ts';

/** What every page of the application loads comes in few files: each request costs a slow line more than some bytes. */
const chunks = [
  {
    // with the setting of zod: a chunk that makes schemas runs after all of this one
    name: 'framework',
    test: /node_modules\/((react|react-dom|scheduler|react-router|react-toastify|clsx|zod)\/|lucide-react\/dist\/esm\/(?!icons\/))|src\/web\/ui\/zod-without-eval\.ts$/,
    priority: 3,
  },
  // the frames of all pages and of the dashboard, with what they and nearly every page need
  {
    name: 'application',
    test: /src\/(contract\/images|domain\/(non-breaking-spaces|money|people\/person-image)|web\/(root|api\/random-key|dashboard\/dashboard(-page)?|images\/responsive-image|people\/(guard|log-in-elsewhere)|ui\/(async-button|data-table)))\.tsx?/,
    priority: 2,
  },
  // of the dashboard's menus and lists, which neither the form of an order nor that of a card waits for
  {
    name: 'dashboard-icons',
    test: /lucide-react\/dist\/esm\/icons\/(boxes|hourglass|layout-dashboard|message-square-text|package-open|package-plus|scale|shield-check|truck|undo-2)\./,
    priority: 2,
  },
  { name: 'icons', test: /node_modules\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2, priority: 1 },
  {
    name: 'reviews',
    test: /src\/(contract\/reviews|web\/(ui\/format-day|reviews\/(review-card|stars)))\.tsx?/,
    priority: 1,
  },
  {
    name: 'forms',
    test: /node_modules\/@conform-to\/|src\/web\/ui\/(form|fields)\.tsx/,
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
  /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$|src\/contract\/catalogue\/list-queries\.ts$/;

/** `.describe('…')` and `summary: '…',`, which the description of the API is made from. */
const descriptions = /\.describe\(\s*(?:'[^'\n]*'|`[^`$]*`),?\s*\)|^\s+summary:\s*'[^'\n]*',$/gm;

/** Six letters of chance for each line of an icon, which React needs only where lines move among each other. */
const iconKeys = /,\s*key: "\w+"/g;

/** A browser sends cursors back as they came: only the server reads what is in them. */
const sealedCursors =
  "import { z } from 'zod'; export const sortedCursor = z.string(), reviewCursor = z.string(), partCursor = z.string();";

/** Of the categories a browser needs these values, and none of the definitions that they come from (all filters and schemas). */
const categoryValues: Readonly<Record<string, object>> = {
  'category-ids.ts': categoryIds,
  'category-labels.ts': categoryLabels,
  'category-options.ts': categoryOptions,
};
const categoryFiles =
  /src\/domain\/catalogue\/(?:(category-(?:ids|labels|options)\.ts)|categories(?:\.ts|\/.*))$/;

/** A call's declaration, and those of its fields that nobody reads in the browser: it sends what a form has checked and takes what comes. */
const declarations = /^export const \w+ = defineEndpoint\(\{[\s\S]*?^\}\);/gm;
const serversFields = /^ {2}(?:params|query|response|refusals): [\s\S]*?,\n(?= {2}\w|\}\);)/gm;

/** Where a schema is made, which does nothing else: one that nobody reads is left out, too. */
const schemas =
  /(?<![\w.]|function )(?=(?:z\s*\.\w+|\w+(?:Schema|Text)\.\w+|makePageQuery|requiredText|optionalText|wholeNumber|price)\()/g;

/**
 * Leaves out of the scripts what only the server does with schemas: describing the API (zod's part of that weighs 5 kB in
 * every page, our words another), checking questions about lists, for which the filters of all categories are needed (8 kB), what
 * calls answer and refuse (1 kB), and zod's own sentences (1 kB): every rule of our forms brings its own. And what no browser needs of
 * icons and cursors.
 */
function leaveOutServersSide(): Plugin {
  return {
    name: 'compact:leave-out-servers-side',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, file) {
      if (/zod\/v4\/locales\/en\.js$/.test(file)) return 'export default () => ({});';
      if (/lucide-react\/dist\/esm\/icons\//.test(file)) return code.replace(iconKeys, '');
      if (/src\/domain\/cursors\.ts$/.test(file)) return sealedCursors;
      if (categoryFiles.test(file)) return withCategoryValues(file);
      if (/src\/domain\//.test(file) && !serversSide.test(file)) return code.replace(descriptions, '');
      if (/src\/contract\//.test(file) && !serversSide.test(file)) return withoutServersFields(code);
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

function withCategoryValues(file: string): string {
  const values = categoryValues[categoryFiles.exec(file)?.[1] ?? ''];
  if (!values)
    throw new Error(`Only the server knows ${file}: browsers get ${Object.keys(categoryValues).join(', ')}`);
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

function withoutServersFields(code: string): string {
  return code
    .replace(descriptions, '')
    .replace(declarations, (declaration) => declaration.replace(serversFields, ''))
    .replace(schemas, '/* @__PURE__ */ ');
}

/** Lays a brotli and a gzip form beside every script and style sheet, so that the server need not compress them. */
function compressAssets(): Plugin {
  return {
    name: 'compact:compress-assets',
    apply: 'build',
    // after all parts, because the manifest of the routes is written with the server's
    buildApp: {
      order: 'post',
      async handler() {
        const folder = 'build/client/assets';
        const files = (await readdir(folder)).filter((file) => /\.(js|css|svg)$/.test(file));
        await Promise.all(files.map((file) => compress(join(folder, file))));
      },
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
