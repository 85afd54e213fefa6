/** Measures pages, a list and an image with and without a flood of log-ins. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { runVisits } from './clients.ts';
import { computeMedian, type Measurement } from './measure.ts';
import { withThrowAwayShop } from './throw-away-shop.ts';

const sockets = 4;
const paths = ['/parts/memory', '/api/parts?limit=20', '/pictures/avatar-amina-128.jpg'];
const rounds = 7;
const phaseSeconds = 4;
const logInSeconds = 30;
const [email, password] = ['person@example.com', 'not a guess'];

type Round = { baseline: Measurement; flooded: Measurement };
type Statuses = Record<string, number>;

/** Starts a shop and returns tables in milliseconds. */
export function benchLogInFlood(): Promise<string> {
  return withThrowAwayShop(
    async ({ address }) => {
      const rows: string[] = [];
      for (const path of paths) rows.push(await comparePath(address, path));
      return [
        '| path | p50 | p99 | p50 in the flood | p99 in the flood | p99, ratio | ratio, best to worst round | answers to the flood |',
        '| --- | --- | --- | --- | --- | --- | --- | --- |',
        ...rows,
        '',
        await logInDuringFlood(address),
      ].join('\n');
    },
    { TRUST_PROXY: '1' },
  );
}

/** Each number is the median of the rounds; the ratio is the median of the rounds' ratios. */
async function comparePath(address: string, path: string): Promise<string> {
  await read(address, path); // not counted: caches fill
  const statuses: Statuses = {};
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const baseline = await read(address, path);
    const stop = await startFlood(address, statuses);
    measured.push({ baseline, flooded: await read(address, path) });
    await stop();
  }
  const ratios = measured.map(({ baseline, flooded }) => flooded.p99 / baseline.p99).sort((a, b) => a - b);
  const figures = [
    computeMedian(measured.map(({ baseline }) => baseline.p50)).toFixed(1),
    computeMedian(measured.map(({ baseline }) => baseline.p99)).toFixed(1),
    computeMedian(measured.map(({ flooded }) => flooded.p50)).toFixed(1),
    computeMedian(measured.map(({ flooded }) => flooded.p99)).toFixed(1),
    computeMedian(ratios).toFixed(2),
    `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`,
  ];
  return `| ${[path, ...figures, JSON.stringify(statuses)].join(' | ')} |`;
}

/** The time until a person is logged in during the flood, with retries after `Retry-After`. */
async function logInDuringFlood(address: string): Promise<string> {
  await send(`${address}/api/identity/sign-up/email`, { name: 'A person', email, password });
  const stop = await startFlood(address, {});
  const reading = read(address, paths[0] ?? '', logInSeconds);
  const durations: number[] = [];
  let tries = 0;
  const end = performance.now() + logInSeconds * 1000;
  while (performance.now() < end) {
    const begun = performance.now();
    for (let isIn = false; !isIn; ) {
      tries += 1;
      isIn = await tryLogIn(address);
    }
    durations.push(performance.now() - begun);
  }
  await Promise.all([reading, stop()]);
  const median = (computeMedian(durations) / 1000).toFixed(1);
  const worst = (Math.max(...durations) / 1000).toFixed(1);
  return `A person logged in ${durations.length} times in the flood, by ${tries} tries: median ${median} s, worst ${worst} s.`;
}

/** False after a 503 and its `Retry-After`. */
async function tryLogIn(address: string): Promise<boolean> {
  const answer = await send(`${address}/api/identity/sign-in/email`, { email, password });
  if (answer.ok) return true;
  if (answer.status !== 503) throw new Error(`Logging in answered ${answer.status}.`);
  await delay(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  return false;
}

async function send(url: string, body: object): Promise<Response> {
  const { origin } = new URL(url);
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer;
}

/** Starts the flood; the returned function stops it and adds its responses to `statuses`. */
async function startFlood(address: string, statuses: Statuses): Promise<() => Promise<void>> {
  const attackers = new Worker(new URL('attackers.ts', import.meta.url), { workerData: address });
  await once(attackers, 'message');
  return async () => {
    attackers.postMessage('stop');
    const [answered] = (await once(attackers, 'message')) as [Statuses];
    for (const [status, count] of Object.entries(answered))
      statuses[status] = (statuses[status] ?? 0) + count;
  };
}

function read(address: string, path: string, duration = phaseSeconds): Promise<Measurement> {
  return runVisits({ address, visits: [[path]], connections: sockets, duration });
}
