/** The board's chipset and firmware take the processor's generation. Source: `chipset-support.ts`. */
import { type Build, listPairs } from '#domain/fit/build.ts';
import { findSupport, type SupportLevel } from '#domain/fit/chipset-support.ts';
import type { Motherboard, Processor } from '#domain/fit/facts.ts';
import { readProcessorGeneration } from '#domain/fit/processor-generations.ts';
import { type Finding, makeFinding, type Verdict } from '#domain/fit/verdicts.ts';
import { missing } from '#domain/fit/wording.ts';

const rule = 'chipset';

/** Sockets whose boards differ in the processors that they take. */
const dividedSockets = /^(?:AM4|AM5|LGA1151|LGA1200|LGA1700|LGA1851)$/;

const levelVerdicts: Readonly<Record<SupportLevel, Verdict>> = {
  native: 'fits',
  update: 'only-if',
  maker: 'only-if',
  never: 'does-not-fit',
};

export function checkChipset(build: Build): Finding[] {
  return listPairs(build, 'Processor', 'Motherboard').flatMap(([processor, board]) => {
    const { socket } = board;
    if (!socket || socket !== processor.socket || !dividedSockets.test(socket)) return [];
    return [compareGeneration(processor, board, socket)];
  });
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
