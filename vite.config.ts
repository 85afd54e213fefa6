import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import * as categoryForms from '#catalogue/rules/category-forms.ts';
import * as categoryIds from '#catalogue/rules/category-ids.ts';
import * as categoryLabels from '#catalogue/rules/category-labels.ts';
import * as categoryOptions from '#catalogue/rules/category-options.ts';
import { wording } from '#kernel/wording.ts';
import {
  categoryFiles,
  contractFiles,
  cursorFile,
  externalImports,
  isServerOnly,
  matchGroup,
  ruleFiles,
} from './build-patterns.ts';
import { bundlePrograms } from './bundle-programs.ts';
import { drawIcons } from './draw-icons.ts';

/** Few files for what every page loads: on a slow connection a request costs more than some bytes. */
const chunks = [
  {
    name: 'forms',
    test: matchGroup('forms', /node_modules\/@conform-to\//),
    priority: 4,
    includeDependenciesRecursively: false, // the application has most of them
  },
  {
    name: 'schemas',
    test: matchGroup('schemas', /node_modules\/zod\//),
    priority: 4,
    includeDependenciesRecursively: false,
  },
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
    priority: 5,
  },
  // with the icons of pages in and outside of the dashboard
  {
    name: 'application',
    test: matchGroup('application', /lucide:(arrow-right|check|plus|scale)$/),
    priority: 3,
  },
  {
    name: 'administrator-icons',
    test: /lucide:(boxes|layout-dashboard|mail|message-square-text|package-plus|rotate-ccw-clock|shield-check)$/,
    priority: 3,
  },
  { name: 'dashboard', test: matchGroup('dashboard', /lucide:(chevron-left|truck|undo-2)$/), priority: 2 },
  { name: 'reviews', test: matchGroup('reviews', /lucide:badge-check$/), priority: 1 },
  { name: 'delivery', test: matchGroup('delivery'), priority: 1 },
  { name: 'orders', test: matchGroup('orders'), priority: 1 },
  { name: 'lists', test: matchGroup('lists'), priority: 1 },
];

export default defineConfig({
  plugins: [
    tailwindcss(),
    drawIcons(),
    reactRouter(),
    removeServerCode(),
    compressAssets(),
    bundlePrograms(),
  ],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: chunks } } } } },
    ssr: {
      build: {
        rollupOptions: { external: [externalImports] },
      },
    },
  },
});

const leftOut = 'The build has left this out.';

/** Code of packages that the shop never runs: what it calls of them does nothing, the rest throws. */
const unusedFiles: readonly { file: RegExp; called: Readonly<Record<string, string>> }[] = [
  {
    // every page comes with all routes (react-router.config.ts)
    file: /react-router\/dist\/production\/lib\/dom\/ssr\/fog-of-war\.js$/,
    called: {
      isFogOfWarEnabled: 'return false;',
      getPatchRoutesOnNavigationFunction: '',
      useFogOFWarDiscovery: '',
    },
  },
  {
    // nobody measures the router
    file: /react-router\/dist\/production\/lib\/router\/instrumentation\.js$/,
    called: { consumeInstrumentationClientResultMetaReceiver: '' },
  },
  { file: /react-router\/dist\/production\/lib\/server-runtime\/warnings\.js$/, called: { warnOnce: '' } },
  {
    // there are no server components
    file: /react-router\/dist\/production\/lib\/errors\.js$/,
    called: { decodeRedirectErrorDigest: '', decodeRouteErrorResponseDigest: '' },
  },
  // no form has a schema that contains itself
  { file: /zod\/v4\/core\/memoizer\.js$/, called: { memoizer: '' } },
];

/**
 * Functions that no page of the shop needs, without their bodies: those that are called nevertheless do nothing, the others throw, so
 * that a page that comes to need one says so. The build fails when one of them is gone.
 */
