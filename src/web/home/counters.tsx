/** Business History: four numbers, which a script counts up once. */
import { useEffect, useRef } from 'react';
import { homeWording } from '#domain/home-wording.ts';
import { runCounters } from '#web/home/run-counters.ts';

export function Counters() {
  const list = useRef<HTMLDListElement>(null);
  useEffect(() => (list.current ? runCounters(list.current) : undefined), []);
  return (
    <section className="business-history section" aria-labelledby="history">
      <div className="wrap">
        <h2 className="heading" id="history">
          {homeWording.historyHeading}
        </h2>
        <dl className="counters" ref={list} data-counters>
          {homeWording.counters.map(({ value, label }) => (
            <div key={label} className="counter">
              <dt>{label}</dt>
              <dd data-counter suppressHydrationWarning>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
