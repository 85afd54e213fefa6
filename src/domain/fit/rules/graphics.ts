/** Something makes a picture: the processor or a graphics card. Source: the processor's specification. */
import { type Build, listKind } from '#domain/fit/build.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';

const rule = 'graphics';

export function checkGraphics(build: Build): Finding[] {
  const processors = listKind(build, 'Processor').map(({ part }) => part);
  const [first] = processors;
  if (!first || listKind(build, 'GraphicsCard').length > 0) return [];
  const able = processors.find(({ hasGraphics }) => hasGraphics);
  if (able) return [makeFinding(rule, 'fits', processors, () => `The ${able.name} has graphics of its own.`)];
  const unknown = processors.find(({ hasGraphics }) => hasGraphics === undefined);
  if (unknown)
    return [
      makeFinding(
        rule,
        'not-known',
        processors,
        () => `Not known: whether the ${unknown.name} has graphics.`,
      ),
    ];
  return [
    makeFinding(
      rule,
      'does-not-fit',
      processors,
      () => `The ${first.name} has no graphics, and there is no graphics card: the screen stays dark.`,
    ),
  ];
}
