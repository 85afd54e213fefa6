/** Bundles the programs of a shop that runs: loaded as some 1,300 files, they take twice the time to start. */
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
const unbundled = [
  ...['sharp', '@node-rs/argon2', 'pdfkit', 'fontkit', 'vite'],
  'pg-native', // not installed: pg asks for it
];

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
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [keepAddresses()],
    ssr: { noExternal: true },
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
        },
      },
    },
  });
}

const addresses = /new URL\(\s*'([^']+)',\s*import\.meta\.url\s*\)/g;

/** `new URL('…', import.meta.url)` stays the address of that file, and that of a program becomes its bundle. */
function keepAddresses(): Plugin {
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
        const kept = bundled ? `./${bundled}.js` : path.posix.relative(folder, target);
        return `new URL('${kept}${target.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
    },
  };
}
