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
    return makeFinding(rule, 'not-known', parts, () => missing(memory, 'the form of the modules'));
  if (!board.memoryForm)
    return makeFinding(rule, 'not-known', parts, () => missing(board, 'the form of the memory slots'));
  const isSame = memory.form === board.memoryForm;
  return makeFinding(rule, isSame ? 'fits' : 'does-not-fit', parts, () =>
    isSame
      ? `The ${memory.name} and the slots of the ${board.name} are both ${board.memoryForm}.`
      : `The ${memory.name} is ${memory.form}; the ${board.name} takes ${board.memoryForm}.`,
  );
}

/** Sockets whose processors take unbuffered or registered memory only. Source: AMD's and Intel's specifications of each. */
const unbufferedSockets = /^(?:AM[45]|LGA115[015]|LGA1200|LGA1700|LGA1851)$/;
const registeredSockets = /^(?:sTR5|SP[356]|LGA3647|LGA4189|LGA4677|LGA4710)$/;

/** Memory with ECC but without registers runs in ordinary boards, without checking. */
function compareRegistered(memory: Memory, board: Motherboard): Finding[] {
  const parts = [memory, board];
  const needsRegistered = registeredSockets.test(board.socket ?? '');
  if (memory.isRegistered === undefined && memory.form !== 'SO-DIMM')
    return [
      makeFinding(
        registeredRule,
        'not-known',
        parts,
        () => `Not known: whether the ${memory.name} is registered memory (RDIMM).`,
      ),
    ];
  if (!memory.isRegistered)
    return needsRegistered
      ? [
          makeFinding(
            registeredRule,
            'does-not-fit',
            parts,
            () =>
              `The ${memory.name} is unbuffered memory; the ${board.name} with socket ${board.socket} takes registered memory (RDIMM) only.`,
          ),
        ]
      : [];
  const isTaken = unbufferedSockets.test(board.socket ?? '')
    ? false
    : (board.takesRegisteredMemory ?? (needsRegistered || undefined));
  if (isTaken === undefined)
    return [
      makeFinding(
        registeredRule,
        'not-known',
        parts,
        () => `Not known: whether the ${board.name} takes registered memory (RDIMM).`,
      ),
    ];
  return [
    makeFinding(registeredRule, isTaken ? 'fits' : 'does-not-fit', parts, () =>
      isTaken
        ? `The ${board.name} takes registered memory such as the ${memory.name}.`
        : `The ${memory.name} is registered memory (RDIMM); the ${board.name} takes unbuffered memory only.`,
    ),
  ];
}
