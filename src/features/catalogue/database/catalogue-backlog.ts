/** Changes to more parts than one piece: they are read piece by piece, while answers are given. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type ChangeRange, readPieceOfChanges } from '#catalogue/database/catalogue-changes.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import type { Database } from '#platform/database/connect.ts';

export type Backlog = ReturnType<typeof openBacklog>;

export type BacklogTools = {
  db: Database;
  write(part: PartRow): void;
  /** Runs nothing else at the same time, so that no older row replaces a newer one. */
  enqueue<Result>(work: () => Promise<Result>): Promise<Result>;
};

const startMs = 250;

export function openBacklog(first: ChangeRange, { db, write, enqueue }: BacklogTools) {
  const begun = performance.now();
  const ranges = [first];
  let isGivenUp = false;
  let hasEnded = false;

  async function readPiece(range: ChangeRange, last: PartRow | undefined): Promise<PartRow | undefined> {
    const parts = await readPieceOfChanges(db, range, last);
    if (isGivenUp) return undefined;
    for (const part of parts) write(part);
    return parts.at(-1);
  }

  async function readAll(): Promise<'read' | 'given up'> {
    for (let [range] = ranges; range; [range] = ranges) {
      let last: PartRow | undefined;
      do {
        const [current, after] = [range, last];
        last = await enqueue(() => readPiece(current, after));
        if (isGivenUp) return 'given up';
        await setImmediate();
      } while (last);
      ranges.shift();
    }
    hasEnded = true;
    return 'read';
  }

  const done = readAll().catch(() => 'failed' as const);
  return {
    /** False when it has ended. */
    add(range: ChangeRange) {
      if (!hasEnded) ranges.push(range);
      return !hasEnded;
    },
    /** Waits until it is read; but not longer than shortly after its begin, so that only the first answers wait. */
    async waitForStart() {
      const leftMs = begun + startMs - performance.now();
      if (leftMs > 0) await Promise.race([done, setTimeout(leftMs, undefined, { ref: false })]);
    },
    /** Waits for its end. Never fails. */
    done,
    giveUp() {
      isGivenUp = true;
    },
  };
}
