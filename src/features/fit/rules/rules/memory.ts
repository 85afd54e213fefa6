/** The memory is of the generation, form and kind that the board and the processor take. Source: their specifications. */
import type { Memory, Motherboard, Processor } from '#catalogue/rules/facts/facts.ts';
import { type Build, listKind, listPairs, listSubjects, sumKnown, sumOver } from '#fit/rules/build.ts';
import { type ProcessorGeneration, readProcessorGeneration } from '#fit/rules/processor-generations.ts';
import { concludeAbout, type Finding, joinWords, makeFinding, missing } from '#fit/rules/verdicts.ts';
import { countWords } from '#kernel/words.ts';

export function checkMemoryGeneration(build: Build): Finding[] {
  return [
    ...listPairs(build, 'Memory', 'Motherboard').map(([memory, board]) => compareGenerations(memory, board)),
    ...listPairs(build, 'Processor', 'Motherboard').flatMap(([processor, board]) =>
      compareController(processor, board, board.memoryGeneration),
    ),
    ...listPairs(build, 'Processor', 'Memory').flatMap(([processor, memory]) =>
      compareController(processor, memory, memory.generation),
    ),
  ];
}

const generationRule = 'memory-generation';

function compareGenerations(memory: Memory, board: Motherboard): Finding {
  const conclude = concludeAbout(generationRule, [memory, board]);
  if (!memory.generation) return conclude('not-known', missing(memory, 'the generation'));
  if (!board.memoryGeneration) {
    const possible = possibleGenerations[board.socket ?? ''];
    return possible && !possible.includes(memory.generation)
      ? conclude(
          'does-not-fit',
          () =>
            `The ${memory.name} is DDR${memory.generation}; boards of socket ${board.socket} such as the ${board.name} take ${spell(possible)}.`,
        )
      : conclude('not-known', missing(board, 'the memory generation'));
  }
  const isSame = memory.generation === board.memoryGeneration;
  return conclude(isSame ? 'fits' : 'does-not-fit', () =>
    isSame
      ? `The ${memory.name} and the slots of the ${board.name} are both DDR${board.memoryGeneration}.`
      : `The ${memory.name} is DDR${memory.generation}; the ${board.name} takes DDR${board.memoryGeneration}.`,
  );
}

/** Of sockets whose boards differ. Source: Intel's specifications of both. */
const possibleGenerations: Readonly<Record<string, readonly number[]>> = { LGA1151: [3, 4], LGA1700: [4, 5] };

/** Only what cannot work together is told: the socket says the rest. */
function compareController(
  processor: Processor,
  other: Motherboard | Memory,
  generation: number | undefined,
): Finding | [] {
  const { memoryGenerations } = processor;
  if (!memoryGenerations || !generation || memoryGenerations.includes(generation)) return [];
  const has = other.kind === 'Memory' ? 'is' : 'has slots for';
  return makeFinding(
    generationRule,
    'does-not-fit',
    [processor, other],
    () =>
      `The ${processor.name} works with ${spell(memoryGenerations)}; the ${other.name} ${has} DDR${generation}.`,
  );
}

const spell = (generations: readonly number[]) =>
  joinWords(
    generations.toSorted().map((generation) => `DDR${generation}`),
    'or',
  );

/** Modules have the length and the kind of the board's slots. Source: JEDEC's DIMM, SO-DIMM and RDIMM are not exchangeable. */
const formRule = 'memory-form';
const registeredRule = 'memory-registered';

export function checkMemoryForm(build: Build): Finding[] {
  return listPairs(build, 'Memory', 'Motherboard').flatMap(([memory, board]) => {
    const isUnclear = memory.form === undefined || memory.isRegistered === undefined;
    const mayBeRight = memory.form !== 'SO-DIMM' && !memory.isRegistered && isForDesktops(board);
    return isUnclear && mayBeRight
      ? leaveToMemory(memory, board)
      : [compareForms(memory, board), compareRegistered(memory, board)].flat();
  });
}

