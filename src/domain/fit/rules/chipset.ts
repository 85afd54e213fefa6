/** The board's chipset and firmware take the processor's generation. Source: `chipset-support.ts`. */
import { type Build, listPairs } from '#domain/fit/build.ts';
import { findSupport, type SupportLevel } from '#domain/fit/chipset-support.ts';
import type { Motherboard, Processor } from '#domain/fit/facts.ts';
import { readProcessorGeneration } from '#domain/fit/processor-generations.ts';
import { type Finding, makeFinding, type Verdict } from '#domain/fit/verdicts.ts';
import { missing } from '#domain/fit/wording.ts';

const rule = 'chipset';

/** Sockets whose chipsets are in the table. */
const listedSockets = /^(?:AM4|AM5|LGA1151|LGA1200|LGA1700|LGA1851)$/;

/** Sockets of a single generation: every board takes every processor. Source: AMD's product pages. */
const singleSockets = /^(?:AM1|FM1|sTRX4)$/;

const levelVerdicts: Readonly<Record<SupportLevel, Verdict>> = {
  native: 'fits',
  update: 'only-if',
  maker: 'only-if',
  never: 'does-not-fit',
};

export function checkChipset(build: Build): Finding[] {
  return listPairs(build, 'Processor', 'Motherboard').flatMap(([processor, board]) => {
    const { socket } = board;
    if (!socket || socket !== processor.socket || singleSockets.test(socket)) return [];
    return [
      listedSockets.test(socket)
        ? compareGeneration(processor, board, socket)
        : leaveToMaker(processor, board, socket),
    ];
  });
}

function leaveToMaker(processor: Processor, board: Motherboard, socket: string): Finding {
  return makeFinding(
    rule,
    'only-if',
    [processor, board],
    () =>
      `The ${board.name} takes the ${processor.name} only if its maker lists that processor for this board: socket ${socket} has had several generations.`,
  );
}

function compareGeneration(processor: Processor, board: Motherboard, socket: string): Finding {
  const parts = [processor, board];
  const { chipset } = board;
  const generation = readProcessorGeneration(processor.name);
  if (!chipset) return makeFinding(rule, 'not-known', parts, () => missing(board, 'the chipset'));
  if (!generation)
    return makeFinding(rule, 'not-known', parts, () => missing(processor, 'the generation for boards'));
  const level = findSupport(socket, chipset, generation, board.name);
  if (!level)
    return makeFinding(
      rule,
      'not-known',
      parts,
      () => `Not known: which processors the chipset ${chipset} of the ${board.name} takes.`,
    );
  return makeFinding(rule, levelVerdicts[level], parts, () =>
    explainLevel(
      level,
      `${processor.name} (${generation})`,
      `${board.name} (${chipset})`,
      board.hasFlashback,
    ),
  );
}

function explainLevel(
  level: SupportLevel,
  processor: string,
  board: string,
  hasFlashback: boolean | undefined,
): string {
  if (level === 'native') return `The ${board} takes the ${processor}.`;
  if (level === 'never')
    return `The ${processor} does not run in the ${board}: the chipset’s maker supports that generation with no firmware.`;
  if (level === 'maker')
    return `The ${board} takes the ${processor} only if its maker lists that processor for this board.`;
  return `The ${board} takes the ${processor} only if its firmware (BIOS) is new enough; ${explainUpdate(hasFlashback)}.`;
}

function explainUpdate(hasFlashback: boolean | undefined): string {
  if (hasFlashback) return 'this board can be updated without a processor (flashback)';
  if (hasFlashback === false) return 'updating this board takes an older processor';
  return 'whether it can be updated without an older processor is not known';
}
