/** Coolers of processors in lists: filters, words of searches, facts that follow from others, and how others list them. */
import { cpuCooler, greatestLowHeightMm } from '#catalogue/rules/categories/cpu-cooler/definition.ts';
import { splitList } from '#catalogue/rules/facts/fact-types.ts';
import type { FitFacts } from '#catalogue/rules/facts/facts.ts';
import type { FieldFacts } from '#catalogue/rules/facts/typed-facts.ts';
import { isMissing } from '#catalogue/rules/import/import-values.ts';
import {
  defineOpenDbList,
  flag,
  number,
  plausible,
  positive,
  type ReadingContext,
  readSocket,
  roundKnown,
  texts,
} from '#catalogue/rules/import/open-db/list.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { filterBy, splitColors } from '#catalogue/rules/lists/filter-kinds.ts';
import { listSocketsOfMount } from '#catalogue/rules/processor-sockets.ts';
import { spellNumber, spellText, without } from '#catalogue/rules/search/spellings.ts';
import { getText, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

const { fields } = cpuCooler;
const by = filterBy(fields);

export const listedCpuCooler = {
  ...cpuCooler,
  filters: [
    by.choice('cooling', 'cooling'),
    by.splitChoice('socket', 'sockets', listSockets),
    by.range('height', 'heightMm', ['up', 'down']),
    by.choice('radiator', 'radiatorMm', ['down']),
    by.range('rated-heat', 'ratedWatts', ['down']),
    by.range('noise', 'noiseDb', ['up']),
    by.range('fan-speed', 'maxRpm', ['up']),
    by.range('warranty', 'warrantyYears', ['down']),
    by.splitChoice('color', 'color', splitColors),
  ],
  columns: ['cooling', 'height', 'radiator', 'noise', 'rated-heat', 'fan-speed', 'warranty'],
  derive: (_, name) => ({ sockets: name.match(/\b(?:AM[45]|LGA\d{4})\b/g)?.join(', ') }),
  words: {
    translations: `
cooler = refrigeracion, cpu kuhlung, kuhlung, refroidissement, kuhler, kuehler, prozessorkuhler, cpu kuhler, luftkuhler, turmkuhler, disipador, disipadores, enfriador, ventilador cpu, ventirad, ventirads, refroidisseur, dissipateur, কুলার, dissipatore, koeler, processorkoeler, chłodzenie, кулер
cpu cooler = disipador de cpu, disipador cpu, refroidisseur cpu, refroidisseur processeur, সিপিইউ কুলার, প্রসেসর কুলার
liquid cooler = wasserkuhlung, wasserkuhler, flussigkeitskuhlung, refrigeracion liquida, enfriamiento liquido, refroidissement liquide, লিকুইড কুলার
heatsink = kuhlkorper`,
    names: ['cpu cooler', 'processor cooler', 'cooler', 'cpu cooling', 'cpu heatsink', 'cpu fan'],
    typicalWords:
      /^(?:\w+ )?heat[ -]?sinks?(?= for\b|$)|\baio\b|\b(?:liquid|water|air)[- ]?cool(?:ing|ers?)\b/i,
    phrases: [
      [/\b(?:ryzen ?|r)[3579]\b(?! (?:pro )?\d)/gi, 'ryzen'],
      [/\b(?:liquid|water)[- ]cool(?:ing|ed|ers?)(?: cpu)?(?: coolers?)?\b/gi, 'liquid cooler'],
      [/\bair[- ]cool(?:ing|ed|ers?)(?: cpu)?(?: coolers?)?\b/gi, 'air cooler'],
      [/\baio(?: (?:liquid|water|cpu))*(?: coolers?)?\b/gi, 'aio cooler'],
      [new RegExp(`${without}fans?\\b`, 'gi'), 'fanless'],
    ],
    makers:
      /\b(?:arctic|noctua|thermalright|scythe|id-cooling|alphacool|deepcool|dynatron|xilence|endorfy)\b/i,
    searchWords: ['cpu', 'processor', 'cooler', 'cooling', 'heatsink', 'fan'],
    listSpecificationWords,
    listUseWords: ({ noiseDb }, name) => [
      ...spellInitials(name),
      ...(/\b(?:TR\d|SP\d)\b/.test(name) ? ['threadripper'] : []),
      ...(noiseDb === 0 || /\bpassive\b/i.test(name) ? ['passive', 'fanless'] : []),
    ],
    listProcessorWords: ({ socket }) => [socket.toLowerCase()],
  },
  readFitFacts,
  partDataset: {
    name: 'cpu-cooler',
    marks: ['name', 'rpm', 'noise_level', 'size'],
    lackedMarks: ['airflow', 'pwm'],
    columnsOfNumbers: ['rpm', 'noise_level'],
    columns: { radiatorMm: 'size', maxRpm: 'rpm', noiseDb: 'noise_level', color: 'color' },
    readOthers: ({ size }) => ({ cooling: isMissing(size) ? 'Air' : 'Liquid' }),
  },
  openDb: defineOpenDbList({
    name: 'CPUCooler',
    fields,
    marks: ['water_cooled', 'cpu_sockets', 'radiator_size'],
    shape: {
      cpu_sockets: texts,
      height: number,
      water_cooled: flag,
      radiator_size: number,
      min_fan_rpm: number,
      max_fan_rpm: number,
      min_noise_level: number,
      max_noise_level: number,
    },
    readFacts(record, context) {
      const isLiquid = record.water_cooled ?? undefined;
      const sockets = readSockets(record.cpu_sockets ?? [], record.metadata.name, context);
      // a fan with one speed has it as the lowest
      const rpm = positive(record.max_fan_rpm) ?? record.min_fan_rpm;
      const noise = Math.max(record.max_noise_level ?? 0, record.min_noise_level ?? 0);
      return {
        cooling: isLiquid === undefined ? undefined : isLiquid ? 'Liquid' : 'Air',
        sockets: sockets.length > 0 ? sockets : undefined,
        heightMm: isLiquid ? undefined : plausible(record.height, [15, 200], 'height', context),
        radiatorMm: isLiquid ? readRadiator(record.radiator_size, context) : undefined,
        maxRpm: roundKnown(plausible(rpm, [300, 10_000], 'fan speed', context)),
        noiseDb: plausible(noise, [5, 80], 'noise', context),
      };
    },
  }),
} as const satisfies ListedCategory<keyof typeof fields>;

/** Also those with the mount of a listed one. */
function listSockets(text: string): string[] {
  return [...new Set(splitList(text).flatMap(listSocketsOfMount))];
}

function readFitFacts({ cooling, heightMm, ...facts }: FieldFacts<typeof fields>): FitFacts {
  const { sockets, radiatorMm, ratedWatts } = facts;
  const isLiquid = cooling === undefined ? undefined : cooling === 'Liquid';
  return {
    kind: 'Cooler',
    sockets,
    isLiquid,
    heightMm: isLiquid ? undefined : heightMm,
    radiatorMm,
    ratedWatts,
  };
}

/** Coolers that are made for one platform, whatever their records list. Source: Noctua's page about AM5, which all for AM4 fit but NH-L9a-AM4; NH-L9i needs a kit. */
const platformsInNames = [
  [/(?<!NH-L9a-)\bAM4\b/i, /^AM[45]$/],
  [/\bNH-L9a-AM4\b/i, /^AM4$/],
  [/\bAM5\b/, /^AM5$/],
  [/\bTR4\b/, /^(?:s?TR|s?WRX|SP)/],
  [/\bNH-L9i\b/i, /^LGA/],
] as const;
const otherPlatforms = /\b(?:AM[23]|FM\d|LGA|Intel|1[0-9]\d{2})/i;

function readSockets(listed: readonly string[], name: string, { quarantine }: ReadingContext): string[] {
  const sockets = listed.flatMap((socket) => readSocket(socket) ?? []);
  const named = platformsInNames.filter(([inName]) => inName.test(name));
  if (named.length === 0 || otherPlatforms.test(name)) return sockets;
  const believed = sockets.filter((socket) => named.some(([, ofPlatform]) => ofPlatform.test(socket)));
  if (believed.length < sockets.length) quarantine('sockets', 'The name says otherwise');
  return believed;
}

/** Fans are of 92, 120 or 140 mm. */
function readRadiator(size: number | null | undefined, { quarantine }: ReadingContext): number | undefined {
  if (!positive(size)) return undefined;
  const isMade = [92, 120, 140].some((fan) => Number(size) % fan === 0);
  return isMade ? Number(size) : quarantine('radiator', 'No multiple of 92, 120 or 140 mm');
}

/** 'Peerless Assassin 120' is called PA120. */
function spellInitials(name: string): string[] {
  return [...name.matchAll(/\b([A-Z])[a-z]+ ([A-Z])[a-z]+ (\d{2,3})\b/g)].map(([, ...initials]) =>
    initials.join('').toLowerCase(),
  );
}

function listSpecificationWords(specs: SpecificationValues): string[] {
  const sockets = listSockets(getText(specs, 'sockets'));
  return [
    ...sockets.flatMap(spellText),
    ...(sockets.some((socket) => /^LGA/.test(socket)) ? ['intel'] : []),
    ...(sockets.some((socket) => /^AM/.test(socket)) ? ['amd', 'ryzen'] : []),
    ...(sockets.some((socket) => /^(?:sTR|SP|sWRX)/.test(socket)) ? ['threadripper'] : []),
    ...(specs.cooling === 'Liquid'
      ? ['liquid', 'water', 'aio', 'radiator', 'watercooling']
      : ['air', 'tower']),
    ...spellNumber(specs, 'radiatorMm', (length) => [`${length}`, `${length}mm`]),
    ...spellNumber(specs, 'heightMm', (height) => (height <= greatestLowHeightMm ? ['lowprofile'] : [])),
    ...spellNumber(specs, 'ratedWatts', (watts) => [`${watts}w`]),
    ...spellText(getText(specs, 'color')),
  ];
}
