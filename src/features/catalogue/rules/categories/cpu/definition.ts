/** Processors. */
import { type CategoryDefinition, makeLabels } from '#catalogue/rules/category-definition.ts';
import { describeClocks, formatCount, surround } from '#catalogue/rules/clauses.ts';
import {
  type FactType,
  makeListType,
  makeNameList,
  socketName,
  yesOrNo,
} from '#catalogue/rules/facts/fact-types.ts';
import { spellGraphics, spellSocket } from '#catalogue/rules/facts/spellings.ts';
import { defineImages } from '#catalogue/rules/image-rules.ts';
import { findCoreSocket } from '#catalogue/rules/processor-sockets.ts';
import {
  amount,
  makeSchema,
  type SpecificationField,
  specificationText,
  wholeAmount,
} from '#catalogue/rules/specification-fields.ts';

/** 'DDR4, DDR5' */
const memoryGenerations = makeListType(
  (entry) => Number(/^DDR([1-9])$/i.exec(entry)?.[1]) || undefined,
  (generation) => `DDR${generation}`,
);

/** False: it has none. */
const graphicsName: FactType<string | false> = {
  parse: (text) => (text === 'None' ? false : text),
  format: (name) => name || 'None',
};

const fields = {
  cores: {
    label: 'Cores',
    ...wholeAmount('count', { possible: [1, 512], isAlwaysKnown: true }),
    group: 'Speed',
    better: 'more',
    superlatives: { nouns: ['core count', 'core'] },
    phrase: '# cores',
    explanation: 'How many things it computes at the same time; games use six to eight, rendering uses all.',
  },
  threads: {
    label: 'Threads',
    ...wholeAmount('count', { possible: [1, 1024] }),
    better: 'more',
    superlatives: { nouns: ['thread count'] },
    phrase: '# threads',
    explanation: 'With two threads a core works on a second task while the first one waits.',
  },
  baseClockGhz: {
    label: 'Base clock',
    ...amount('clockGhz', { possible: [0.1, 20], plausible: [0.8, 6] }),
    better: 'more',
    betterWithin: 'microarchitecture',
    phrase: '# base clock',
    explanation: 'What all cores hold under lasting load; compare it only within one family of processors.',
  },
  boostClockGhz: {
    label: 'Boost clock',
    ...amount('clockGhz', { possible: [0.1, 20], plausible: [1, 7] }),
    better: 'more',
    betterWithin: 'microarchitecture',
    superlatives: {
      most: ['fastest'],
      nouns: [
        'clock',
        'clocked',
        'clock speed',
        'boost',
        'boost speed',
        'turbo',
        'turbo clock',
        'speed',
        'frequency',
        'ghz',
      ],
    },
    phrase: '# boost clock',
    explanation: 'What one core rises to while temperature and power allow.',
  },
  socket: {
    label: 'Socket',
    schema: specificationText.overwrite(spellSocket).optional(),
    type: socketName,
    group: 'Board',
    spell: spellSocket,
    phrase: 'socket #',
    explanation: 'The seat on the board; the board must have the same one, letter for letter.',
    derivedFrom: 'the name',
  },
  memoryTypes: {
    label: 'Memory',
    schema: makeNameList().schema.optional(),
    type: memoryGenerations,
    explanation: 'The generations of memory that it works with; the board has slots for one of them.',
    derivedFrom: 'the socket',
  },
  ecc: {
    label: 'ECC memory',
    type: yesOrNo,
    explanation: 'Whether it checks and corrects the memory, given modules and a board that do so, too.',
  },
  tdpWatts: {
    label: 'Design power (TDP)',
    ...wholeAmount('power', { possible: [1, 2000], plausible: [3, 500] }),
    group: 'Power',
    superlatives: {
      least: ['most efficient', 'most power efficient', 'coolest running'],
      nouns: [
        'tdp',
        'power',
        'power consumption',
        'power draw',
        'power usage',
        'consumption',
        'wattage',
        'heat',
      ],
    },
    explanation:
      'The heat in watts that the cooler must carry away at the base clock; at its peak it is more.',
  },
  peakWatts: {
    label: 'Peak power',
    ...wholeAmount('power', { possible: [1, 2000], plausible: [3, 1000] }),
    explanation:
      'The watts that its maker lets it draw for seconds: package power (PPT) or maximum turbo power.',
  },
  graphics: {
    label: 'Graphics',
    type: graphicsName,
    group: 'Graphics',
    spell: spellGraphics,
    explanation: 'Graphics of its own; without any, the computer shows nothing until it has a graphics card.',
    derivedFrom: 'the name',
  },
  series: {
    label: 'Series',
    group: 'Family',
    explanation:
      'What its maker sells it for: Core i3 and Ryzen 3 for offices, Core i9 and Ryzen 9 for most cores.',
    derivedFrom: 'the name',
  },
  generation: {
    label: 'Generation',
    explanation:
      'When it came out, by the number in its name; a board must know the generation, and newer ones are faster.',
    derivedFrom: 'the name',
  },
  microarchitecture: {
    label: 'Microarchitecture',
    explanation: 'The design of its cores; a newer one does more with each turn of the clock.',
  },
  coolerIncluded: {
    label: 'Cooler in the box',
    type: yesOrNo,
    group: 'Box',
    explanation: 'Whether a cooler comes with it; the others need one that is made for the socket.',
  },
} as const satisfies Record<string, SpecificationField>;

