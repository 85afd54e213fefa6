/** All checks in a row: format and lint, types, the build, the tests; the last line counts what passed and failed. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { interrupted, runTool } from './processes.js';
import { root, shopNode } from './project.js';
import { buildForChecks } from './ready.js';
import { StartRefusal } from './refusal.js';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * Answers the exit code: 0 only when nothing failed.
 * @param {string[]} filter what of the tests to run, as vitest understands it; the other checks run always
 */
export async function runChecks(filter) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  await check(count, 'format and lint', () =>
    tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
  );
  await check(count, 'types of the routes', () => tool('@react-router/dev/bin.cjs', ['typegen']));
  await check(count, 'types', () => tool('typescript/bin/tsc', ['--noEmit']));
  await check(count, 'build of the web pages', buildForChecks);
  const tests = await runTests(filter);
  const total = {
    passed: count.passed + tests.passed,
    failed: count.failed + tests.failed,
    skipped: count.skipped + tests.skipped,
  };
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed > 0 ? 1 : 0;
}

/**
 * Runs one check, which answers what it has to complain about.
 * @param {Count} count
 * @param {string} name
 * @param {() => Promise<string | undefined>} work
 */
async function check(count, name, work) {
  const begun = Date.now();
  /** @type {string | undefined} */
  const complaint = await work().catch((error) => {
    if (error instanceof StartRefusal && error.exitCode === interrupted) throw error;
    return String(error.message);
  });
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  if (complaint === undefined) count.passed += 1;
  else count.failed += 1;
  if (complaint !== undefined) console.log(complaint.trimEnd());
  console.log(`${complaint === undefined ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
}

/** @param {string} script @param {string[]} args */
async function tool(script, args) {
  const { code, output } = await runTool(shopNode(), [path.join('node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return code === 0 ? undefined : output;
}

/**
 * The quick projects first, on all cores; then those that work through one file after the other, side by side.
 * @param {string[]} filter
 * @returns {Promise<Count>}
 */
async function runTests(filter) {
  const counts = [await runProjects(['architecture', 'packages', 'unit', 'integration'], filter)];
  counts.push(...(await Promise.all([runProjects(['e2e'], filter), runProjects(['processes'], filter)])));
  const total = counts.reduce((sum, count) => ({
    passed: sum.passed + count.passed,
    failed: sum.failed + count.failed,
    skipped: sum.skipped + count.skipped,
  }));
  if (total.passed + total.failed + total.skipped > 0) return total;
  console.log(`No test file matches ${filter.join(' ')}.`);
  return { ...total, failed: 1 };
}

/** @param {string[]} projects @param {string[]} filter @returns {Promise<Count>} */
async function runProjects(projects, filter) {
  const folder = mkdtempSync(path.join(tmpdir(), 'compact-report-'));
  const report = path.join(folder, 'report.json');
  try {
    const { code } = await runTool(
      shopNode(),
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...projects.flatMap((project) => ['--project', project]),
        ...filter,
      ],
      { cwd: root, stdio: 'inherit' },
    );
    const count = readReport(report);
    // A failure that no test stands for: an error outside of tests, or tests that never came to a report.
    if (code !== 0 && count.failed === 0) count.failed = 1;
    return count;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file @returns {Count} */
function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    /** @type {{ status: string, assertionResults: { status: string }[] }[]} */
    const files = report.testResults;
    const results = files.flatMap((found) => found.assertionResults);
    const isBroken = (/** @type {typeof files[number]} */ found) =>
      found.status === 'failed' && found.assertionResults.every((result) => result.status !== 'failed');
    return {
      passed: results.filter((result) => result.status === 'passed').length,
      failed: results.filter((result) => result.status === 'failed').length + files.filter(isBroken).length,
      skipped: results.filter((result) => !['passed', 'failed'].includes(result.status)).length,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
