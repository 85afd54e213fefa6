/** What happened in a run, in order: its lines for people, and the hash that two runs of one seed have in common. */
import { createHash } from 'node:crypto';
import { type Clock, startOfHistory } from './chance.ts';

export type History = ReturnType<typeof startHistory>;

export function startHistory(clock: Clock) {
  const lines: string[] = [];
  const hash = createHash('sha256');
  return {
    /** `facts`: belongs to the hash, but not to the printed line. */
    add(actor: string, text: string, facts?: unknown): void {
      const seconds = ((clock.now().getTime() - startOfHistory) / 1000).toFixed(3);
      const line = `${seconds.padStart(11)}  ${actor.padEnd(12)} ${text}`;
      lines.push(line);
      hash.update(`${line}\n${facts === undefined ? '' : JSON.stringify(facts, maskValue)}\n`);
    },
    lines: () => lines,
    hash: () => hash.copy().digest('hex').slice(0, 16),
  };
}

/** What PostgreSQL numbers by itself: transactions, snapshots, its log and the numbers of parts. */
const maskedColumns = new Set(['changed_in', 'described_in', 'number', 'position', 'snapshot']);

function maskValue(key: string, value: unknown): unknown {
  if (maskedColumns.has(key)) return 'masked';
  if (typeof value === 'string' && value.startsWith('[{"')) return JSON.parse(value); // rows in one parameter
  // in the order of their texts: PostgreSQL returns what no statement orders in any
  if (Array.isArray(value) && value.every(isRow))
    return value.map((row) => JSON.stringify(row, maskValue)).sort();
  return typeof value === 'string' && /^\d+:\d+:[\d,]*$/.test(value) ? 'snapshot' : value;
}

function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
