/** Processors in lists: filters, words of searches, facts that follow from others, and how others list them. */
import { z } from 'zod';
import { cpu, readDesktopSocket, readFamily } from '#catalogue/rules/categories/cpu/definition.ts';
import { splitList } from '#catalogue/rules/facts/fact-types.ts';
import type { FitFacts } from '#catalogue/rules/facts/facts.ts';
import { spellGraphics } from '#catalogue/rules/facts/spellings.ts';
import type { FieldFacts } from '#catalogue/rules/facts/typed-facts.ts';
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
} from '#catalogue/rules/import/open-db/list.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { filterBy } from '#catalogue/rules/lists/filter-kinds.ts';
import { spellNumber, spellText, without } from '#catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

const { fields } = cpu;
const by = filterBy(fields);

const own = '(?:integrated|on-?board|internal|built[- ]?in)';

export const listedCpu = {
  ...cpu,
  filters: [
    by.choice('socket', 'socket'),
    by.choice('series', 'series'),
    by.choice('generation', 'generation'),
    by.choice('cores', 'cores', ['up', 'down']),
    by.range('boost-clock', 'boostClockGhz', ['down']),
    by.splitChoice('family', 'microarchitecture', splitDesigns),
    {
      ...by.flag('graphics', 'graphics', (graphics) => graphics !== 'None'),
      label: 'With graphics',
    },
    by.range('tdp', 'tdpWatts', ['up']),
    by.choice('threads', 'threads', ['down']),
    by.range('base-clock', 'baseClockGhz', ['down']),
    by.range('peak', 'peakWatts', ['up']),
    by.splitChoice('ddr', 'memoryTypes', splitList),
    by.yesFlag('cooler-included', 'coolerIncluded'),
    by.yesFlag('ecc', 'ecc'),
  ],
  columns: ['socket', 'cores', 'boost-clock', 'tdp', 'threads', 'base-clock', 'ddr'],
  derive,
  words: {
    translations: `
cpu = prozessor, prozessoren, hauptprozessor, procesador, procesadores, processeur, processeurs, প্রসেসর, সিপিইউ, processore, processori, processador, processadores, procesor, işlemci, процессор`,
    names: ['cpu', 'processor', 'cpu processor', 'desktop processor', 'microprocessor'],
    makers: /\b(?:amd|intel)\b/i,
    searchWords: ['cpu', 'processor', 'chip'],
    typicalWords:
      /\b(?:ryzen\d?|threadripper|epyc|xeon|celeron|pentium|athlon|core ultra|i[3579](?!\d)|apu|v-?cache|(?:\d{1,2}|dual|quad|six|hexa|octa|eight)[- ]?cores?)\b|(?<!graphics )\bchips?(?=\s*$| for\b)/i,
    phrases: [
      [/\b(?:ryzen ?|r)([3579])\b(?! (?:pro )?\d)/gi, 'seriesryzen$1'],
      [/\b(?:3d[- ]?)?v[- ]?cache\b|\b3d cache\b/gi, 'x3d'],
      [new RegExp(`${without}(?:${own} )?(?:graphics?|i?gpu)\\b`, 'gi'), 'no.graphics'],
      [
        new RegExp(
          `\\b(?:with )?(?:${own} (?:graphics?|gpu|video)|igpu|apu)\\b|\\bwith (?:graphics|gpu)\\b`,
          'gi',
        ),
        'igpu',
      ],
      [
        new RegExp(
          `${without}(?:(?:stock|boxe?d?) )?(?:cooler|fan)(?: in (?:the )?box)?\\b|\\bcooler not included\\b`,
          'gi',
        ),
        'no.cooler',
      ],
      [
        /\bwith (?:an? |the )?(?:stock |boxe?d? )?(?:cooler|fan)(?: included| in (?:the )?box)?\b/gi,
        'coolerincluded',
      ],
    ],
    listProminentWords: ({ series }) => [
      `series${String(series ?? '')
        .toLowerCase()
        .replaceAll(' ', '')}`,
    ],
    listSpecificationWords,
    listUseWords: (_, name) => [
      ...(name.toLowerCase().match(/(?<=\d{3})(?:k[fs]?|f|t|[gx]e?|xt|x3d)\b|(?<=\d{3}k)f\b/g) ?? []),
      ...(/\d{3}K[FS]?\b|\bRyzen\b/i.test(name) ? ['unlocked', 'overclocking'] : []),
      ...(/\b(?:EPYC|Opteron|Xeon)\b/i.test(name) ? ['server'] : []),
      ...(/\b(?:Threadripper|Xeon W)\b/i.test(name) ? ['workstation'] : []),
    ],
    listProcessorWords: ({ socket }) => [socket.toLowerCase()],
  },
  readFitFacts,
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
    fields,
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
      const { cores, clocks, specifications, metadata } = record;
      const { tdp, ppt, memory, integratedGraphics } = specifications ?? {};
      const generations = (memory?.types ?? []).flatMap((type) => readGeneration(type) ?? []);
      const model = integratedGraphics?.model;
      const recorded = readSocket(record.socket);
      const named = readDesktopSocket(metadata.name); // Xeons for LGA2011-3 are recorded under LGA2011, too
      const socket = recorded && named?.startsWith(recorded) ? named : recorded;
      if (socket !== recorded) context.quarantine('socket', 'The name says otherwise');
      return {
        cores: positive(cores?.total),
        threads: positive(cores?.threads),
        baseClockGhz: plausible(clocks?.performance?.base, [0.8, 6], 'base clock', context),
        boostClockGhz: plausible(clocks?.performance?.boost, [1, 7], 'boost clock', context),
        socket,
        memoryTypes: generations.length > 0 ? generations.toSorted() : undefined,
        // false stands for “not known”, too
        ecc: specifications?.eccSupport || undefined,
        tdpWatts: plausible(tdp, [3, 500], 'tdp', context),
        peakWatts: plausible(ppt, [3, 1000], 'ppt', context),
        graphics: model && model !== '0' ? !/^none$/i.test(model) && spellGraphics(model) : undefined,
        microarchitecture: record.microarchitecture ?? undefined,
        coolerIncluded: readCooler(specifications ?? {}, metadata.part_numbers ?? []),
      };
    },
  }),
} as const satisfies ListedCategory<keyof typeof fields>;