const unusedFunctions: readonly { file: RegExp; names?: readonly string[]; called?: readonly string[] }[] = [
  {
    // no page has an action or a fetcher, or comes with other routes
    file: /react-router\/dist\/production\/lib\/router\/router\.js$/,
    names: ['fetch', 'handleAction', 'discoverRoutes', 'patchRoutes'],
  },
  {
    file: /react-router\/dist\/production\/lib\/dom\/ssr\/single-fetch\.js$/,
    names: ['singleFetchActionStrategy', 'singleFetchLoaderFetcherStrategy', 'nonSsrStrategy'],
  },
  // advice to who writes pages
  { file: /react-router\/dist\/production\/lib\/router\/history\.js$/, called: ['warning'] },
  // there are no server components
  { file: /react-router\/dist\/production\/lib\/hooks\.js$/, names: ['RSCErrorHandler'] },
  {
    file: /react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/,
    names: ['RSCPrefetchPageLinksImpl'],
  },
  {
    // no page has React's own view transitions, refs of fragments, activities, lists of suspended parts, states of actions and forms or
    // styles of components, or preloads by a call; nobody reads stacks of components
    // (biome.json refuses to import them)
    file: /react-dom\/cjs\/react-dom-client\.production\.js$/,
    called: [
      '\\w*ViewTransition\\w*',
      '\\w*FragmentInstance',
      'FragmentInstance\\.prototype\\.\\w+ =',
      'getStackByFiberInDevAndProd',
      'update(?:Activity|SuspenseList)Component',
      '(?:mount|rerender|dispatch)ActionState',
      'updateActionStateImpl',
      'runActionStateAction',
      'startHostTransition',
      'pre(?:load|init)(?:Module|Script|Style|Stylesheet|ModuleScript)?',
      'insertStylesheet\\w*',
      'suspendResource',
    ],
  },
  // no form has a list of fields
  { file: /@conform-to\/dom\/dist\/submission\.mjs$/, names: ['updateList', 'setListState', 'setListValue'] },
  // nor sets values of fields by the library
  { file: /@conform-to\/dom\/dist\/form\.mjs$/, names: ['updateValue'] },
];

/** `.describe('…')` and `summary: '…',`: only for openapi.json. */
const descriptions = /\.describe\(\s*(?:'[^'\n]*'|`[^`\n]*`),?\s*\)|^\s+summary:\s*'[^'\n]*',$/gm;

/** `z.string().jwt()` and its like, each with its class: the shop writes `z.uuid()`, which needs no method of strings. */
const stringFormats =
  /^ {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},$/gm;

/** Schemas of objects compile themselves with `new Function`, which the content policy refuses. */
const compiledObjects = ['core.$ZodObjectJIT.init', 'core.$ZodObject.init'] as const;

/** What a browser needs of cursors. */
const opaqueCursors =
  "import { z } from 'zod'; export const sortedCursor = z.string(), reviewCursor = z.string(), partCursor = z.string();";

const categoryValues: Readonly<Record<string, object>> = {
  'category-forms.ts': categoryForms,
  'category-ids.ts': categoryIds,
  'category-labels.ts': categoryLabels,
  'category-options.ts': categoryOptions,
};
/** Endpoint definitions, and the fields that browsers do not read. */
const endpointDefinitions = /^export const \w+ = defineEndpoint\(\{[\s\S]*?^\}\);/gm;
const serverFields = /^ {2}(?:params|query|body|response|refusals|example): [\s\S]*?,\n(?= {2}\w|\}\);)/gm;

/** The forms of pages without a script; their pages show the address and the button. */
const endpointForms = /^export const \w+Form: EndpointForm<[\s\S]*?^\};/gm;
const serverFieldsOfForms = /^ {2}(?:redirect|shorten|maxBytes): [\s\S]*?,\n(?= {2}\w|\};)/gm;

/** A read of a member may have side effects: it would keep schemas that nobody uses. */
const messageReads = /\bwording\.messages\.(\w+)/g;

