/** How far the primary is, as this process knows: what a replica must have replayed before it serves. */
import {
  chooseLater,
  firstPosition,
  type LogPosition,
  parsePosition,
} from '#platform/database/log-positions.ts';

/** What one heartbeat reads of the primary. */
export type Beat = {
  position: LogPosition;
  /** The primary's clock. */
  at: string;
  /** The system identifier of the cluster. */
  cluster: string;
};

export type Progress = Beat & {
  /** The position of one to two seconds ago: a replica that has not reached it is behind. */
  settled: LogPosition;
};

export function trackProgress() {
  let earlier: Beat | undefined;
  let last: Beat | undefined;
  let announced = firstPosition;
  return {
    beat(next: Beat, hasChanged: boolean): void {
      earlier = last;
      last = next;
      if (hasChanged) announced = chooseLater(announced, next.position);
    },
    /** A change was heard that is in front of the position. */
    hear(text: string): void {
      announced = chooseLater(announced, parsePosition(text));
    },
    reset(): void {
      earlier = undefined;
      last = undefined;
      announced = firstPosition;
    },
    /** What every answer must show: the changes heard, and what is older than the last heartbeat but one. */
    required(): Progress | undefined {
      const settled = earlier ?? last;
      if (!settled) return undefined;
      return { ...settled, position: chooseLater(settled.position, announced), settled: settled.position };
    },
    /** The last heartbeat compared everything that the one before it could see. */
    hasHeardUntil: (position: LogPosition) => earlier !== undefined && earlier.position >= position,
  };
}
