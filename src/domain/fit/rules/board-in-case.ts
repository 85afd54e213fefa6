/** The board has the size and screw holes that the case has room for. Source: the case's specification. */
import { type Build, listPairs } from '#domain/fit/build.ts';
import type { Case, Motherboard } from '#domain/fit/facts.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { joinWords, missing } from '#domain/fit/wording.ts';

const rule = 'board-in-case';

/** Larger sizes whose screw holes a board of the size shares. Source: the ATX, Mini-ITX and SSI specifications. */
const largerSizes: Readonly<Record<string, readonly string[]>> = {
  'Thin Mini ITX': ['Mini ITX', 'Micro ATX', 'ATX'],
  'Mini ITX': ['Micro ATX', 'ATX'],
  'Mini DTX': ['Micro ATX', 'ATX'],
  'Flex ATX': ['Micro ATX', 'ATX'],
  'Micro ATX': ['ATX'],
  'SSI CEB': ['EATX', 'SSI EEB'],
  'SSI EEB': ['EATX'],
};

export function checkBoardInCase(build: Build): Finding[] {
  return listPairs(build, 'Motherboard', 'Case').map(([board, housing]) => {
    const parts = [board, housing];
    const { formFactor } = board;
    const { boardFormFactors } = housing;
    if (!formFactor) return makeFinding(rule, 'not-known', parts, () => missing(board, 'the form factor'));
    if (!boardFormFactors?.length)
      return makeFinding(rule, 'not-known', parts, () => missing(housing, 'the sizes of boards'));
    const sizes = `The ${board.name} is ${formFactor}; the ${housing.name} takes ${joinWords(boardFormFactors)}`;
    if (boardFormFactors.includes(formFactor)) return acceptSize(board, housing, formFactor);
    return largerSizes[formFactor]?.some((size) => boardFormFactors.includes(size))
      ? makeFinding(
          rule,
          'only-if',
          parts,
          () => `${sizes}: only if it has screw holes for that size, too, as many have.`,
        )
      : makeFinding(rule, 'does-not-fit', parts, () => `${sizes}.`);
  });
}

/** Boards called EATX are 257 to 330 mm wide, and many cases take only the narrower ones. Source: the makers of both. */
function acceptSize(board: Motherboard, housing: Case, formFactor: string): Finding {
  return formFactor === 'EATX'
    ? makeFinding(
        rule,
        'only-if',
        [board, housing],
        () =>
          `The ${housing.name} takes boards of size EATX such as the ${board.name} only if it is wide enough: such boards are 257 to 330 mm wide.`,
      )
    : makeFinding(
        rule,
        'fits',
        [board, housing],
        () => `The ${housing.name} takes boards of size ${formFactor} such as the ${board.name}.`,
      );
}
