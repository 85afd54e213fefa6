/** Measures the duration of work under concurrent load. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Each connection repeats the work without a pause. */
export const connections = 16;
export const seconds = 10;

/** Durations in milliseconds. */
export type Measurement = { perSecond: number; p50: number; p99: number; failed: number };

/** Repeats the work, so many times at once, for `duration` seconds. */
export async function measure(
  work: (turn: number) => Promise<boolean>,
  duration = seconds,
  workers = connections,
): Promise<Measurement> {
  const durations: number[] = [];
  let failed = 0;
  let turn = 0;
  const end = performance.now() + duration * 1000;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < end) {
        const begun = performance.now();
        if (await work(turn++)) durations.push(performance.now() - begun);
        else failed += 1;
      }
    }),
  );
  return summarize(durations, failed, duration);
}

/** Begins the work so many times a second, whether the earlier has ended or not; durations count from when each was due. */
export async function measureAtRate(
  work: (turn: number) => Promise<boolean>,
  perSecond: number,
  duration = seconds,
): Promise<Measurement> {
  const durations: number[] = [];
  let failed = 0;
  const start = performance.now();
  const all: Promise<void>[] = [];
  for (let turn = 0; turn < perSecond * duration; turn += 1) {
    const due = start + (turn * 1000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    all.push(
      work(turn).then((isRight) => {
        if (isRight) durations.push(performance.now() - due);
        else failed += 1;
      }),
    );
  }
  await Promise.all(all);
  return summarize(durations, failed, duration);
}

export function summarize(durations: number[], failed = 0, duration = seconds): Measurement {
  durations.sort((a, b) => a - b);
  const at = (share: number) => durations[Math.floor(durations.length * share)] ?? Number.NaN;
  return { perSecond: durations.length / duration, p50: at(0.5), p99: at(0.99), failed };
}

/** The middle of the figures. */
export function computeMedian(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? Number.NaN;
}

/** Milliseconds of CPU that this thread has taken. */
export function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
