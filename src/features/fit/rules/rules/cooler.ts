/** The cooler is mounted on the socket of processor or board, stands below the side panel and is rated for the heat. */
import type { Case, Cooler, Motherboard, Processor } from '#catalogue/rules/facts/facts.ts';
import { findMount } from '#catalogue/rules/processor-sockets.ts';
import { type Build, listKind, listPairs } from '#fit/rules/build.ts';
import { estimatePeakWatts } from '#fit/rules/power-draw.ts';
import { leaveToCase } from '#fit/rules/rules/case.ts';
import { concludeAbout, type Finding, missing } from '#fit/rules/verdicts.ts';

const socketRule = 'cooler-socket';
const heightRule = 'cooler-height';
const wattsRule = 'cooler-watts';

/** Whose coolers can be mounted with a kit, or as they are where they use the board's own frame. */
const relatives: Readonly<Record<string, readonly string[]>> = {
  AM5: ['AM4', 'AM2 to AM3+'],
  AM4: ['AM5', 'AM2 to AM3+'],
  LGA1700: ['LGA115x'],
  LGA1851: ['LGA1700', 'LGA115x'],
  sTR5: ['sTR4'],
};

/** Nearly all coolers that are made today are for these. */
const usualMounts: readonly string[] = ['AM4', 'AM5', 'LGA115x', 'LGA1700', 'LGA1851'];

export function checkCooler(build: Build): Finding[] {
  return [
    ...listPairs(build, 'Cooler', 'Processor').flatMap(([cooler, processor]) =>
      [compareSockets(cooler, processor), compareWatts(cooler, processor)].flat(),
    ),
    ...listPairs(build, 'Cooler', 'Motherboard').flatMap(([cooler, board]) =>
      isSaidOfProcessor(build, board) ? [] : compareSockets(cooler, board),
    ),
    ...listPairs(build, 'Cooler', 'Case').flatMap(([cooler, housing]) => compareHeight(cooler, housing)),
  ];
}

/** A processor with the board's socket says the same. */
function isSaidOfProcessor(build: Build, { socket }: Motherboard): boolean {
  return socket !== undefined && listKind(build, 'Processor').some(({ part }) => part.socket === socket);
}

function compareSockets(cooler: Cooler, processor: Processor | Motherboard): Finding {
  const conclude = concludeAbout(socketRule, [cooler, processor]);
  const { socket } = processor;
  const { sockets } = cooler;
  if (!socket) return conclude('not-known', missing(processor, 'the socket'));
  const mount = findMount(socket);
  if (!sockets?.length)
    return usualMounts.includes(mount)
      ? conclude(
          { onlyIf: `the cooler’s maker lists socket ${socket}` },
          () =>
            `The ${processor.name} has socket ${socket}; the sockets of the ${cooler.name} are not known.`,
        )
      : conclude('not-known', missing(cooler, 'the sockets'));
  const listed = sockets.map(findMount);
  if (listed.includes(mount))
    return conclude(
      'fits',
      () => `The ${cooler.name} is made for socket ${socket} of the ${processor.name}.`,
    );
  const relative = relatives[mount]?.find((each) => listed.includes(each));
  if (relative)
    return conclude(
      { onlyIf: `the cooler’s maker has a mounting kit for ${socket}` },
      () => `The ${cooler.name} is listed for ${relative}; the ${processor.name} has socket ${socket}.`,
    );
  return conclude(
    'does-not-fit',
    () => `The ${processor.name} has socket ${socket}; the ${cooler.name} is made for ${sockets.join(', ')}.`,
  );
}

/** Most makers rate no watts: then its size says what is too much, and never that it is enough. */
function compareWatts(cooler: Cooler, processor: Processor): Finding | [] {
  const { ratedWatts } = cooler;
  const peak = estimatePeakWatts(processor);
  if (!peak) return [];
  const conclude = concludeAbout(wattsRule, [cooler, processor]);
  const draws = `the ${processor.name} draws ${peak.watts} W at its peak`;
  if (ratedWatts) {
    const numbers = `The ${cooler.name} is rated for ${ratedWatts} W; ${draws}.`;
    return conclude(
      ratedWatts >= peak.watts ? 'fits' : { onlyIf: 'it may slow down under full load' },
      () => numbers,
    );
  }
  const usual = findUsualWatts(cooler);
  if (!usual || usual >= peak.watts) return [];
  return conclude(
    { onlyIf: `the cooler’s maker rates it for ${peak.watts} W` },
    () =>
      `The ${cooler.name} (${describeSize(cooler)}) is not rated; coolers of its size carry about ${usual} W away, and ${draws}.`,
  );
}

/**
 * The watts that coolers of a height, or with a radiator of a length, carry away as a rule. Source: the ratings of the makers
 * that state them (be quiet!, DeepCool, Scythe, Thermalright), the lower ones.
 */
const usualWatts = {
  height: [
    [40, 75],
    [55, 95],
    [75, 125],
    [140, 165],
    [155, 190],
    [Number.POSITIVE_INFINITY, 220],
  ],
  radiator: [
    [140, 160],
    [240, 250],
    [280, 280],
    [Number.POSITIVE_INFINITY, 330],
  ],
} as const;

function findUsualWatts({ isLiquid, heightMm, radiatorMm }: Cooler): number | undefined {
  const size = isLiquid ? radiatorMm : heightMm;
  if (isLiquid === undefined || size === undefined) return undefined;
  return usualWatts[isLiquid ? 'radiator' : 'height'].find(([maxMm]) => size <= maxMm)?.[1];
}

const describeSize = ({ isLiquid, heightMm, radiatorMm }: Cooler) =>
  isLiquid ? `with a radiator of ${radiatorMm} mm` : `${heightMm} mm high`;

/** A Mini ITX board of this side cannot stand across a case that is thinner: the cooler does. */
const smallestBoardMm = 170;

function compareHeight(cooler: Cooler, housing: Case): Finding | [] {
  if (cooler.isLiquid) return [];
  const conclude = concludeAbout(heightRule, [cooler, housing]);
  const { heightMm } = cooler;
  const { maxCoolerHeightMm } = housing;
  if (!heightMm) return conclude('not-known', missing(cooler, 'the height'));
  if (!maxCoolerHeightMm) {
    const [shortest] = housing.sidesMm ?? [];
    if (shortest && shortest < smallestBoardMm && heightMm >= shortest)
      return conclude(
        'does-not-fit',
        () => `The ${cooler.name} is ${heightMm} mm high; the ${housing.name} is ${shortest} mm thin.`,
      );
    return leaveToCase(housing, conclude, { name: cooler.name, mm: heightMm, what: 'cooler' });
  }
  return conclude(
    heightMm <= maxCoolerHeightMm ? 'fits' : 'does-not-fit',
    () => `The ${cooler.name} is ${heightMm} mm high; the ${housing.name} takes ${maxCoolerHeightMm} mm.`,
  );
}
