/** The memory is of the generation, form and kind that the board and the processor take. Source: their specifications. */
import { type Build, listPairs } from '#domain/fit/build.ts';
import type { Memory, Motherboard, Processor } from '#domain/fit/facts.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { joinWords, missing } from '#domain/fit/wording.ts';

export function checkMemoryGeneration(build: Build): Finding[] {
  return [
    ...listPairs(build, 'Memory', 'Motherboard').map(([memory, board]) => compareGenerations(memory, board)),
    ...listPairs(build, 'Processor', 'Motherboard').flatMap(([processor, board]) =>
      compareController(processor, board),
    ),
    ...listPairs(build, 'Memory', 'Processor').flatMap(([memory, processor]) =>
      compareModules(memory, processor),
    ),
  ];
}

const rule = 'memory-generation';

function compareGenerations(memory: Memory, board: Motherboard): Finding {
  const parts = [memory, board];
  if (!memory.generation)
    return makeFinding(rule, 'not-known', parts, () => missing(memory, 'the generation'));
  if (!board.memoryGeneration)
    return makeFinding(rule, 'not-known', parts, () => missing(board, 'the memory generation'));
  const isSame = memory.generation === board.memoryGeneration;
  return makeFinding(rule, isSame ? 'fits' : 'does-not-fit', parts, () =>
    isSame
      ? `The ${memory.name} and the slots of the ${board.name} are both DDR${board.memoryGeneration}.`
      : `The ${memory.name} is DDR${memory.generation}; the ${board.name} takes DDR${board.memoryGeneration}.`,
  );
}

/** Only what cannot work together is told: the socket says the rest. */
function compareController(processor: Processor, board: Motherboard): Finding[] {
  const { memoryGenerations } = processor;
  const { memoryGeneration } = board;
  if (!memoryGenerations || !memoryGeneration || memoryGenerations.includes(memoryGeneration)) return [];
  return [
    makeFinding(
      rule,
      'does-not-fit',
      [processor, board],
      () =>
        `The ${processor.name} works with ${spell(memoryGenerations)}; the ${board.name} has slots for DDR${memoryGeneration}.`,
    ),
  ];
}

function compareModules(memory: Memory, processor: Processor): Finding[] {
  const { memoryGenerations } = processor;
  const { generation } = memory;
  if (!memoryGenerations || !generation || memoryGenerations.includes(generation)) return [];
  return [
    makeFinding(
      rule,
      'does-not-fit',
      [memory, processor],
      () =>
        `The ${memory.name} is DDR${generation}; the ${processor.name} works with ${spell(memoryGenerations)}.`,
    ),
  ];
}

const spell = (generations: readonly number[]) =>
  joinWords(
    generations.toSorted().map((generation) => `DDR${generation}`),
    'or',
  );
