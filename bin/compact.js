#!/usr/bin/env node
/** The launcher behind every npm script: makes the folder ready (packages, web pages), then runs what was asked for. */

import { runChecks } from './launcher/checks.js';
import { makeReady } from './launcher/ready.js';
import { StartRefusal } from './launcher/refusal.js';
import { runMain } from './launcher/shop.js';
import { supervise } from './launcher/supervise.js';

/** @typedef {{ packages: 'shop' | 'all', pages: boolean, run: (args: string[]) => Promise<number> }} Command */

/** @type {Record<string, Command>} */
const commands = {
  start: { packages: 'shop', pages: true, run: (args) => supervise('src/server/main.ts', args) },
  dev: { packages: 'shop', pages: false, run: (args) => runMain('src/server/main.ts', ['--dev', ...args]) },
  shop: { packages: 'shop', pages: false, run: (args) => runMain('src/cli/main.ts', args) },
  bench: { packages: 'all', pages: true, run: (args) => runMain('bench/main.ts', args) },
  simulate: { packages: 'all', pages: true, run: (args) => runMain('simulation/main.ts', args) },
  test: { packages: 'all', pages: false, run: runChecks },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
try {
  if (!command)
    throw new StartRefusal(`Usage: node bin/compact.js ${Object.keys(commands).join('|')} [arguments]`);
  const leave = await makeReady(name, command);
  try {
    process.exitCode = await command.run(args);
  } finally {
    leave();
  }
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  if (error.message) console.error(error.message);
  process.exitCode = error.exitCode;
}
