/** The processor sits in the board's socket. Source: the makers' specifications of both. */
import { type Build, listPairs } from '#domain/fit/build.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { missing } from '#domain/fit/wording.ts';

const rule = 'socket';

/** Sockets that many boards offer to processors of a relative. Source: AMD on AM2+, AM3+ and FM2+; Intel on the narrow mount. */
const guests: Readonly<Record<string, readonly string[]>> = {
  AM2: ['AM2+', 'AM3'],
  'AM2+': ['AM2', 'AM3'],
  AM3: ['AM3+'],
  'AM3+': ['AM3'],
  'FM2+': ['FM2'],
  'LGA2011-3 Narrow': ['LGA2011-3'],
};

export function checkSocket(build: Build): Finding[] {
  return listPairs(build, 'Processor', 'Motherboard').map(([processor, board]) => {
    const parts = [processor, board];
    if (!processor.socket)
      return makeFinding(rule, 'not-known', parts, () => missing(processor, 'the socket'));
    if (!board.socket) return makeFinding(rule, 'not-known', parts, () => missing(board, 'the socket'));
    if (processor.socket === board.socket)
      return makeFinding(
        rule,
        'fits',
        parts,
        () => `The ${processor.name} and the ${board.name} both have socket ${board.socket}.`,
      );
    const numbers = `The ${processor.name} needs socket ${processor.socket}; the ${board.name} has ${board.socket}`;
    return guests[board.socket]?.includes(processor.socket)
      ? makeFinding(rule, 'only-if', parts, () => `${numbers}: only if its maker lists that processor.`)
      : makeFinding(rule, 'does-not-fit', parts, () => `${numbers}.`);
  });
}
