/** The launcher: installs packages, builds web pages, then runs the command. */

import { runChecks } from './checks.js';
import { arePagesReady } from './pages.js';
import { writeProgram } from './program.js';
import { isProgramFolder, root } from './project.js';
import { makeReady } from './ready.js';
import { logSentence, StartRefusal, saySentence } from './say.js';
import { readSettingsFile } from './settings-file.js';
import { runMain } from './shop.js';
import { supervise } from './supervise.js';

/** @typedef {import('./say.js').Say} Say */
/** @typedef {{ packages: 'shop' | 'all', pages: boolean, hasSettings?: true, run: (args: string[], say: Say) => Promise<number> }} Command */

/** What the build makes of src/app/main.ts and src/app/commands/main.ts: they start in half the time. */
const bundles = { server: 'build/shop/server.js', command: 'build/shop/command.js' };

/** @type {Record<string, Command>} */
const commands = {
  start: {
    packages: 'shop',
    pages: true,
    hasSettings: true,
    run: (args, say) => supervise(bundles.server, args, say),
  },
  build: { packages: 'shop', pages: true, run: writeProgram },
  dev: {
    packages: 'shop',
    pages: false,
    hasSettings: true,
    run: (args, say) => runMain('src/app/main.ts', ['--dev', ...args], say),
  },
  shop: {
    packages: 'shop',
    pages: false,
    hasSettings: true,
    run: (args, say) => runMain(arePagesReady() ? bundles.command : 'src/app/commands/main.ts', args, say),
  },
  sandbox: {
    packages: 'shop',
    pages: false,
    run: (args, say) => runMain('packages/sandbox/src/main.ts', ['--standalone', ...args], say),
  },
  bench: { packages: 'all', pages: true, run: (args, say) => runMain('bench/main.ts', args, say) },
  browsers: { packages: 'all', pages: true, run: (args, say) => runMain('browsers/main.ts', args, say) },
  simulate: { packages: 'all', pages: true, run: (args, say) => runMain('simulation/main.ts', args, say) },
  drill: { packages: 'all', pages: true, run: (args, say) => runMain('simulation/drill/main.ts', args, say) },
  'leave-out': {
    packages: 'all',
    pages: false,
    run: (args, say) => runMain('tests/leave-out.ts', args, say),
  },
  test: { packages: 'all', pages: false, run: runChecks },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
// a running shop prints its log; all other commands print sentences
const say = name === 'start' || name === 'dev' ? logSentence : saySentence;
// a closed terminal or pipe, or a full disk, must not end what starts the shop again
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
try {
  if (!command)
    throw new StartRefusal(`Usage: node bin/compact.js ${Object.keys(commands).join('|')} [arguments]`);
  if (isProgramFolder && name !== 'start' && name !== 'shop')
    throw new StartRefusal(
      `'${name}' needs the project; ${root} is a program folder, which only runs a shop.`,
    );
  if (command.hasSettings) readSettingsFile(say, name === 'shop' && args[0] === 'init');
  if (isProgramFolder && !process.env.DATA_DIR)
    throw new StartRefusal(
      'Set DATA_DIR: the next update replaces this program folder, and the data must not lie in it.',
      78,
    );
  const leave = await makeReady(name, command, say);
  try {
    process.exitCode = await command.run(args, say);
  } finally {
    leave();
  }
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  if (error.message) say(error.message, 'fatal');
  process.exitCode = error.exitCode;
}
