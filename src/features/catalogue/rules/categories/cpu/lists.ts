/** Processors in the lists of others. */
import { z } from 'zod';
import type { CategoryLists } from '#features/catalogue/rules/category-definition.ts';
import {
  defineOpenDbList,
  flag,
  number,
  plausible,
  positive,
  readGeneration,
  readSocket,
  text,
  texts,
} from '#features/catalogue/rules/import/open-db/list.ts';

export const lists = {
  partDataset: {
    name: 'cpu',
    marks: ['name', 'core_count'],
    columns: {
      cores: 'core_count',
      baseClockGhz: 'core_clock',
      boostClockGhz: 'boost_clock',
      tdpWatts: 'tdp',
      graphics: 'graphics', // an empty cell says nothing: processors with and without graphics have it
      microarchitecture: 'microarchitecture',
    },
  },
  openDb: defineOpenDbList({
    name: 'CPU',
    marks: ['cores', 'microarchitecture'],
    shape: {
      socket: text,
      microarchitecture: text,
      cores: z.object({ total: number, threads: number }).nullish(),
      clocks: z.object({ performance: z.object({ base: number, boost: number }).nullish() }).nullish(),
      specifications: z
        .object({
          eccSupport: flag,
          includesCooler: flag,
          packaging: text,
          tdp: number,
          ppt: number,
          memory: z.object({ types: texts }).nullish(),
          integratedGraphics: z.object({ model: text }).nullish(),
        })
        .nullish(),
    },
    readFacts(record, context) {
      const { tdp, ppt, memory, integratedGraphics } = record.specifications ?? {};
      const generations = (memory?.types ?? []).flatMap((type) => readGeneration(type) ?? []);
      const model = integratedGraphics?.model;
      return {
        kind: 'Processor',
        socket: readSocket(record.socket),
        memoryGenerations: generations.length > 0 ? generations : undefined,
        tdpWatts: plausible(tdp, [3, 500], 'tdp', context),
        peakWatts: plausible(ppt, [3, 1000], 'ppt', context),
        hasGraphics: model && model !== '0' ? !/^none$/i.test(model) : undefined,
      };
    },
    readSpecification(record, facts, context) {
      const { cores, clocks, specifications, metadata } = record;
      const model = specifications?.integratedGraphics?.model;
      return {
        cores: positive(cores?.total),
        threads: positive(cores?.threads),
        baseClockGhz: plausible(clocks?.performance?.base, [0.8, 6], 'base clock', context),
        boostClockGhz: plausible(clocks?.performance?.boost, [1, 7], 'boost clock', context),
        socket: facts.socket,
        memoryTypes: facts.memoryGenerations
          ?.toSorted()
          .map((generation) => `DDR${generation}`)
          .join(', '),
        // false stands for “not known”, too
        ecc: specifications?.eccSupport ? 'Yes' : undefined,
        tdpWatts: facts.tdpWatts,
        peakWatts: facts.peakWatts,
        graphics: facts.hasGraphics === false ? 'None' : facts.hasGraphics ? model : undefined,
        microarchitecture: record.microarchitecture,
        coolerIncluded: readCooler(specifications ?? {}, metadata.part_numbers ?? []),
      };
    },
  }),
} as const satisfies CategoryLists;

type Box = { includesCooler?: boolean | null | undefined; packaging?: string | null | undefined };

/** “No” where packaging or AMD's “WOF” (without fan) say it; the record's own “no” stands for “not known”, too. */
function readCooler({ includesCooler, packaging }: Box, partNumbers: readonly string[]) {
  if (includesCooler) return 'Yes';
  const isWithout = partNumbers.some((number) => /^100-\d+WOF$/.test(number));
  return isWithout || packaging === 'OEM/Tray' ? 'No' : undefined;
}
