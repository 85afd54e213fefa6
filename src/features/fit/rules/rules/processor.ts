/** The processor sits in the board's socket. Source: the makers' specifications of both. */
import type { Motherboard, Processor } from '#catalogue/rules/facts/facts.ts';
import { readBoardName } from '#fit/rules/board-names.ts';
import { type Build, listKind, listPairs } from '#fit/rules/build.ts';
import { type ProcessorGeneration, readProcessorGeneration } from '#fit/rules/processor-generations.ts';
import { type Conclusion, concludeAbout, type Finding, joinWords, missing } from '#fit/rules/verdicts.ts';

const socketRule = 'socket';

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
    const conclude = concludeAbout(socketRule, [processor, board]);
    if (!processor.socket) return conclude('not-known', missing(processor, 'the socket'));
    if (!board.socket) return compareSeveral(processor.socket, processor, board);
    if (processor.socket === board.socket)
      return conclude(
        'fits',
        () => `The ${processor.name} and the ${board.name} both have socket ${board.socket}.`,
      );
    const numbers = `The ${processor.name} needs socket ${processor.socket}; the ${board.name} has ${board.socket}`;
    return guests[board.socket]?.includes(processor.socket)
      ? conclude({ onlyIf: makerLists }, () => `${numbers}, as many do for such processors.`)
      : conclude('does-not-fit', () => `${numbers}.`);
  });
}

/** A board that is listed for several sockets takes none of others, nor their relatives. */
function compareSeveral(socket: string, processor: Processor, board: Motherboard): Finding {
  const conclude = concludeAbout(socketRule, [processor, board]);
  const { sockets } = board;
  return sockets?.every((each) => each !== socket && !guests[each]?.includes(socket))
    ? conclude(
        'does-not-fit',
        () => `The ${processor.name} needs socket ${socket}; the ${board.name} has ${joinWords(sockets)}.`,
      )
    : conclude('not-known', missing(board, 'the socket'));
}

/** The board's chipset and firmware take the processor's generation. Source: the table below. */
const chipsetRule = 'chipset';

/** Sockets of a single generation: every board takes every processor. Source: AMD's product pages. */
const singleSockets = /^(?:AM1|FM1|sTRX4)$/;

const makerLists = 'the board’s maker lists that processor';

const conclusions: Readonly<Record<SupportLevel, Conclusion>> = {
  native: 'fits',
  update: { onlyIf: 'its firmware (BIOS) is new enough' },
  maker: { onlyIf: makerLists },
  never: 'does-not-fit',
};

export function checkChipset(build: Build): Finding[] {
  return listPairs(build, 'Processor', 'Motherboard').flatMap(([processor, board]) => {
    const { socket } = board;
    if (!socket || socket !== processor.socket || singleSockets.test(socket)) return [];
    return compareGeneration(processor, board, socket);
  });
}

