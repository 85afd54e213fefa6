/** The board has the size and screw holes that the case has room for. Source: the case's specification. */
import { type Build, listPairs } from '#domain/fit/build.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { joinWords, missing } from '#domain/fit/wording.ts';

const rule = 'board-in-case';

export function checkBoardInCase(build: Build): Finding[] {
  return listPairs(build, 'Motherboard', 'Case').map(([board, housing]) => {
    const parts = [board, housing];
    const { formFactor } = board;
    const { boardFormFactors } = housing;
    if (!formFactor) return makeFinding(rule, 'not-known', parts, () => missing(board, 'the form factor'));
    if (!boardFormFactors?.length)
      return makeFinding(rule, 'not-known', parts, () => missing(housing, 'the sizes of boards'));
    const isListed = boardFormFactors.includes(formFactor);
    return makeFinding(rule, isListed ? 'fits' : 'does-not-fit', parts, () =>
      isListed
        ? `The ${housing.name} takes boards of size ${formFactor} such as the ${board.name}.`
        : `The ${board.name} is ${formFactor}; the ${housing.name} takes ${joinWords(boardFormFactors)}.`,
    );
  });
}