const images = defineImages({
  start: 'cpu',
  facts: { look: { steps: ['lga', 'lga-square', 'am5', 'am4', 'pins'], weight: 1 } },
  look: ({ socket }, name) => ({
    look: findLook(spellSocket(String(socket ?? readDesktopSocket(name) ?? ''))),
  }),
  print: ({ boostClockGhz }, name) => [
    name.replace(/^(?:AMD|Intel) /, ''),
    boostClockGhz === undefined ? undefined : `${boostClockGhz} GHz`,
  ],
});

export const cpu = {
  id: 'cpu',
  labels: makeLabels('Processor', 'Processors'),
  schema: makeSchema(fields),
  fields,
  typicalGrams: 150,
  similarityWeights: { socket: 8, cores: 3, microarchitecture: 2, boostClockGhz: 2, tdpWatts: 1 },
  variantFields: ['cores'],
  describe: (values) => [
    `A processor with ${formatCount(values.cores, 'core')}${surround(' and ', values.threads, ' threads')}${surround(' for socket ', values.socket)}`,
    describeClocks(values.baseClockGhz, values.boostClockGhz),
    surround('It works with ', values.memoryTypes?.replace(/, (?=[^,]*$)/, ' or '), ' memory'),
    surround('Its design power is ', values.tdpWatts),
    values.graphics === 'None'
      ? 'It has no graphics: a graphics card is needed'
      : surround('It has graphics of its own: ', values.graphics),
    values.coolerIncluded === 'No' ? 'The cooler is sold apart' : '',
  ],
  skuPrefix: 'CPU',
  ...images,
  homeImageKey: 'cpu-am5',
} as const satisfies CategoryDefinition<keyof typeof fields>;

/** AMD's desktop processors had pins up to socket AM4, and so small a lid is older still; the others have flat contacts. */
function findLook(socket: string): string {
  if (socket === 'AM5') return 'am5';
  if (/^AM4/.test(socket)) return 'am4';
  if (/^[AF]M\d/.test(socket)) return 'pins';
  return /^LGA(?:1[12]\d\d|775)$/.test(socket) ? 'lga-square' : 'lga';
}

/** Desktop processors of Intel end so; those of other sockets and of laptops have other letters. Source: Intel's list of suffixes. */
const intelCore = /\bi[3579][ -](\d{1,2})(\d)\d\d(?:K|KF|KS|F|T|S)?(?![\dA-Z])/i;
const intelUltra = /\bCore Ultra [3579] 2\d\d(?:K|KF|F|T)?(?![\dA-Z])/i;
const amdRyzen = /\bRyzen [3579](?: PRO)? (\d)\d{3}(?:X3D2?|XT|X|GT|GE|G|E|F)?(?![\dA-Z])/i;

/** Source: Intel's product pages of each series. */
const xeonSockets: readonly [RegExp, string][] = [
  [/\bE3[ -]12\d\dL?(?: V2)?$/i, 'LGA1155'],
  [/\bE3[ -]12\d\dL?[ -]V[34]\b/i, 'LGA1150'],
  [/\bE3[ -]12\d\dL?[ -]V[56]\b|\bE[ -]2[12]\d\dG?E?\b/i, 'LGA1151'],
  [/\bW[ -]1[23]\d\d[PTE]?\b/i, 'LGA1200'],
  [/\bE5[ -][12]6\d\d[LWA]?[ -]V[34]\b/i, 'LGA2011-3'],
  [/\bE5[ -][12]6\d\d[LW]?(?: V2)?$/i, 'LGA2011'],
];

