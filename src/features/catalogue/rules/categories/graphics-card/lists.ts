/** Graphics cards in lists: filters, words of searches, facts that follow from others, and how others list them. */
import { z } from 'zod';
import { graphicsCard } from '#catalogue/rules/categories/graphics-card/definition.ts';
import type { PowerConnectors } from '#catalogue/rules/facts/fact-types.ts';
import type { FitFacts } from '#catalogue/rules/facts/facts.ts';
import type { FieldFacts } from '#catalogue/rules/facts/typed-facts.ts';
import {
  defineOpenDbList,
  number,
  plausible,
  positive,
  type ReadingContext,
  roundKnown,
  text,
} from '#catalogue/rules/import/open-db/list.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { filterBy, splitColors } from '#catalogue/rules/lists/filter-kinds.ts';
import {
  spellGigabytes,
  spellNumber,
  spellPlugs,
  spellText,
  without,
} from '#catalogue/rules/search/spellings.ts';
import { splitIntoLooseWords, splitIntoWords } from '#catalogue/rules/search/words.ts';
import { getNumber, getText, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

const connectorsSchema = z
  .object({ pcie_6_pin: number, pcie_8_pin: number, pcie_12VHPWR: number, pcie_12V_2x6: number })
  .nullish();

const { fields } = graphicsCard;
const by = filterBy(fields);

const added = '(?:(?:external|extra|additional|aux(?:iliary)?|pcie?|separate) )*';

export const listedGraphicsCard = {
  ...graphicsCard,
  filters: [
    by.choice('family', 'family'),
    { ...by.choice('chipset', 'chipset'), getGroup: findChipFamily },
    by.choice('memory', 'memoryGb', ['up', 'down']),
    by.range('length', 'lengthMm', ['up', 'down']),
    by.range('watts', 'watts', ['up']),
    by.choice('power-connectors', 'powerConnectors'),
    by.range('noise', 'noiseDb', ['up']),
    by.range('thickness', 'slotWidth', ['up', 'down']),
    by.range('boost-clock', 'boostClockMhz', ['down']),
    by.range('core-clock', 'coreClockMhz', ['down']),
    by.range('warranty', 'warrantyYears', ['down']),
    by.splitChoice('color', 'color', splitColors),
  ],
  columns: ['chipset', 'memory', 'length', 'watts', 'boost-clock', 'thickness', 'noise', 'warranty'],
  derive: (specs) => ({ family: findChipFamily(getText(specs, 'chipset')) }),
  words: {
    translations: `
gpu = grafikkarte, grafikkarten, grafik karte, tarjeta grafica, tarjetas graficas, tarjeta de video, placa de video, carte graphique, cartes graphiques, carte video, গ্রাফিক্স কার্ড, গ্রাফিক কার্ড, ভিডিও কার্ড, জিপিইউ, scheda video, schede video, scheda grafica, videokaart, grafische kaart, placa grafica, placas de video, karta graficzna, ekran kartı, видеокарта, видеокарты, видеокарту
vram = grafikspeicher, memoria de video, memoire video`,
    names: ['gpu', 'vga', 'graphics card', 'video card', 'videocard', 'graphicscard', 'vga card', 'gpu card'],
    makers: /\b(?:evga|zotac|sapphire|powercolor|xfx|palit|inno3d|gainward|sparkle|nvidia|pny)\b/i,
    searchWords: ['graphics', 'graphic', 'card', 'gpu', 'video', 'vga', 'vram'],
    typicalWords:
      /\b(?:rtx|gtx|rx|geforce|radeon|quadro|firepro|intel arc|arc [ab]\d{3})\b|\b[gr]tx\d|\bvram\b|(?<!\b(?:sd|sound|network|memory|capture|riser|wifi|wireless|tv|raid|usb|ethernet|lan|gift|credit|sim|pcie?|expansion) )\bcards?\b/i,
    tellingWords: ['workstation'],
    phrases: [
      [
        new RegExp(
          `${without}${added}(?:power ?(?:connectors?|cables?|plugs?|inputs?|pins?)?|${added}connectors?|[68][- ]?pins?)(?! suppl)`,
          'gi',
        ),
        'no.powerplug',
      ],
      [/\b(?:slot|bus)[- ]powered\b/gi, 'no.powerplug'],
      [/\b(?:for|with) (?:an? |my )?(?:psu|power supply) (?:with|that has)(?: just| only)?\b/gi, ''],
      [/\b(?:dual|two|three|triple|multi(?:ple)?|[2-4])[- ]?(?:monitor|display|screen)s?\b(?! port)/gi, ''], // every card can
      [/\b(?:one|single|1)[- ]slot\b/gi, '1slot'],
      [/\b(?:two|dual|2)[- ]slot\b/gi, '2slot'],
    ],
    listProminentWords: (specs) =>
      chipMakers.flatMap(([maker, family]) => (family.test(getText(specs, 'chipset')) ? [maker] : [])),
    listSpecificationWords,
    listUseWords: (specs) =>
      professionalChips.test(getText(specs, 'chipset')) ? ['workstation', 'professional', 'cad'] : [],
  },
  readFitFacts,
  partDataset: {
    name: 'video-card',
    marks: ['name', 'chipset', 'memory'],
    columns: {
      chipset: 'chipset',
      memoryGb: 'memory',
      coreClockMhz: 'core_clock',
      boostClockMhz: 'boost_clock',
      lengthMm: 'length',
      color: 'color',
    },
  },
  openDb: defineOpenDbList({
    name: 'GPU',
    fields,
    marks: ['chipset_manufacturer', 'core_base_clock'],
    shape: {
      chipset: text,
      memory: number,
      core_base_clock: number,
      core_boost_clock: number,
      tdp: number,
      length: number,
      total_slot_width: number,
      power_connectors: connectorsSchema,
    },
    readFacts: (record, context) => ({
      chipset: record.chipset?.replace(/ (\d+) GB\b/, ' $1GB'),
      memoryGb: positive(record.memory) ?? readMegabytes(record.metadata.name),
      coreClockMhz: roundKnown(plausible(record.core_base_clock, [50, 4000], 'core clock', context)),
      boostClockMhz: roundKnown(plausible(record.core_boost_clock, [50, 4000], 'boost clock', context)),
      lengthMm: roundKnown(plausible(record.length, [60, 400], 'length', context), Math.ceil),
      slotWidth: plausible(record.total_slot_width, [1, 5], 'slots', context),
      watts: readWatts(record.tdp, record.chipset ?? '', context),
      powerConnectors: readRecordedConnectors(record.power_connectors, record.tdp, context),
    }),
  }),
} as const satisfies ListedCategory<keyof typeof fields>;

function readFitFacts({ chipset: chip, ...facts }: FieldFacts<typeof fields>): FitFacts {
  const { watts, lengthMm, slotWidth, powerConnectors: connectors } = facts;
  return { kind: 'GraphicsCard', chip, watts, lengthMm, slotWidth, connectors };
}

/** In what order families are tried; `$1` … are the groups of the pattern. */
const families: readonly [RegExp, string][] = [
  [/^(?:Quadro|NVS|Tesla|(?:RTX|T) ?A?\d|RTX .*Ada|TITAN RTX$)/i, 'NVIDIA RTX, Quadro and NVS'],
  [/^(?:GeForce )?(?:GTX )?Titan/i, 'GeForce Titan'],
  [/^GeForce RTX (\d\d)\d\d\b/, 'GeForce RTX $1 series'],
  [/^GeForce GTX 16\d\d\b/, 'GeForce GTX 16 series'],
  [/^GeForce GTX? 10\d\d\b/, 'GeForce GTX 10 series'],
  [/^GeForce (?:GTX |GTS |GT )?([2-9])\d\d\b/, 'GeForce $100 series'],
  [/^GeForce/, 'GeForce 9000 series and older'],
  [/^Radeon Pro|^Fire(?:Pro|GL)|^Vega Frontier/i, 'Radeon Pro and FirePro'],
  [/^Radeon RX (\d)\d\d\d\b/, 'Radeon RX $1000 series'],
  [/^Radeon RX ([45])\d\d\b/, 'Radeon RX $100 series'],
  [/^Radeon (?:RX VEGA|VII)/i, 'Radeon RX Vega and VII'],
  [/^Radeon R\d (?:Fury|Nano)/, 'Radeon R9 300 and Fury'],
  [/^Radeon R\d 3\d\d/, 'Radeon R9 300 and Fury'],
  [/^Radeon R\d 2\d\d/, 'Radeon R9 200 series'],
  [/^Radeon HD (\d)\d\d\d\b/, 'Radeon HD $1000 series'],
  [/^Radeon/, 'Older Radeon'],
  [/^Arc Pro/, 'Arc Pro'],
  [/^Arc ([A-Z])\d/, 'Arc $1 series'],
];

function findChipFamily(chipset: string): string | undefined {
  for (const [pattern, family] of families) {
    const match = pattern.exec(chipset);
    if (match) return family.replace(/\$(\d)/, (_, group) => match[Number(group)] ?? '');
  }
  return undefined;
}

/** Watts far from those of other cards with the same chip are slips. */
const wattsRange = [0.9, 1.35] as const;

function readWatts(
  tdp: number | null | undefined,
  chip: string,
  { medianWatts, quarantine }: ReadingContext,
): number | undefined {
  if (!positive(tdp)) return undefined;
  const watts = Number(tdp);
  const median = medianWatts.get(chip) ?? watts;
  const isUsual = watts >= Math.floor(median * wattsRange[0]) && watts <= Math.ceil(median * wattsRange[1]);
  return isUsual ? watts : quarantine('watts', 'Too far from those of other cards with this chip');
}

/** What a card draws from its slot, without a connector. */
const slotWatts = 75;

/** Source: PCI Express CEM 5.1, the power of each connector. */
const sumWatts = ({ sixPin, eightPin, sixteenPin }: PowerConnectors) =>
  slotWatts + 75 * sixPin + 150 * eightPin + 600 * sixteenPin;

/** A few cards draw more than their connectors are specified for: the Radeon R9 295X2 by a third. */
const largestExcess = 1.4;

function readRecordedConnectors(
  connectors: z.infer<typeof connectorsSchema>,
  tdp: number | null | undefined,
  { quarantine }: ReadingContext,
): PowerConnectors | undefined {
  if (!connectors) return undefined;
  const counts = {
    sixPin: connectors.pcie_6_pin ?? 0,
    eightPin: connectors.pcie_8_pin ?? 0,
    // the newer name of the same connector
    sixteenPin: Math.max(connectors.pcie_12VHPWR ?? 0, connectors.pcie_12V_2x6 ?? 0),
  };
  if (counts.sixteenPin > 0 && counts.sixPin + counts.eightPin > 0)
    return quarantine('power connectors', 'Those of its adapter are listed, too');
  if (counts.sixPin + counts.eightPin + counts.sixteenPin > 0)
    return Number(tdp) > largestExcess * sumWatts(counts)
      ? quarantine('power connectors', 'Too few for what the card draws')
      : counts;
  if (!tdp) return undefined;
  return tdp > slotWatts
    ? quarantine('power connectors', `None, although the card draws more than ${slotWatts} W`)
    : counts;
}

/** Cards of less than a gigabyte are recorded with 0. */
function readMegabytes(name: string): number | undefined {
  const megabytes = /\b(\d{2,4}) ?MB\b/.exec(name)?.[1];
  return megabytes ? Number(megabytes) / 1024 : undefined;
}

/** Chipsets also as one word: 'rtx4070', '4070ti', 'rtx4070ti'. */
function listSpecificationWords(specs: SpecificationValues): string[] {
  const chipset = splitIntoWords(getText(specs, 'chipset'));
  const runs = chipset.flatMap((_, index) => [
    chipset.slice(index, index + 2).join(''),
    chipset.slice(index, index + 3).join(''),
  ]);
  return [
    ...chipset,
    ...splitIntoLooseWords(getText(specs, 'chipset')),
    ...runs.map((run) => run.slice(0, 60)),
    ...listSeriesWords(getText(specs, 'chipset')),
    ...spellGigabytes(getNumber(specs, 'memoryGb')),
    ...(specs.powerConnectors === 'None' ? ['no.powerplug'] : spellPlugs(getText(specs, 'powerConnectors'))),
    ...spellNumber(specs, 'slotWidth', (slots) => [`${Math.ceil(slots - 0.2)}slot`]),
    ...spellText(getText(specs, 'color')),
  ];
}

/** For 'GeForce RTX 4070': rtx40, rtx4000, rtx40series, 40series …; for 'Radeon RX 7600': rx7000 … */
function listSeriesWords(chipset: string): string[] {
  const [, family = '', first = ''] = /^(?:GeForce|Radeon) (RTX|GTX|RX) (\d{1,2})\d\d\b/i.exec(chipset) ?? [];
  if (first === '') return [];
  const long = family === 'RX' && first.length === 2 ? `${first[0]}000` : `${first}00`;
  const numbers = first.length === 2 && family !== 'RX' ? [first, long] : [long];
  const names = numbers.flatMap((number) => [`${family.toLowerCase()}${number}`, number]);
  return names.flatMap((name) => (/^\d/.test(name) ? [`${name}series`] : [name, `${name}series`]));
}

/** Chips that the makers sell for workstations. */
const professionalChips =
  /quadro|firepro|radeon (?:ai )?pro|arc pro|nvs|tesla|^T\d{3,4}\b|^RTX (?:PRO|A?\d{4}\b)/i;

const chipMakers: [string, RegExp][] = [
  ['nvidia', /geforce|quadro|titan|nvs|tesla|^rtx|^t\d/i],
  ['amd', /radeon|firepro|vega/i],
  ['intel', /\barc\b/i],
];
