/** Memory faster than what the processor's maker warrants runs at its speed with a profile switched on. */
import { type Build, listPairs } from '#domain/fit/build.ts';
import { type Finding, makeFinding } from '#domain/fit/verdicts.ts';

const rule = 'memory-speed';

/** Official speeds in MT/s, one module a channel. Source: AMD's and Intel's product pages of each platform. */
const officialSpeeds: Readonly<Record<string, number>> = {
  'AM4 4': 3200,
  'AM5 5': 5600,
  'LGA1151 4': 2666,
  'LGA1200 4': 3200,
  'LGA1700 4': 3200,
  'LGA1700 5': 5600,
  'LGA1851 5': 6400,
};

export function checkMemorySpeed(build: Build): Finding[] {
  return listPairs(build, 'Memory', 'Motherboard').flatMap(([memory, board]) => {
    const official = officialSpeeds[`${board.socket} ${board.memoryGeneration}`];
    const { speedMts } = memory;
    if (!official || !speedMts || speedMts <= official || memory.generation !== board.memoryGeneration)
      return [];
    return [
      makeFinding(
        rule,
        'fits',
        [memory, board],
        () =>
          `The ${memory.name} runs at ${speedMts} MT/s with its profile (XMP or EXPO) switched on in the ${board.name}; without, at ${official} MT/s at most.`,
      ),
    ];
  });
}
