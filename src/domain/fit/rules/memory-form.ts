/** Modules have the length and the kind of the board's slots. Source: JEDEC's DIMM, SO-DIMM and RDIMM are not exchangeable. */
import { type Build, listPairs } from '#domain/fit/build.ts';
import type { Memory, Motherboard } from '#domain/fit/facts.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { missing } from '#domain/fit/wording.ts';

const rule = 'memory-form';
const registeredRule = 'memory-registered';

export function checkMemoryForm(build: Build): Finding[] {
  return listPairs(build, 'Memory', 'Motherboard').flatMap(([memory, board]) => [
    compareForms(memory, board),
    ...compareRegistered(memory, board),
  ]);
}

function compareForms(memory: Memory, board: Motherboard): Finding {
  const parts = [memory, board];
  if (!memory.form)
    return makeFinding(rule, 'not-known', parts, () => missing(memory, 'the form of its modules'));
  if (!board.memoryForm)
    return makeFinding(rule, 'not-known', parts, () => missing(board, 'the form of its memory slots'));
  const isSame = memory.form === board.memoryForm;
  return makeFinding(rule, isSame ? 'fits' : 'does-not-fit', parts, () =>
    isSame
      ? `The ${memory.name} and the slots of the ${board.name} are both ${board.memoryForm}.`
      : `The ${memory.name} is ${memory.form}; the ${board.name} takes ${board.memoryForm}.`,
  );
}

/** Memory with ECC but without registers runs in ordinary boards, without checking. */
function compareRegistered(memory: Memory, board: Motherboard): Finding[] {
  if (!memory.isRegistered) return [];
  const parts = [memory, board];
  if (board.takesRegisteredMemory === undefined)
    return [
      makeFinding(registeredRule, 'not-known', parts, () =>
        missing(board, 'whether it takes registered memory (RDIMM)'),
      ),
    ];
  return [
    makeFinding(registeredRule, board.takesRegisteredMemory ? 'fits' : 'does-not-fit', parts, () =>
      board.takesRegisteredMemory
        ? `The ${board.name} takes registered memory such as the ${memory.name}.`
        : `The ${memory.name} is registered memory (RDIMM); the ${board.name} takes unbuffered memory only.`,
    ),
  ];
}