/** Calls that make a schema, without side effects: unused ones are removed. */
const schemaCalls =
  /(?<![\w.]|function )(?=(?:(?:z|dollars|\w+(?:Schema|Text))(?:\s*\.\w+)+|make(?:IdField|PageQuery)|idField|(?:plain|required|optional)Text|optionalField|inOneLine|wholeNumber|price|phone|imageAddress|defineEndpoint)(?:<\w+>)?\()/g;

/**
 * Removes server-only code from the scripts: the description of the API (6 kB), list queries with the filters of all
 * categories (8 kB), answers and refusals of endpoints (1 kB), zod's messages (1 kB), string formats (2 kB) and compiled
 * schemas (1 kB), what packages do that the shop does not use (14 kB), parts of icons and cursors.
 */
function removeServerCode(): Plugin {
  return {
    name: 'compact:remove-server-code',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // a page in a group needs no file of its own that exports it
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    transform(code, file) {
      if (/zod\/v4\/locales\/en\.js$/.test(file)) return 'export default () => ({});';
      if (/zod\/v4\/classic\/schemas\.js$/.test(file))
        return code.replace(stringFormats, '').replace(...compiledObjects);
      if (cursorFile.test(file)) return withoutSideEffects(opaqueCursors);
      if (categoryFiles.test(file)) return renderCategoryValues(file);
      if (ruleFiles.test(file) && !isServerOnly(file))
        return withoutSideEffects(code.replace(descriptions, '').replace(schemaCalls, '/* @__PURE__ */ '));
      if (contractFiles.test(file) && !isServerOnly(file))
        return withoutSideEffects(removeServerFields(code));
      if (isServerOnly(file)) return renderStubs(code, 'Only the server does this.');
      const functions = unusedFunctions.find((each) => each.file.test(file));
      if (functions) return removeFunctions(code, functions);
      const unused = unusedFiles.find((each) => each.file.test(file));
      return unused && renderStubs(code, leftOut, unused.called);
    },
  };
}

interface Manifest {
  entry: { imports: string[] };
  routes: Record<string, { module: string; imports: string[] }>;
}

/** What a file exports, as functions that throw; `called` has the bodies of others. */
function renderStubs(code: string, message: string, called: Readonly<Record<string, string>> = {}): string {
  const declared = [...code.matchAll(/^export (?:const|function|class) (\$?\w+)/gm)].map(([, name]) => name);
  const listed = [...code.matchAll(/^export \{(.*)\};?$/gm)].flatMap(([, list = '']) =>
    list.split(',').map((item) => item.trim().split(' as ').at(-1)),
  );
  return [...declared, ...listed]
    .map((name = '') => `export function ${name}() { ${called[name] ?? `throw new Error('${message}');`} }`)
    .join('\n');
}

function removeFunctions(
  code: string,
  { names = [], called = [] }: (typeof unusedFunctions)[number],
): string {
  const silent = called.reduce((rest, name) => replaceBodies(rest, name, ''), code);
  return names.reduce((rest, name) => replaceBodies(rest, name, ` throw Error('${leftOut}'); `), silent);
}

function replaceBodies(code: string, name: string, body: string): string {
  const definition = new RegExp(
    `^(\\t?)((?:async )?function ${name}|${name} function ?)(\\([^)]*\\)) \\{\\n[\\s\\S]*?^\\1\\}`,
    'gm',
  );
  if (!definition.test(code)) throw new Error(`No package has a function ${name} any more.`);
  return code.replace(definition, `$1$2$3 {${body}}`);
}

/** Importing these layers only defines things: what nobody uses of them is removed, the import included. */
function withoutSideEffects(code: string) {
  return { code, map: null, moduleSideEffects: false };
}

function renderCategoryValues(file: string): string {
  const values = categoryValues[categoryFiles.exec(file)?.[1] ?? ''];
  if (!values)
    throw new Error(`Only the server knows ${file}: browsers get ${Object.keys(categoryValues).join(', ')}`);
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

function removeServerFields(code: string): string {
  return code
    .replace(descriptions, '')
    .replace(endpointDefinitions, (definition) => definition.replace(serverFields, ''))
    .replace(endpointForms, (form) => form.replace(serverFieldsOfForms, ''))
    .replace(messageReads, (_, name) =>
      JSON.stringify(wording.messages[name as keyof typeof wording.messages]),
    )
    .replace(schemaCalls, '/* @__PURE__ */ ');
}

/** Writes a brotli and a gzip file for every script and style sheet, the list of pages shortened; the server does not compress them. */
function compressAssets(): Plugin {
  return {
    name: 'compact:compress-assets',
    apply: 'build',
    // after all environments: the route manifest is written with the server's
    buildApp: {
      order: 'post',
      async handler() {
        const folder = 'build/client/assets';
        const files = (await readdir(folder)).filter((file) => /\.(js|css|svg)$/.test(file));
        for (const file of files) if (file.startsWith('manifest-')) await shortenManifest(join(folder, file));
        await Promise.all(files.map((file) => compress(join(folder, file))));
      },
    },
  };
}

/** Leaves out of each page what it has not, and what every page has loaded before it reads this list. */
async function shortenManifest(file: string): Promise<void> {
  const [name = '', list = ''] = (await readFile(file, 'utf8')).split(/(?<==)(?=\{)|;$/);
  const manifest: Manifest = JSON.parse(list);
  const { root } = manifest.routes;
  // each would begin before the other
  if (root?.imports.some((script) => /\/(?:forms|schemas)-/.test(script)))
    throw new Error('The root page loads forms or schemas: a schema outside of an endpoint is not removed.');
  const loaded = new Set([root?.module, ...manifest.entry.imports, ...(root?.imports ?? [])]);
  for (const route of Object.values(manifest.routes))
    route.imports = route.imports.filter((script) => !loaded.has(script));
  const shorten = (key: string, value: unknown) =>
    value === false || key === 'hasDefaultExport' || (Array.isArray(value) && value.length === 0)
      ? undefined
      : value;
  await writeFile(file, `${name}${JSON.stringify(manifest, shorten)};`);
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
