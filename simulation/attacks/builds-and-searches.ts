/** Attacks by what costs much to answer: builds of many parts, and searches that match everything. */
import type { Part } from '#catalogue/contract/parts.ts';
import { kindCategories } from '#fit/rules/kind-categories.ts';
import {
  type Attack,
  findServer,
  listFaults,
  readAllProcessorTime,
  readProcessorTime,
  send,
} from './attack.ts';

const buildParts = 32;
/** Of lists that are not kept, which take about as long as the home page. */
const maxPages = { small: 6, whole: 3 };

export const largeBuilds: Attack = {
  name: 'builds',
  what: 'builds of 32 mixed parts at once: all are answered, and one costs at most three pages that are not kept',
  async run({ address, dataDir, size }) {
    const lists = await Promise.all(
      kindCategories.map(async ({ categories: [category] }) => {
        const { text } = await send(`${address}/api/parts?limit=8&category=${category}`);
        return JSON.parse(text) as Part[];
      }),
    );
    const mixed = Array.from({ length: 8 }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
    const parts = mixed.slice(0, buildParts);
    const makePath = (turn: number) => {
      const turned = [...parts.slice(turn % parts.length), ...parts.slice(0, turn % parts.length)];
      return `${address}/build?parts=${turned.map(({ _id }) => _id).join(',')}`;
    };
    const together = await Promise.all([send(makePath(0)), send(makePath(1)), send(makePath(2))]);
    const health = await send(`${address}/healthz`);
    const statuses = [...together, health].map(({ status }) => status);
    const turns = size === 'whole' ? 20 : 8;
    const build = await measureCost(dataDir, turns, (turn) => send(makePath(turn + 3)));
    const page = await measureCost(dataDir, turns, (turn) =>
      send(`${address}/parts/memory?price-max=${200 + turn}`),
    );
    const ratio = build / page;
    return {
      figures: `${parts.length} parts: ${ms(build)} of processor time each, ${ratio.toFixed(1)} list pages that are not kept (${ms(page)})`,
      faults: listFaults(
        [statuses.every((status) => status === 200), `Answered ${statuses.join(', ')}.`],
        [ratio <= maxPages[size], `A build costs ${ratio.toFixed(1)} pages.`],
      ),
    };
  },
};

const searches = [
  'a b c d e f g h',
  'black',
  'e e e e e e e e',
  'x1 y2 z3 q4 w5 r6 t7 u8',
  'qzx wvq jkx zzq',
  'rtx 4070',
];

export const hostileSearches: Attack = {
  name: 'searches',
  what: 'searches for single letters, for what matches thousands, and for nothing that exists',
  async run({ address, dataDir, size }) {
    const statuses: number[] = [];
    const rows: string[] = [];
    for (const words of searches) {
      const ask = async (turn: number) => {
        const { status } = await send(
          `${address}/api/parts?limit=10&q=${encodeURIComponent(words)}&price-max=${5000 + turn}`,
        );
        statuses.push(status);
      };
      if (size === 'small') await ask(0);
      else rows.push(`“${words}” ${ms(await measureCost(dataDir, 20, ask, readAllProcessorTime))}`);
    }
    return {
      figures:
        size === 'small'
          ? `${statuses.length} searches`
          : `processor time with PostgreSQL: ${rows.join('; ')}`,
      faults: listFaults([statuses.every((status) => status === 200), `Answered ${statuses.join(', ')}.`]),
    };
  },
};

/** The seconds of processor time of one request. */
async function measureCost(
  dataDir: string,
  turns: number,
  ask: (turn: number) => Promise<unknown>,
  read: (dataDir: string) => number = (dataDir) => readProcessorTime(findServer(dataDir)).all,
): Promise<number> {
  const before = read(dataDir);
  for (let turn = 0; turn < turns; turn += 1) await ask(turn);
  return (read(dataDir) - before) / turns;
}

function ms(seconds: number): string {
  return `${(seconds * 1000).toFixed(0)} ms`;
}
