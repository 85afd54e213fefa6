/** The cooler is mounted on the processor's socket, stands below the side panel and is rated for the heat. */

import type { Case, Cooler, Processor } from '#catalogue/rules/facts/facts.ts';
import { type Build, listPairs } from '#fit/rules/build.ts';
import { estimatePeakWatts } from '#fit/rules/power-draw.ts';
import { concludeAbout, type Finding, makeFinding, missing } from '#fit/rules/verdicts.ts';

const socketRule = 'cooler-socket';
const heightRule = 'cooler-height';
const wattsRule = 'cooler-watts';

/**
 * Sockets with equal mounts. Source: Intel's thermal design guides (LGA115x and LGA1200; LGA2011, LGA2011-3 and LGA2066)
 * and AMD's (the frame from AM2 to AM3+ and FM2+; TR4, sTRX4 and sWRX8).
 */
const mounts: Readonly<Record<string, string>> = {
  LGA1150: 'LGA115x',
  LGA1151: 'LGA115x',
  LGA1155: 'LGA115x',
  LGA1156: 'LGA115x',
  LGA1200: 'LGA115x',
  'LGA2011-3': 'LGA2011',
  LGA2066: 'LGA2011',
  AM2: 'AM2 to AM3+',
  'AM2+': 'AM2 to AM3+',
  AM3: 'AM2 to AM3+',
  'AM3+': 'AM2 to AM3+',
  FM1: 'AM2 to AM3+',
  FM2: 'AM2 to AM3+',
  'FM2+': 'AM2 to AM3+',
  TR4: 'sTR4',
  sTRX4: 'sTR4',
  sWRX8: 'sTR4',
};

/** Whose coolers can be mounted with a kit, or as they are where they use the board's own frame. */
const relatives: Readonly<Record<string, string>> = {
  AM5: 'AM4',
  AM4: 'AM5',
  LGA1700: 'LGA115x',
  LGA1851: 'LGA1700',
  sTR5: 'sTR4',
};

export function checkCooler(build: Build): Finding[] {
  return [
    ...listPairs(build, 'Cooler', 'Processor').flatMap(([cooler, processor]) => [
      compareSockets(cooler, processor),
      ...compareWatts(cooler, processor),
    ]),
    ...listPairs(build, 'Cooler', 'Case').flatMap(([cooler, housing]) => compareHeight(cooler, housing)),
  ];
}

function compareSockets(cooler: Cooler, processor: Processor): Finding {
  const conclude = concludeAbout(socketRule, [cooler, processor]);
  const { socket } = processor;
  const { sockets } = cooler;
  if (!socket) return conclude('not-known', missing(processor, 'the socket'));
  if (!sockets?.length) return conclude('not-known', missing(cooler, 'the sockets'));
  const mount = mounts[socket] ?? socket;
  const listed = sockets.map((each) => mounts[each] ?? each);
  if (listed.includes(mount))
    return conclude(
      'fits',
      () => `The ${cooler.name} is made for socket ${socket} of the ${processor.name}.`,
    );
  const relative = relatives[mount];
  if (relative && listed.includes(relative))
    return conclude(
      'only-if',
      () =>
        `The ${cooler.name} is listed for ${relative}; on socket ${socket} of the ${processor.name} only if its maker has a mounting kit for that.`,
    );
  return conclude(
    'does-not-fit',
    () => `The ${processor.name} has socket ${socket}; the ${cooler.name} is made for ${sockets.join(', ')}.`,
  );
}

/** Most makers rate no watts: then it is one of the things that are never checked. */
function compareWatts(cooler: Cooler, processor: Processor): Finding[] {
  const { ratedWatts } = cooler;
  const peak = estimatePeakWatts(processor);
  if (!ratedWatts || !peak) return [];
  return [
    makeFinding(wattsRule, ratedWatts >= peak.watts ? 'fits' : 'only-if', [cooler, processor], () =>
      ratedWatts >= peak.watts
        ? `The ${cooler.name} is rated for ${ratedWatts} W; the ${processor.name} draws ${peak.watts} W at its peak.`
        : `The ${processor.name} draws ${peak.watts} W at its peak, the ${cooler.name} is rated for ${ratedWatts} W: only if it may slow down under full load.`,
    ),
  ];
}

function compareHeight(cooler: Cooler, housing: Case): Finding[] {
  if (cooler.isLiquid) return [];
  const conclude = concludeAbout(heightRule, [cooler, housing]);
  const { heightMm } = cooler;
  const { maxCoolerHeightMm } = housing;
  if (!heightMm) return [conclude('not-known', missing(cooler, 'the height'))];
  if (!maxCoolerHeightMm)
    return [
      conclude(
        'not-known',
        () =>
          `Not known: the highest cooler of the ${housing.name}; the ${cooler.name} needs ${heightMm} mm.`,
      ),
    ];
  return [
    conclude(
      heightMm <= maxCoolerHeightMm ? 'fits' : 'does-not-fit',
      () => `The ${cooler.name} is ${heightMm} mm high; the ${housing.name} takes ${maxCoolerHeightMm} mm.`,
    ),
  ];
}