function leaveToMemory(memory: Memory, board: Motherboard): Finding {
  return makeFinding(
    formRule,
    { onlyIf: 'the memory is unbuffered DIMM, as for desktops' },
    [memory, board],
    () =>
      `The ${board.name} takes unbuffered DIMM; whether the ${memory.name} is that, or memory for laptops or servers, is not known.`,
  );
}

const isForDesktops = (board: Motherboard) =>
  board.memoryForm === 'DIMM' && unbufferedSockets.test(board.socket ?? '');

function compareForms(memory: Memory, board: Motherboard): Finding {
  const conclude = concludeAbout(formRule, [memory, board]);
  if (!memory.form) return conclude('not-known', missing(memory, 'the form of the modules'));
  if (!board.memoryForm) return conclude('not-known', missing(board, 'the form of the memory slots'));
  const isSame = memory.form === board.memoryForm;
  return conclude(isSame ? 'fits' : 'does-not-fit', () =>
    isSame
      ? `The ${memory.name} and the slots of the ${board.name} are both ${board.memoryForm}.`
      : `The ${memory.name} is ${memory.form}; the ${board.name} takes ${board.memoryForm}.`,
  );
}

/** Sockets whose processors take unbuffered or registered memory only. Source: AMD's and Intel's specifications of each. */
const unbufferedSockets = /^(?:AM[45]|LGA115[015]|LGA1200|LGA1700|LGA1851)$/;
const registeredSockets = /^(?:sTR5|SP[356]|LGA3647|LGA4189|LGA4677|LGA4710)$/;

/** Memory with ECC but without registers runs in ordinary boards, without checking. */
function compareRegistered(memory: Memory, board: Motherboard): Finding | [] {
  const conclude = concludeAbout(registeredRule, [memory, board]);
  const needsRegistered = registeredSockets.test(board.socket ?? '');
  if (memory.isRegistered === undefined && memory.form !== 'SO-DIMM')
    return conclude('not-known', () => `Not known: whether the ${memory.name} is registered memory (RDIMM).`);
  if (!memory.isRegistered)
    return needsRegistered
      ? conclude(
          'does-not-fit',
          () =>
            `The ${memory.name} is unbuffered memory; the ${board.name} with socket ${board.socket} takes registered memory (RDIMM) only.`,
        )
      : [];
  const isTaken = unbufferedSockets.test(board.socket ?? '')
    ? false
    : (board.takesRegisteredMemory ?? (needsRegistered || undefined));
  if (isTaken === undefined)
    return conclude(
      'not-known',
      () => `Not known: whether the ${board.name} takes registered memory (RDIMM).`,
    );
  return conclude(isTaken ? 'fits' : 'does-not-fit', () =>
    isTaken
      ? `The ${board.name} takes registered memory such as the ${memory.name}.`
      : `The ${memory.name} is registered memory (RDIMM); the ${board.name} takes unbuffered memory only.`,
  );
}

/** All modules find a slot, and the board can address them. Source: the board's specification. */
const amountRule = 'memory-amount';

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
  const conclude = concludeAbout(amountRule, [...kits.map(({ part }) => part), board]);
  const least = sumKnown(kits, ({ modules }) => modules);
  const { memorySlots } = board;
  if (!memorySlots) return conclude('not-known', missing(board, 'the number of memory slots'));
  const explain = () =>
    `The ${names}: ${countWords(least, 'module')}; the ${board.name} has ${countWords(memorySlots, 'slot')}.`;
  if (least > memorySlots) return conclude('does-not-fit', explain);
  const unknown = kits.find(({ part }) => part.modules === undefined);
  if (unknown) return conclude('not-known', missing(unknown.part, 'the number of modules'));
  return conclude('fits', explain);
}

