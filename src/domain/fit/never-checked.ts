/** What no rule can see, said with every verdict about parts that it concerns. */
import { type Build, listKind } from '#domain/fit/build.ts';

export function listNeverChecked(build: Pick<Build, 'ofKind'>): string[] {
  const coolers = listKind(build, 'Cooler').map(({ part }) => part);
  const has = (kind: Parameters<typeof listKind>[1]) => listKind(build, kind).length > 0;
  const concerns: readonly [isConcerned: boolean, sentence: string][] = [
    [
      has('Memory') && coolers.some(({ isLiquid }) => !isLiquid),
      'whether the memory stands clear of the cooler',
    ],
    [
      has('Case') && coolers.some(({ isLiquid }) => isLiquid !== false),
      'whether and where the case takes the radiator of a liquid cooler',
    ],
    [
      has('Case') && has('PowerSupply'),
      'whether the power supply is short enough for the case, and its cables long enough',
    ],
    [
      has('Case') && listKind(build, 'Drive').some(({ part }) => part.form === '2.5"'),
      'where the case holds drives of 2.5 inches',
    ],
    [
      has('Processor') && coolers.some(({ ratedWatts }) => ratedWatts === undefined),
      'what heat the cooler carries away, where its maker does not rate it',
    ],
  ];
  return concerns.flatMap(([isConcerned, sentence]) => (isConcerned ? [sentence] : []));
}
