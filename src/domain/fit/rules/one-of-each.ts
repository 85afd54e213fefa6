/** A computer has one processor, one board, one case, one power supply and one cooler. */
import { type Build, listKind } from '#domain/fit/build.ts';
import type { FitKind } from '#domain/fit/facts.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { joinWords } from '#domain/fit/wording.ts';

const rule = 'one-of-each';

const labels: readonly [FitKind, string][] = [
  ['Processor', 'processor'],
  ['Motherboard', 'board'],
  ['Case', 'computer case'],
  ['PowerSupply', 'power supply'],
  ['Cooler', 'processor cooler'],
];

export function checkOneOfEach(build: Build): Finding[] {
  return labels.flatMap(([kind, label]) => {
    const parts = listKind(build, kind);
    const count = parts.reduce((sum, { quantity }) => sum + quantity, 0);
    if (count < 2) return [];
    const names = joinWords(parts.map(({ part }) => part.name));
    return [
      makeFinding(
        rule,
        'does-not-fit',
        parts.map(({ part }) => part),
        () => `The ${names}: ${count} where a computer takes one ${label}.`,
      ),
    ];
  });
}