function compareGeneration(processor: Processor, board: Motherboard, socket: string): Finding {
  const conclude = concludeAbout(chipsetRule, [processor, board]);
  const { chipset } = board;
  const generation = readProcessorGeneration(processor.name);
  const level =
    chipset && generation && findSupport(socket, chipset, generation, readBoardName(board).isRenewed);
  if (!level)
    return conclude(
      { onlyIf: makerLists },
      () =>
        `The ${board.name} and the ${processor.name} both have socket ${socket}; whether the board takes that processor, its maker’s list says.`,
    );
  return conclude(conclusions[level], () =>
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
    return `Some boards like the ${board} take the ${processor}: its maker’s list of processors says it.`;
  return `The ${board} takes the ${processor} with a newer firmware (BIOS); ${explainUpdate(hasFlashback)}.`;
}

function explainUpdate(hasFlashback: boolean | undefined): string {
  if (hasFlashback) return 'this board can be updated without a processor (flashback)';
  if (hasFlashback === false) return 'updating this board takes an older processor';
  return 'whether it can be updated without an older processor is not known';
}

/**
 * Which generations of processors the boards of a chipset take. Sources: AMD, "Processor support for AMD Socket AM4
 * chipsets" and "AM5 chipsets"; Intel, "Compatible desktop boards for Intel processors" and its note on the H410 and
 * B460 chipsets. Where AMD or Intel leave it to the makers of boards, it stands under `maker`.
 */
type Support = {
  native: readonly ProcessorGeneration[];
  /** After an update of the board's firmware (BIOS). */
  update?: readonly ProcessorGeneration[];
  /** Some makers' boards take them, after an update. */
  maker?: readonly ProcessorGeneration[];
};

type SupportLevel = 'native' | 'update' | 'maker' | 'never';

/** Some boards for desktops take them, though Intel names the C24x alone. */
const xeonE = ['Xeon E-2100', 'Xeon E-2200'] as const;

/** By socket, and then by its chipsets. */
const supports: Readonly<Record<string, Readonly<Record<string, Support>>>> = {
  AM4: {
    X570: {
      native: ['Ryzen 2000', 'Ryzen 3000', 'Ryzen 3000G'],
      update: ['Ryzen 4000', 'Ryzen 5000', 'Ryzen 5000G'],
      maker: ['Ryzen 2000G', 'Athlon with Zen'],
    },
    B550: {
      native: ['Ryzen 3000'],
      update: ['Ryzen 4000', 'Ryzen 5000', 'Ryzen 5000G'],
      maker: ['Athlon with Zen'],
    },
    A520: {
      native: ['Ryzen 3000', 'Ryzen 4000'],
      update: ['Ryzen 5000', 'Ryzen 5000G'],
      maker: ['Athlon with Zen', 'Ryzen 3000G'],
    },
    'X470 B450': {
      native: ['Ryzen 1000', 'Ryzen 2000', 'Ryzen 2000G'],
      update: ['Athlon with Zen', 'Ryzen 3000', 'Ryzen 3000G', 'Ryzen 4000', 'Ryzen 5000', 'Ryzen 5000G'],
      maker: ['A-Series 9000'],
    },
    'X370 B350 A320': {
      native: ['A-Series 9000', 'Ryzen 1000'],
      update: ['Ryzen 2000', 'Ryzen 2000G'],
      maker: ['Athlon with Zen', 'Ryzen 3000', 'Ryzen 3000G', 'Ryzen 4000', 'Ryzen 5000', 'Ryzen 5000G'],
    },
  },
  AM5: {
    'X670E X670 B650E B650 A620': { native: ['Ryzen 7000'], update: ['Ryzen 8000', 'Ryzen 9000'] },
    'X870E X870 B850 B840': { native: ['Ryzen 7000', 'Ryzen 8000', 'Ryzen 9000'] },
  },
  LGA1151: {
    'Z170 H170 B150 H110 Q170 Q150': { native: ['Core 6'], update: ['Core 7'] },
    'Z270 H270 B250 Q270 Q250': { native: ['Core 6', 'Core 7'] },
    // of the chipsets of this socket they alone take Xeon. Source: Intel's product pages of both
    'C232 C236': { native: ['Xeon E3 v5'], update: ['Xeon E3 v6'], maker: ['Core 6', 'Core 7'] },
    'Z370 H370 B360 H310 Q370': { native: ['Core 8'], update: ['Core 9'], maker: xeonE },
    'Z390 B365': { native: ['Core 8', 'Core 9'], maker: xeonE },
    'C242 C246': { native: ['Xeon E-2100'], update: ['Xeon E-2200'], maker: ['Core 8', 'Core 9'] },
  },
  'LGA2011-3': {
    X99: { native: ['Core X 5000'], update: ['Core X 6000'], maker: ['Xeon E5 v3', 'Xeon E5 v4'] },
    C612: { native: ['Xeon E5 v3'], update: ['Xeon E5 v4'], maker: ['Core X 5000', 'Core X 6000'] },
  },
  LGA1200: {
    'Z490 H470 Q470 W480': { native: ['Core 10'], update: ['Core 11'] },
    // boards called "V2" or "R2.0" have the silicon of H470
    'H410 B460': { native: ['Core 10'] },
    'Z590 H570 B560 H510 Q570 W580': { native: ['Core 10', 'Core 11'] },
  },
  LGA1700: {
    'Z690 H670 B660 H610 Q670 W680': { native: ['Core 12'], update: ['Core 13', 'Core 14'] },
    'Z790 H770 B760': { native: ['Core 12', 'Core 13'], update: ['Core 14'] },
  },
  LGA1851: { 'Z890 B860 H810 W880 Q870': { native: ['Core Ultra 200S'] } },
};

const supportOfChipset: ReadonlyMap<string, Support> = new Map(
  Object.entries(supports).flatMap(([socket, ofSocket]) =>
    Object.entries(ofSocket).flatMap(([chipsets, support]) =>
      chipsets.split(' ').map((chipset) => [`${socket} ${chipset}`, support] as const),
    ),
  ),
);

/** Undefined: a chipset that the table does not have. */
function findSupport(
  socket: string,
  chipset: string,
  generation: ProcessorGeneration,
  isRenewed: boolean,
): SupportLevel | undefined {
  const support = supportOfChipset.get(`${socket} ${chipset.toUpperCase()}`);
  if (!support) return undefined;
  if (support.native.includes(generation)) return 'native';
  if (support.update?.includes(generation)) return 'update';
  if (support.maker?.includes(generation)) return 'maker';
  return isRenewed && generation === 'Core 11' ? 'maker' : 'never';
}

/** Something makes a picture: the processor, the board or a graphics card, which the buyer may have. Source: their specifications. */
const graphicsRule = 'graphics';

/** Whose boards have an output for it. Source: AMD's, Intel's and NVIDIA's product pages. */
const chipsetsWithGraphics = /^(?:7[68]0G|785G|880G|[78]90GX|[GQ]3[135]|[GQ]4[1345]|B43|GeForce \d.*)$/;
const withoutOutput = /\b980DE3\b/;

/** Many of their boards show a picture by a chip of their own. */
const chipsetsOfServers = /^(?:C\d{3}|SR56)/;

export function checkGraphics(build: Build): Finding[] {
  const processors = listKind(build, 'Processor').map(({ part }) => part);
  const [first] = processors;
  // a processor and its cooler are no computer yet that shows nothing
  const isComputer = build.ofKind.has('Motherboard') || build.ofKind.has('PowerSupply');
  if (!first || !isComputer || listKind(build, 'GraphicsCard').length > 0) return [];
  const conclude = concludeAbout(graphicsRule, processors);
  const boards = listKind(build, 'Motherboard').map(({ part }) => part);
  const able =
    processors.find(({ hasGraphics }) => hasGraphics) ??
    boards.find(({ chipset = '', name }) => chipsetsWithGraphics.test(chipset) && !withoutOutput.test(name));
  if (able) return [conclude('fits', () => `The ${able.name} has graphics of its own.`)];
  const unknown = processors.find(({ hasGraphics }) => hasGraphics === undefined);
  if (unknown)
    return [
      conclude(
        { onlyIf: 'processor or board has graphics, or you have a card' },
        () => `Not known: whether the ${unknown.name} has graphics; no graphics card is chosen.`,
      ),
    ];
  const mayShow = boards.some(({ chipset = '' }) => chipsetsOfServers.test(chipset));
  const finding = conclude(
    { onlyIf: `${mayShow ? 'the board has graphics, or ' : ''}you have a graphics card` },
    () => `The ${first.name} has no graphics of its own, and no graphics card is chosen.`,
  );
  return [{ ...finding, lacks: 'GraphicsCard' }];
}
