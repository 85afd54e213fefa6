/** Runs the tests, several kinds at the same time, and reads their reports. */

import { spawnSync } from 'node:child_process';
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

/**
 * Returns the counts, and a line for each of the slowest files. Beside the browser tests run the quick ones, and then the
 * process tests: each waits for a tenth to a half of its time, and two kinds together keep two cores busy. Three kinds
 * would slow one another down.
 * @param {string[]} filter
 * @param {Changed | undefined} changed
 * @returns {Promise<{ count: Count, slowest: string[] }>}
 */
export async function runTests(filter, changed) {
  const lanes = planRuns(changed).map((lane) => runLane(lane, filter));
  const runs = (await Promise.all(lanes)).flat();
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
 * Runs one after the other.
 * @param {Run[]} lane
 * @param {string[]} filter
 */
async function runLane(lane, filter) {
  const runs = [];
  for (const { projects, options } of lane) runs.push(await runProjects(projects, [...filter, ...options]));
  return runs;
}

/**
 * What runs at the same time: lists of runs with their projects and vitest options.
 * @param {Changed | undefined} changed
 * @returns {Run[][]}
 */
function planRuns(changed) {
  /** @type {(kind: import('./changed.js').Kind) => Run} */
  const planRun = (kind) => ({
    projects: [kind],
    options: changed && !affectsAll(kind, changed.files) ? [`--changed=${changed.since}`] : [],
  });
  const quick = ['architecture', 'unit'];
  return [
    [planRun('e2e'), planRun('packages')],
    [
      ...(changed
        ? [{ projects: quick, options: [] }, planRun('integration')]
        : [{ projects: [...quick, 'integration'], options: [] }]),
      addOptions(planRun('processes'), '--maxWorkers=4'), // at the end nothing runs beside them, and some wait for half a minute
    ],
  ];
}

/** @param {Run} run @param {string[]} options @returns {Run} */
function addOptions(run, ...options) {
  return { ...run, options: [...run.options, ...options] };
}

/** @param {string[]} projects @param {string[]} args @returns {Promise<{ count: Count, timings: Timing[] }>} */
async function runProjects(projects, args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'compact-report-'));
  const report = path.join(folder, 'report.json');
  try {
    const [program, first] = withLongSlices(shopNode());
    const { code } = await runTool(
      program,
      [
        ...first,
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

/**
 * A program and the arguments before its own. Where the system has `chrt`, what runs on does not make way for each process
 * that wakes up: with ten of them on two cores, 4 % less CPU time.
 * @param {string} program
 * @returns {[program: string, first: string[]]}
 */
function withLongSlices(program) {
  const isPossible =
    process.platform === 'linux' &&
    spawnSync('chrt', ['--batch', '0', 'true'], { stdio: 'ignore' }).status === 0;
  return isPossible ? ['chrt', ['--batch', '0', program]] : [program, []];
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