/** '2x Zen 4 , 4x Zen 4c' are two; lists write 'Sandy Bridge EP', too. */
function splitDesigns(text: string): string[] {
  return splitList(text).map((each) => each.replace(/^\d+x /, '').replace(/ (?=E[NP]?$)/, '-'));
}

/** Where all processors of a socket work with the same memory. Source: AMD's and Intel's product pages. */
const memoryOfSocket: Readonly<Record<string, string>> = {
  AM4: 'DDR4',
  AM5: 'DDR5',
  LGA1200: 'DDR4',
  LGA1700: 'DDR4, DDR5',
  LGA1851: 'DDR5',
};

function derive(specs: SpecificationValues, name: string): SpecificationValues {
  const socket = getText(specs, 'socket') || readDesktopSocket(name);
  return {
    socket,
    ...readFamily(name),
    memoryTypes: socket && memoryOfSocket[socket],
    graphics: hasNoGraphics(name) ? 'None' : undefined,
  };
}

/** Both makers mark it with F; up to Ryzen 5000, those without G have none. Source: Intel's list of suffixes; AMD's product pages. */
function hasNoGraphics(name: string): boolean {
  return (
    readDesktopSocket(name) !== undefined &&
    /\b(?:i[3579][ -]|Ultra [3579] |Ryzen [3579] [789])\d+K?F\b|\bRyzen [3579](?: PRO)? [1-5]\d{3}(?:X|XT|X3D|E)?(?![\dA-Z])|\bThreadripper\b/i.test(
      name,
    )
  );
}

function readFitFacts(facts: FieldFacts<typeof fields>): FitFacts {
  return {
    kind: 'Processor',
    socket: facts.socket,
    memoryGenerations: facts.memoryTypes,
    tdpWatts: facts.tdpWatts,
    peakWatts: facts.peakWatts,
    hasGraphics: facts.graphics === undefined ? undefined : facts.graphics !== false,
  };
}

type Box = { includesCooler?: boolean | null | undefined; packaging?: string | null | undefined };

/** “No” where packaging or AMD's “WOF” (without fan) say it; the record's own “no” stands for “not known”, too. */
function readCooler({ includesCooler, packaging }: Box, partNumbers: readonly string[]) {
  if (includesCooler) return true;
  const isWithout = partNumbers.some((number) => /^100-\d+WOF$/.test(number));
  return isWithout || packaging === 'OEM/Tray' ? false : undefined;
}

function listSpecificationWords(specs: SpecificationValues): string[] {
  const socket = getText(specs, 'socket');
  const graphics = getText(specs, 'graphics');
  const { coolerIncluded } = specs;
  return [
    ...spellText(socket),
    ...(/^LGA/.test(socket) ? ['intel'] : []),
    ...spellNumber(specs, 'cores', (cores) => [`${cores}core`, 'core']),
    ...spellNumber(specs, 'threads', (threads) => [`${threads}thread`]),
    ...spellNumber(specs, 'tdpWatts', (watts) => [`${watts}w`]),
    ...splitList(getText(specs, 'memoryTypes')).flatMap(spellText),
    ...spellGeneration(getText(specs, 'generation')),
    ...spellText(getText(specs, 'microarchitecture')),
    ...(graphics === 'None' ? ['no.graphics'] : [...spellText(graphics), ...(graphics ? ['igpu'] : [])]),
    ...(specs.ecc === 'Yes' ? ['ecc'] : []),
    ...(coolerIncluded === 'Yes' ? ['coolerincluded'] : coolerIncluded === 'No' ? ['no.cooler'] : []),
  ];
}

/** '12thgen'; 'ryzen7000', '7000series'; '200series'. */
function spellGeneration(generation: string): string[] {
  const [, ordinal] = /^(\d+)\w\w generation/.exec(generation) ?? [];
  if (ordinal) return [`${ordinal}thgen`];
  const [, number] = / (\d+)$/.exec(generation) ?? [];
  if (!number) return [];
  return [`${number}series`, `ryzen${number}`, `ryzen${number}series`];
}