/** Those before socket LGA1151 and AM4, and of enthusiasts. Source: AMD's and Intel's product pages of each series. */
const olderSockets: readonly [RegExp, string][] = [
  [/\bi7[ -](?:38[24]|39[367]|48[24]|49[36])0[KX]?\b/i, 'LGA2011'],
  [/\bi7[ -](?:5820|5930|5960|68[05]0|69[05]0)[KX]?\b/i, 'LGA2011-3'],
  [/\bi[579][ -](?:7640|77[48]0|78[0246]0|79\d0|98[02]0|99\d0|109\d0)XE?\b/i, 'LGA2066'],
  [/\bi7[ -]9[2-9]\dX?\b/i, 'LGA1366'],
  [/\bi[357][ -](?:5[3-8]|6[5-8]|7[56]|8[67])\d[KS]?\b|\bPentium G69\d\d\b/i, 'LGA1156'],
  [/\bi[357][ -][23]\d{3}[KSTP]?\b|\b(?:Pentium|Celeron) G(?:[4-8]\d\d|16\d\d|2[01]\d\d)T?\b/i, 'LGA1155'],
  [/\bi[357][ -](?:4\d{3}[KSTC]?|5[67]75C)\b|\b(?:Pentium|Celeron) G(?:18|3[2-4])\d\dT?E?\b/i, 'LGA1150'],
  [/\b(?:Pentium(?: Gold)?|Celeron) G(?:39|4[4-9]|5[4-6])\d\dT?E?\b/i, 'LGA1151'],
  [/\b(?:Pentium(?: Gold)?|Celeron) G(?:59|6[4-6])\d\dT?E?\b/i, 'LGA1200'],
  [/\b(?:Pentium(?: Gold)? G74|Celeron G69)\d\dT?E?\b|\bIntel 300T?$/i, 'LGA1700'],
  [
    /\bCore 2 (?:Duo E|Quad Q|Extreme (?:X|Q)\w?6)\d|\bPentium (?:Dual-Core )?E[2-6]\d{3}\b|\bCeleron (?:E3\d{3}|4[2-4]0)\b/i,
    'LGA775',
  ],
  [/\bFX-\d{4}/i, 'AM3+'],
  [/\bA\d+-3\d{3}|\bAthlon II (?:X4 6(?:3[18]|[45]1)|X2 221)/i, 'FM1'],
  [/\bPhenom II X4 9[24]0\b/i, 'AM2+'],
  [/\b(?:Athlon|Phenom) II X\d/i, 'AM3'],
  [/\bA\d+-(?:[56]\d|73)\d\d/i, 'FM2'],
  [/\bA\d+-7\d{3}/i, 'FM2+'],
  [/\bA\d+-9\d{3}|\bAthlon (?:PRO )?(?:2[024]0|3[0-9]{2,3})G/i, 'AM4'],
  [/\bThreadripper (?:19|29)\d0W?X\b/i, 'sTR4'],
  [/\bThreadripper 39\d0X\b/i, 'sTRX4'],
];

/** The socket of a desktop processor; undefined where the name does not say it for certain. */
export function readDesktopSocket(name: string): string | undefined {
  if (/epyc/i.test(name)) return undefined;
  const older = olderSockets.find(([pattern]) => pattern.test(name))?.[1];
  if (older || /threadripper/i.test(name)) return older;
  if (/xeon/i.test(name)) return xeonSockets.find(([pattern]) => pattern.test(name))?.[1];
  if (intelUltra.test(name)) return 'LGA1851';
  const [, zen] = amdRyzen.exec(name) ?? [];
  // there are no Ryzen 6000 for desktops
  if (zen) return zen === '6' ? undefined : Number(zen) < 6 ? 'AM4' : 'AM5';
  const [, generation, hundreds] = intelCore.exec(name) ?? [];
  // earlier ones are among the older sockets, and the sixth above 6700 is of another (i7-6800K, i7-6850K)
  if (Number(generation) < 6 || (generation === '6' && Number(hundreds) >= 8)) return undefined;
  return findCoreSocket(Number(generation));
}

/** In what order families are tried; `$1` … are the groups of the pattern. Source: AMD's and Intel's lists of processors. */
const families: readonly [name: RegExp, series: string, generation?: string][] = [
  [/\bThreadripper(?: PRO)? (\d)\d{3}/i, 'Ryzen Threadripper', 'Ryzen Threadripper $1000'],
  [/\bRyzen AI\b/i, 'Ryzen AI'],
  [/\bRyzen ([3579])(?: PRO)? (\d)\d{3}/i, 'Ryzen $1', 'Ryzen $2000'],
  [/\bCore Ultra ([3579]) (\d)\d\d/i, 'Core Ultra $1', 'Core Ultra $200'],
  [/\bCore (i[3579])[ -](1\d)\d{3}/i, 'Core $1', '$2th generation Core'],
  [/\bCore (i[3579])[ -](\d)\d{3}/i, 'Core $1', '$2th generation Core'],
  [/\bCore (i[3579])[ -]\d{3}\b/i, 'Core $1', '1st generation Core'],
  [/\bCore 2 (Duo|Quad|Extreme)\b/i, 'Core 2 $1'],
  [/\b(Xeon|Celeron|Pentium|EPYC|Athlon|Sempron|Phenom|Opteron)\b/i, '$1'],
  [/\bAMD FX\b/i, 'FX'],
  [/\bAMD A\d+-\d/i, 'A series'],
];

const smallOrdinals: Readonly<Record<string, string>> = { '2th': '2nd', '3th': '3rd' };

/** Nothing where the name does not say it. */
export function readFamily(name: string): { series?: string; generation?: string } {
  for (const [pattern, series, generation] of families) {
    const match = pattern.exec(name);
    if (!match) continue;
    const fill = (text: string) => text.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '');
    const filled =
      generation && fill(generation).replace(/^[23]th/, (ordinal) => smallOrdinals[ordinal] ?? ordinal);
    return { series: fill(series), ...(filled && { generation: filled }) };
  }
  return {};
}
