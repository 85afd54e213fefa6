/** The remaining time: hours and minutes, and seconds in the last hour. */
import { useEffect, useState } from 'react';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type CountdownProps = { until: string; label: string; onEnd?: (() => void) | undefined };

export function Countdown({ until, label, onEnd }: CountdownProps) {
  const remainingMs = useRemainingMs(until, onEnd);
  if (remainingMs <= 0) return <p className="countdown">The time for paying is over.</p>;
  return (
    <p className={remainingMs < hourMs ? 'countdown countdown-soon' : 'countdown'}>
      {label}{' '}
      <time dateTime={until} suppressHydrationWarning>
        {formatRemainingTime(remainingMs)}
      </time>
    </p>
  );
}

/** Updated every second in the last hour, every half minute before it. */
function useRemainingMs(until: string, onEnd: (() => void) | undefined): number {
  const end = Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  const remainingMs = end - now;
  const isOver = remainingMs <= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the time is over, not when the callback changes
  useEffect(() => {
    if (isOver) return onEnd?.();
    const timer = setInterval(
      () => setNow(Date.now()),
      remainingMs < hourMs + minuteMs ? 1000 : minuteMs / 2,
    );
    return () => clearInterval(timer);
  }, [isOver, remainingMs < hourMs + minuteMs]);
  return remainingMs;
}

function formatRemainingTime(remainingMs: number): string {
  const hours = Math.floor(remainingMs / hourMs);
  const minutes = Math.floor((remainingMs % hourMs) / minuteMs);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes} min ${Math.floor((remainingMs % minuteMs) / 1000)} s`;
}
