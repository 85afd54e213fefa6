/** The processor sits in the board's socket. Source: the makers' specifications of both. */
import { type Build, listPairs } from '#domain/fit/build.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { missing } from '#domain/fit/wording.ts';

const rule = 'socket';

export function checkSocket(build: Build): Finding[] {
  return listPairs(build, 'Processor', 'Motherboard').map(([processor, board]) => {
    const parts = [processor, board];
    if (!processor.socket)
      return makeFinding(rule, 'not-known', parts, () => missing(processor, 'the socket'));
    if (!board.socket) return makeFinding(rule, 'not-known', parts, () => missing(board, 'the socket'));
    const isSame = processor.socket === board.socket;
    return makeFinding(rule, isSame ? 'fits' : 'does-not-fit', parts, () =>
      isSame
        ? `The ${processor.name} and the ${board.name} both have socket ${board.socket}.`
        : `The ${processor.name} needs socket ${processor.socket}; the ${board.name} has ${board.socket}.`,
    );
  });
}
