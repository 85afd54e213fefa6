/** How long something is still kept: hours and minutes, and seconds in the last hour. */
import { useEffect, useState } from 'react';

const minute = 60_000; // milliseconds
const hour = 60 * minute;

/** `label` stands before the time that is left; once it is over, `onOver` is told, one time. */
export function Countdown({
  until,
  label,
  onOver,
}: {
  until: string;
  label: string;
  onOver?: (() => void) | undefined;
}) {
  const left = useRemainingMs(until, onOver);
  if (left <= 0) return <p className="countdown">The time for paying is over.</p>;
  return (
    <p className={left < hour ? 'countdown countdown-soon' : 'countdown'}>
      {label} <time dateTime={until}>{formatRemainingTime(left)}</time>
    </p>
  );
}

/** Milliseconds that are left; told each second in the last hour, each half minute before it. */
function useRemainingMs(until: string, onOver: (() => void) | undefined): number {
  const end = Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  const left = end - now;
  const isOver = left <= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the time is over, not when who hears it changes
  useEffect(() => {
    if (isOver) return onOver?.();
    const clock = setInterval(() => setNow(Date.now()), left < hour + minute ? 1000 : minute / 2);
    return () => clearInterval(clock);
  }, [isOver, left < hour + minute]);
  return left;
}

function formatRemainingTime(left: number): string {
  const hours = Math.floor(left / hour);
  const minutes = Math.floor((left % hour) / minute);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes} min ${Math.floor((left % minute) / 1000)} s`;
}
