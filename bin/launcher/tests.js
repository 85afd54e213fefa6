/** Runs the tests, several kinds at the same time, and reads their reports. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { affectsAll } from './changed.js';
import { runTool } from './processes.js';
import { root, shopNode } from './project.js';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {{ file: string, seconds: number }} Timing */
/** @typedef {{ since: string, files: string[] }} Changed */
/** @typedef {{ projects: string[], options: string[] }} Run */
/** @typedef {{ name: string, startTime: number, endTime: number, status: string, assertionResults: { status: string }[] }} FileReport */

const slowestCount = 10;

/** Many of the quick tests wait for a timeout or a process: two of them leave the cores idle for a third of their time. */
const quickWorkers = '--maxWorkers=3';

/**
 * Returns the counts, and a line for each of the slowest files. Browser tests run beside process tests, which mostly
 * wait; the others come first, alone, because many of them fill both cores for a moment.
 * @param {string[]} filter
 * @param {Changed | undefined} changed
 * @returns {Promise<{ count: Count, slowest: string[] }>}
 */
export async function runTests(filter, changed) {
  const { alone, together } = planRuns(changed);
  /** @param {Run} run */
  const start = ({ projects, options }) => runProjects(projects, [...filter, ...options]);
  const runs = [];
  for (const run of alone) runs.push(await start(run));
  runs.push(...(await Promise.all(together.map(start))));
  const count = addCounts(runs.map((run) => run.count));
  const slowest = runs
    .flatMap((run) => run.timings)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, slowestCount)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  if (changed || count.passed + count.failed + count.skipped > 0) return { count, slowest };
  console.log(`No test file matches ${filter.join(' ')}.`);
  return { count: { ...count, failed: 1 }, slowest };
}

/** @param {Count[]} counts @returns {Count} */
export function addCounts(counts) {
  return counts.reduce((sum, count) => ({
    passed: sum.passed + count.passed,
    failed: sum.failed + count.failed,
    skipped: sum.skipped + count.skipped,
  }));
}

/**
 * The projects of each run with their vitest options.
 * @param {Changed | undefined} changed
 * @returns {{ alone: Run[], together: Run[] }}
 */
function planRuns(changed) {
  /** @type {(kind: import('./changed.js').Kind) => string[]} */
  const makeOptions = (kind) =>
    changed && !affectsAll(kind, changed.files) ? [`--changed=${changed.since}`] : [];
  /** @type {(kind: import('./changed.js').Kind, ...options: string[]) => Run} */
  const planRun = (kind, ...options) => ({ projects: [kind], options: [...options, ...makeOptions(kind)] });
  const quick = ['architecture', 'unit'];
  const slow = [planRun('e2e'), planRun('processes')];
  const alone = changed
    ? [{ projects: quick, options: [] }, planRun('packages'), planRun('integration', quickWorkers)]
    : [{ projects: [...quick, 'packages', 'integration'], options: [quickWorkers] }];
  return { alone, together: slow };
}

/** @param {string[]} projects @param {string[]} args @returns {Promise<{ count: Count, timings: Timing[] }>} */
async function runProjects(projects, args) {
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
        ...args,
      ],
      { cwd: root, stdio: 'inherit' },
    );
    const files = readReport(report);
    const count = files ? countResults(files) : { passed: 0, failed: 1, skipped: 0 };
    // an error outside tests, or a run without a report
    if (code !== 0 && count.failed === 0) count.failed = 1;
    return { count, timings: (files ?? []).map(makeTiming) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file @returns {FileReport[] | undefined} */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).testResults;
  } catch {
    return undefined;
  }
}

/** @param {FileReport[]} files @returns {Count} */
function countResults(files) {
  const results = files.flatMap((file) => file.assertionResults);
  const isBroken = (/** @type {FileReport} */ file) =>
    file.status === 'failed' && file.assertionResults.every((result) => result.status !== 'failed');
  return {
    passed: results.filter((result) => result.status === 'passed').length,
    failed: results.filter((result) => result.status === 'failed').length + files.filter(isBroken).length,
    skipped: results.filter((result) => !['passed', 'failed'].includes(result.status)).length,
  };
}

/** @param {FileReport} report @returns {Timing} */
function makeTiming({ name, startTime, endTime }) {
  return { file: path.relative(root, name), seconds: (endTime - startTime) / 1000 };
}
