/** Formats the result of a run: a table in Markdown, or the findings with excerpts of the journal. */
import { rmSync } from 'node:fs';
import { computeMedian } from '../bench/measure.ts';
import type { Recovery, Simulation } from './simulate.ts';

/** Aborts when the run is to end. */
export function listenForEnd(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.abort(new Error(`Ended by ${signal}.`)));
  process.once('disconnect', () => interrupted.abort(new Error('Ended with its launcher.')));
  return interrupted.signal;
}

/** Prints the result; its folder stays when there are findings. True when there are none. */
export function reportRun(simulation: Simulation, seed: number): boolean {
  console.log(`\n${describeRun(simulation, seed)}`);
  const isClean = simulation.findings.length === 0;
  if (isClean) rmSync(simulation.folder, { recursive: true, force: true });
  else console.error(`\n${describeFindings(simulation, seed)}`);
  return isClean;
}

/** The table for `bench/results.md`. */
function describeRun({ recoveries, running, seconds }: Simulation, seed: number): string {
  const { journal, statistics } = running.load;
  const done = (['purchase', 'card', 'cancel', 'refund', 'ship', 'price', 'stock'] as const).map((action) => {
    const count = journal.operations(action).filter(({ answer }) => answer).length;
    return `${count.toLocaleString('en-US')} ${nouns[action]}`;
  });
  const rows = [...Map.groupBy(recoveries, ({ kind }) => kind)].sort().map(([kind, of]) => {
    const times = of.map(({ ms }) => ms);
    const slowest = of.map(({ slowestAnswerMs }) => slowestAnswerMs);
    return `| ${kind} | ${of.length} | ${inSeconds(computeMedian(times))} | ${inSeconds(Math.max(...times))} | ${inSeconds(Math.max(...slowest))} |`;
  });
  return [
    `${recoveries.length} kills in ${Math.round(seconds / 60)} minutes, seed ${seed}; acknowledged: ${done.join(', ')}.`,
    `Of ${statistics.sent.toLocaleString('en-US')} requests ${statistics.unanswered} got no answer and ${statistics.failed} a 5xx; they were sent again.`,
    '',
    '| what is killed | times | recovery, median | recovery, worst | slowest answer |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** Each finding with the lines of the journal about it. */
export function describeFindings(
  { findings, recoveries, running, folder }: Simulation,
  seed: number,
): string {
  const { journal } = running.load;
  const maxFindings = 10;
  return [
    `${findings.length} findings at kill ${recoveries.length}, seed ${seed}; journal and data are in ${folder}.`,
    ...findings
      .slice(0, maxFindings)
      .flatMap(({ sentence, subject }) => [
        '',
        sentence,
        ...journal.excerpt(subject).map((line) => `  ${line.slice(0, longestLine)}`),
      ]),
    ...(findings.length > maxFindings ? ['', `… and ${findings.length - maxFindings} more.`] : []),
  ].join('\n');
}

const longestLine = 300;

const nouns = {
  purchase: 'purchases',
  card: 'card payments',
  cancel: 'cancellations',
  refund: 'refunds',
  ship: 'shipments',
  price: 'edits of prices',
  stock: 'edits of stocks',
};

function inSeconds(milliseconds: Recovery['ms']): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