function compareCapacity({ kits, board, names }: Amounts): Finding {
  const conclude = concludeAbout(amountRule, [...kits.map(({ part }) => part), board]);
  const least = sumKnown(kits, readCapacity);
  const { maxMemoryGb } = board;
  if (!maxMemoryGb) return conclude('not-known', missing(board, 'the most memory'));
  const explain = () => `The ${names}: ${least} GB; the ${board.name} takes ${maxMemoryGb} GB.`;
  if (least > maxMemoryGb) return conclude('does-not-fit', explain);
  if (sumOver(kits, readCapacity) === undefined)
    return conclude('not-known', () => `Not known: the capacity of the ${names}.`);
  return conclude('fits', explain);
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
        amountRule,
        { onlyIf: `the board’s maker lists modules of ${part.moduleGb} GB` },
        [part, board],
        () =>
          `The ${part.name} has modules of ${part.moduleGb} GB; the ${board.name} takes ${maxMemoryGb} GB in ${countWords(memorySlots, 'slot')}, ${largest} GB in each.`,
      ),
    );
}

const readCapacity = ({ modules, moduleGb }: Memory) =>
  modules === undefined || moduleGb === undefined ? undefined : modules * moduleGb;

/** Memory faster than what the processor's maker warrants may run at its speed, with a profile switched on. */
const speedRule = 'memory-speed';

/**
 * Official speeds in MT/s with one module a channel, and with two. Source: AMD's and Intel's product pages and data sheets of each
 * platform, for modules of one rank.
 */
const officialSpeeds: Readonly<Record<string, readonly [one: number, two: number]>> = {
  'AM4 4': [3200, 2933],
  'AM5 5': [5600, 3600],
  'LGA1151 4': [2666, 2666],
  'LGA1200 4': [3200, 3200],
  'LGA1700 4': [3200, 3200],
  'LGA1700 5': [5600, 4000],
  'LGA1851 5': [6400, 4800],
};

/** Where a generation warrants less than the best of its socket. */
const slowerGenerations: Partial<Readonly<Record<ProcessorGeneration, number>>> = {
  ...{ 'Core 6': 2133, 'Core 7': 2400, 'Core 10': 2933, 'Core 12': 4800 },
  ...{ 'Ryzen 1000': 2666, 'Ryzen 2000': 2933, 'Ryzen 2000G': 2933, 'Ryzen 3000G': 2933 },
  ...{ 'Ryzen 7000': 5200, 'Ryzen 8000': 5200 },
};

/** Of the eighth to tenth, the lower lines; of the thirteenth and fourteenth, those with the silicon of the twelfth. */
const slowerCores: readonly [RegExp, number][] = [
  [/\bi3[ -][89]\d{3}(?!\d)|\bG(?:5[4-6]|49)\d\d/, 2400],
  [/\bi[35][ -]10\d{3}|\bG(?:6[4-6]|59)\d\d/, 2666],
  [/\bi[35][ -]1[34][1-5]\d\d/, 4800],
];

function findSlowerSpeed(processor: string): number | undefined {
  const ofCore = slowerCores.find(([pattern]) => pattern.test(processor))?.[1];
  const generation = readProcessorGeneration(processor);
  return ofCore ?? (generation && slowerGenerations[generation]);
}

/** Modules in two channels: more than two share them. */
const usualChannels = 2;

export function checkMemorySpeed(build: Build): Finding[] {
  const modules = sumKnown(listKind(build, 'Memory'), (part) => part.modules);
  const [processor] = listKind(build, 'Processor');
  const slower = processor && findSlowerSpeed(processor.part.name);
  return listPairs(build, 'Memory', 'Motherboard').flatMap(([memory, board]) => {
    const speeds = officialSpeeds[`${board.socket} ${board.memoryGeneration}`];
    const { speedMts } = memory;
    if (!speeds || !speedMts || memory.generation !== board.memoryGeneration) return [];
    const [one, two] = speeds;
    const isShared = modules > usualChannels;
    const official = Math.min(isShared ? two : one, slower ?? one);
    if (speedMts <= official) return [];
    return makeFinding(
      speedRule,
      'fits',
      [memory, board],
      () =>
        `The ${memory.name} may run at ${speedMts} MT/s in the ${board.name}, with its profile (XMP or EXPO) switched on and where the board’s maker lists it; ${isShared ? `with ${modules} modules, ` : ''}the processor’s maker warrants ${official} MT/s, and the board’s own limit is not known.`,
    );
  });
}
