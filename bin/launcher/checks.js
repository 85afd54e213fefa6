/** Runs all checks and tests, and prints the slowest files and the counts. */

import { readdirSync } from 'node:fs';
import { findChangedFiles } from './changed.js';
import { withMemoryFolder } from './memory-folder.js';
import { interrupted, runTool } from './processes.js';
import { inProject, root, shopNode } from './project.js';
import { buildForChecks } from './ready.js';
import { StartRefusal } from './say.js';
import { addCounts, runTests } from './tests.js';

/** @typedef {import('./tests.js').Count} Count */

const help = `npm test                     all checks and all tests
npm test -- NAME …           the checks, and the test files whose path contains a NAME
npm test -- --fix            formats, and mends what the linter can mend; runs nothing else
npm test -- --changed[=REF]  the checks, and the tests that a change can affect: what is not committed, and with
                             REF also what was committed since then (--changed=main)
                             Unit and architecture tests run always, integration tests when they import what has
                             changed, browser and process tests when anything has changed that the shop is made of.
                             All tests run when more than src/, tests/ and documents has changed.`;

/**
 * Returns the exit code: 0 only when nothing failed.
 * @param {string[]} args
 */
export async function runChecks(args) {
  if (args.includes('--help')) {
    console.log(help);
    return 0;
  }
  if (args.includes('--fix')) return await fix();
  const { filter, since } = readArguments(args);
  const unmatched = filter.filter((name) => !listTestFiles().some((file) => file.includes(name)));
  if (unmatched.length > 0) throw new StartRefusal(`No test file has ${unmatched.join(' or ')} in its path.`);
  const changed = since === undefined ? undefined : { since, files: findChangedFiles(since) };
  if (filter.length === 0 && !changed)
    console.log(
      'All tests take nine to fourteen minutes on two quiet cores; npm test -- NAME runs those of a name.',
    );
  const checks = await Promise.all([
    check('format and lint', () => tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])),
    check('types', checkTypes),
    check('build of the web pages', buildForChecks),
  ]);
  const { count, lines } = await withMemoryFolder(() => runTests(filter, changed));
  if (lines.length > 0) console.log(lines.join('\n'));
  const total = addCounts([...checks, count]);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed > 0 ? 1 : 0;
}

/** Returns the exit code of the formatter. */
async function fix() {
  const complaint = await tool('@biomejs/biome/bin/biome', ['check', '--write', '--error-on-warnings']);
  console.log(complaint?.trimEnd() ?? 'All files are formatted.');
  return complaint === undefined ? 0 : 1;
}

/** @returns {string[]} */
function listTestFiles() {
  return ['tests', 'packages', 'src'].flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
}

/** @param {string[]} args @returns {{ filter: string[], since?: string }} */
function readArguments(args) {
  const option = /^--changed(?:=(.+))?$/;
  const unknown = args.find((arg) => arg.startsWith('-') && !option.test(arg));
  if (unknown) throw new StartRefusal(`npm test does not know ${unknown}.\n${help}`);
  const match = args.map((arg) => option.exec(arg)).find((result) => result !== null);
  const filter = args.filter((arg) => !arg.startsWith('-'));
  return match ? { filter, since: match[1] ?? 'HEAD' } : { filter };
}

/**
 * Runs one check, which returns its errors.
 * @param {string} name
 * @param {() => Promise<string | undefined>} work
 * @returns {Promise<Count>}
 */
async function check(name, work) {
  const begun = Date.now();
  /** @type {string | undefined} */
  const complaint = await work().catch((error) => {
    if (error instanceof StartRefusal && error.exitCode === interrupted) throw error;
    return String(error.message);
  });
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  if (complaint !== undefined) console.log(complaint.trimEnd());
  console.log(`${complaint === undefined ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
  return { passed: complaint === undefined ? 1 : 0, failed: complaint === undefined ? 0 : 1, skipped: 0 };
}

/**
 * The compiler needs the generated types of the routes. It is a Go program, and collects garbage only above 3 GiB. One
 * checker takes half the CPU time of four, each of which checks what it needs for itself.
 */
async function checkTypes() {
  return (
    (await tool('@react-router/dev/bin.cjs', ['typegen'])) ??
    (await tool('tsc/bin/tsc', ['--noEmit', '--checkers', '1'], { GOGC: 'off', GOMEMLIMIT: '3GiB' }))
  );
}

/** @param {string} script @param {string[]} args @param {NodeJS.ProcessEnv} [environment] */
async function tool(script, args, environment) {
  const { code, output } = await runTool(shopNode(), [`node_modules/${script}`, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return code === 0 ? undefined : output;
}
