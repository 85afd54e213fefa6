/** All modules find a slot, and the board can address them. Source: the board's specification. */
import { type Build, listKind, listSubjects, sumKnown, sumOver } from '#domain/fit/build.ts';
import type { Memory, Motherboard } from '#domain/fit/facts.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';
import { joinWords, missing } from '#domain/fit/wording.ts';
import { countWords } from '#domain/words.ts';

const rule = 'memory-amount';

type Amounts = {
  kits: readonly { part: Memory; quantity: number }[];
  board: Motherboard;
  names: string;
};

export function checkMemoryAmount(build: Build): Finding[] {
  const kits = listKind(build, 'Memory');
  if (kits.length === 0) return [];
  const names = joinWords(kits.map(({ part }) => part.name));
  return listSubjects(build, 'Motherboard').flatMap((board) => {
    const amounts = { kits, board, names };
    return [compareSlots(amounts), compareCapacity(amounts), ...compareModuleSize(amounts)];
  });
}

function compareSlots({ kits, board, names }: Amounts): Finding {
  const parts = [...kits.map(({ part }) => part), board];
  const least = sumKnown(kits, ({ modules }) => modules);
  const { memorySlots } = board;
  if (!memorySlots)
    return makeFinding(rule, 'not-known', parts, () => missing(board, 'the number of memory slots'));
  const explain = () =>
    `The ${names}: ${countWords(least, 'module')}; the ${board.name} has ${countWords(memorySlots, 'slot')}.`;
  if (least > memorySlots) return makeFinding(rule, 'does-not-fit', parts, explain);
  const unknown = kits.find(({ part }) => part.modules === undefined);
  if (unknown)
    return makeFinding(rule, 'not-known', parts, () => missing(unknown.part, 'the number of modules'));
  return makeFinding(rule, 'fits', parts, explain);
}

function compareCapacity({ kits, board, names }: Amounts): Finding {
  const parts = [...kits.map(({ part }) => part), board];
  const least = sumKnown(kits, readCapacity);
  const { maxMemoryGb } = board;
  if (!maxMemoryGb) return makeFinding(rule, 'not-known', parts, () => missing(board, 'the most memory'));
  const explain = () => `The ${names}: ${least} GB; the ${board.name} takes ${maxMemoryGb} GB.`;
  if (least > maxMemoryGb) return makeFinding(rule, 'does-not-fit', parts, explain);
  if (sumOver(kits, readCapacity) === undefined)
    return makeFinding(rule, 'not-known', parts, () => `Not known: the capacity of the ${names}.`);
  return makeFinding(rule, 'fits', parts, explain);
}

/** A board of 128 GB with four slots was tested with modules of 32 GB; larger ones run where its maker lists them. */
function compareModuleSize({ kits, board }: Amounts): Finding[] {
  const { memorySlots, maxMemoryGb } = board;
  if (!memorySlots || !maxMemoryGb) return [];
  const largest = maxMemoryGb / memorySlots;
  return kits
    .filter(({ part }) => part.moduleGb !== undefined && part.moduleGb > largest)
    .map(({ part }) =>
      makeFinding(
        rule,
        'only-if',
        [part, board],
        () =>
          `The ${part.name} has modules of ${part.moduleGb} GB; the ${board.name} (${maxMemoryGb} GB in ${countWords(memorySlots, 'slot')}) takes them only if its maker lists modules above ${largest} GB.`,
      ),
    );
}

const readCapacity = ({ modules, moduleGb }: Memory) =>
  modules === undefined || moduleGb === undefined ? undefined : modules * moduleGb;
