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
/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} Result */
/** @typedef {{ name: string, startTime: number, endTime: number, status: string, assertionResults: Result[] }} FileReport */
/** @typedef {{ run: Run, files: FileReport[], isBroken: boolean }} Outcome `isBroken`: an error outside tests, or no report */

const slowestCount = 10;
/** More files than that do not fail by chance. */
const repeatedFiles = 8;

/**
 * Returns the counts, and lines that say what failed and which files are the slowest. Beside the browser tests run the quick ones, and then the
 * process tests: each waits for a tenth to a half of its time, and two kinds together keep two cores busy. Three kinds
 * would slow one another down.
 * @param {string[]} filter
 * @param {Changed | undefined} changed
 * @returns {Promise<{ count: Count, lines: string[] }>}
 */
export async function runTests(filter, changed) {
  const lanes = planRuns(changed).map((lane) => runLane(lane, filter));
  const outcomes = (await Promise.all(lanes)).flat();
  const lines = outcomes.flatMap(({ files }) => files.flatMap(nameFailures));
  const count = addCounts((await repeatFailures(outcomes)).map(countResults));
  const slowest = outcomes
    .flatMap(({ files }) => files.map(makeTiming))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, slowestCount)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  if (slowest.length > 0) lines.push('The slowest files:', ...slowest);
  if (changed || count.passed + count.failed + count.skipped > 0) return { count, lines };
  console.log(`No test file matches ${filter.join(' ')}.`);
  return { count: { ...count, failed: 1 }, lines };
}

/**
 * In CI, files that failed run once more with nothing beside them: a test's own second try begins with what the first one
 * left. What fails there, too, is broken.
 * @param {Outcome[]} outcomes
 * @returns {Promise<Outcome[]>}
 */
async function repeatFailures(outcomes) {
  const failures = outcomes.flatMap(({ files }) => files.filter(hasFailed));
  if (!process.env.CI || failures.length > repeatedFiles) return outcomes;
  if (failures.length > 0) console.log('What failed runs once more, with nothing beside it.');
  const repeated = [];
  for (const { run, files, isBroken } of outcomes) {
    const again = files.filter(hasFailed).map(({ name }) => path.relative(root, name));
    repeated.push({ run, isBroken, files: files.filter((file) => !hasFailed(file)) });
    if (again.length > 0) repeated.push(await runProjects(run, again));
  }
  return repeated;
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
  const outcomes = [];
  for (const run of lane) outcomes.push(await runProjects(run, filter));
  return outcomes;
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

/** @param {Run} run @param {string[]} filter @returns {Promise<Outcome>} */
async function runProjects(run, filter) {
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
        ...run.projects.flatMap((project) => ['--project', project]),
        ...filter,
        ...run.options,
      ],
      { cwd: root, stdio: 'inherit' },
    );
    const files = readReport(report);
    return { run, files: files ?? [], isBroken: !files || (code !== 0 && !files.some(hasFailed)) };
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

/** @param {FileReport} file */
function hasFailed(file) {
  return file.status === 'failed' || file.assertionResults.some(({ status }) => status === 'failed');
}

/** @param {FileReport} file @returns {string[]} */
function nameFailures(file) {
  if (!hasFailed(file)) return [];
  const tests = file.assertionResults.filter(({ status }) => status === 'failed');
  return [
    `Failed in ${path.relative(root, file.name)}:`,
    ...(tests.length > 0
      ? tests.map(({ fullName, failureMessages }) => `  ${fullName}: ${failureMessages[0]?.split('\n')[0]}`)
      : ['  the file itself']),
  ];
}

/** @param {Outcome} outcome @returns {Count} */
function countResults({ files, isBroken }) {
  const results = files.flatMap((file) => file.assertionResults);
  const count = (/** @type {string} */ kind) => results.filter(({ status }) => status === kind).length;
  const withoutTest = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  );
  const [passed, failed] = [count('passed'), count('failed')];
  return {
    passed,
    failed: failed + withoutTest.length + (isBroken ? 1 : 0),
    skipped: results.length - passed - failed,
  };
}

/** @param {FileReport} report @returns {Timing} */
function makeTiming({ name, startTime, endTime }) {
  return { file: path.relative(root, name), seconds: (endTime - startTime) / 1000 };
}
