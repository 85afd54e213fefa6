/** Memory in lists: filters, words of searches, facts that follow from others, and how others list them. */
import { z } from 'zod';
import { memory } from '#catalogue/rules/categories/memory/definition.ts';
import type { FitFacts } from '#catalogue/rules/facts/facts.ts';
import type { FieldFacts } from '#catalogue/rules/facts/typed-facts.ts';
import { readNumbers } from '#catalogue/rules/import/import-values.ts';
import {
  defineOpenDbList,
  type IdentifiedRecord,
  number,
  plausible,
  positive,
  type ReadingContext,
  readGeneration,
  text,
} from '#catalogue/rules/import/open-db/list.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { filterBy, splitColors } from '#catalogue/rules/lists/filter-kinds.ts';
import {
  spellGigabytes,
  spellNumber,
  spellText,
  splitUnit,
  without,
} from '#catalogue/rules/search/spellings.ts';
import { getNumber, getText, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

const { fields } = memory;
const by = filterBy(fields);

/** Above it, modules stand below few coolers; usual ones without fins have 31 mm. */
const greatestLowHeightMm = 35;

const laptop = String.raw`\b(?:laptop|notebook)s?\b`;
/** Its makers make drives, too: 'crucial laptop'. */
const named = String.raw`\b(?:ram|memory|ddr\d|dimms?|modules?)\b`;

export const listedMemory = {
  ...memory,
  filters: [
    by.choice('capacity', 'capacityGb', ['up', 'down']),
    by.choice('ddr', 'ddr'),
    by.range('speed', 'speedMts', ['up', 'down']),
    by.range('latency', 'casLatency', ['up']),
    by.choice('modules', 'modules'),
    by.choice('module-size', 'moduleGb'),
    by.choice('form', 'form'),
    by.range('first-word-latency', 'firstWordLatencyNs', ['up']),
    by.yesFlag('ecc', 'ecc'),
    by.yesFlag('registered', 'registered'),
    by.range('height', 'heightMm', ['up']),
    by.splitChoice('color', 'color', splitColors),
  ],
  columns: ['capacity', 'speed', 'latency', 'modules', 'ddr', 'first-word-latency', 'height', 'color'],
  derive: (_, name) => {
    const [, form, registered] = moduleNames.find(([pattern]) => pattern.test(name)) ?? [];
    return { form, registered, ecc: registered === 'Yes' || eccName.test(name) ? 'Yes' : undefined };
  },
  caution: ({ registered, form }) =>
    registered === 'Yes'
      ? 'Registered, for servers'
      : form === 'SO-DIMM'
        ? 'SO-DIMM, for laptops'
        : undefined,
  words: {
    translations: `
ram = arbeitsspeicher, speicherriegel, speichermodul, memoria ram, memorias ram, modulo de memoria, memoire vive, memoire ram, barrette memoire, barrette de ram, barrettes, র্যাম, মেমোরি, মেমরি, werkgeheugen, pamięć ram, оперативная память, оперативка
memory = speicher, memoria, memoire, geheugen, pamięć, память`,
    names: `memory, ram, dram, dimm, ram memory, memory ram, memory module, ram module, ram kit, memory kit,
      ram stick, memory stick`.split(/,\s+/),
    makers: /\b(?:g\.?skill|mushkin|v-color|crucial|kingston|patriot|timetec|oloy|klevv)\b/i,
    searchWords: ['memory', 'ram', 'dram', 'module', 'kit', 'stick'],
    typicalWords:
      /\bddr\d|\becc\b|\b(?:[ur]|cu|so-?)?dimms?\b|(?<!\busb )\bsticks?\b|\bkits?\b|\b(?:un|non[- ]?)?buffered\b/i,
    phrases: [
      [/\b(?:(?:laptop|notebook)s? (?:and|or) desktop|desktops? (?:and|or) (?:laptop|notebook))s?\b/gi, ''],
      [/(?<![\w-])(?:not?|without) (?:for )?(?:an? |my )?(?:old )?desktops?\b/gi, 'sodimm'],
      [/\b(?:for )?(?:an? |my )?(?:old )?desktops?\b/gi, '-sodimm'],
      [new RegExp(`(?<=${named}.*)${laptop}|${laptop}(?=.*${named})`, 'gi'), 'sodimm'],
      [/\b(?:(?:un|non)[- ]?(?:registered|buffered)|udimms?)\b/gi, 'unbuffered'],
      [/\bbuffered\b/gi, 'registered'],
      [new RegExp(`${without}ecc\\b`, 'gi'), 'nonecc'],
      [new RegExp(`${without}kits?\\b`, 'gi'), '1module'],
    ],
    listProminentWords: ({ ecc }) => (ecc === 'No' ? ['nonecc'] : []),
    listSpecificationWords,
    listUseWords: ({ heightMm }, name) => [
      ...(/so-?dimm|\b(?:impact|laptop|notebook)\b/i.test(name) ? ['laptop', 'notebook', 'sodimm'] : []),
      ...(/\blpx\b/i.test(name) || Number(heightMm) <= greatestLowHeightMm ? ['lowprofile'] : []),
    ],
    listProcessorWords: ({ ddr }) => (ddr === undefined ? [] : [`ddr${ddr}`]),
  },
  readFitFacts,
  partDataset: {
    name: 'memory',
    marks: ['name', 'speed', 'modules'],
    columnsOfNumbers: ['speed', 'modules'],
    columns: {
      capacityGb: 'modules',
      modules: 'modules',
      moduleGb: 'modules',
      ddr: 'speed',
      speedMts: 'speed',
      casLatency: 'cas_latency',
      firstWordLatencyNs: 'first_word_latency',
      color: 'color',
    },
    /** A speed without a generation means DDR; early modules are listed in megabytes. */
    readOthers(row) {
      const speeds = readNumbers(row.speed);
      const [ddr, speedMts] = speeds.length === 1 ? [1, speeds[0]] : speeds;
      const [modules, size] = readNumbers(row.modules);
      const moduleGb = isInMegabytes(ddr, size) ? size / 1024 : size;
      const capacityGb = modules === undefined || moduleGb === undefined ? undefined : modules * moduleGb;
      return { capacityGb, modules, moduleGb, ddr, speedMts };
    },
  },
  openDb: defineOpenDbList({
    name: 'RAM',
    fields,
    marks: ['ram_type', 'cas_latency'],
    shape: {
      ram_type: text,
      form_factor: text,
      speed: number,
      registered: text,
      ecc: text,
      capacity: number,
      cas_latency: number,
      height: number,
      modules: z.object({ quantity: number, capacity_gb: number }).nullish(),
    },
    readFacts(record, context) {
      const form = record.form_factor ?? '';
      const registered = readRegistered(record, context);
      const speedMts = positive(record.speed);
      const casLatency = plausible(record.cas_latency, [1.5, 80], 'CAS latency', context);
      return {
        capacityGb: positive(record.capacity),
        modules: positive(record.modules?.quantity),
        moduleGb: positive(record.modules?.capacity_gb),
        ddr: readGeneration(record.ram_type),
        speedMts,
        casLatency,
        firstWordLatencyNs:
          casLatency && speedMts ? Number(((2000 * casLatency) / speedMts).toFixed(3)) : undefined,
        form: /SO-DIMM/.test(form) ? 'SO-DIMM' : /DIMM/.test(form) ? 'DIMM' : undefined,
        ecc: readEcc(record, registered, context),
        registered,
        heightMm: plausible(record.height, [15, 80], 'height', context),
      };
    },
  }),
} as const satisfies ListedCategory<keyof typeof fields>;

/**
 * What a name says of its modules, the surest first. Source: the makers' pages of each line (those for players have no registered
 * modules, and those here none for laptops), and the part numbers of Crucial, Kingston and Samsung.
 */
const moduleNames: readonly [name: RegExp, form: string | undefined, registered: string | undefined][] = [
  [/\bSO-?DIMM\b|\bFURY Impact\b|\bHyperX Impact\b|\bCT\w*G\dS|\bK(?:VR|CP|SM)\d{2,3}S/i, 'SO-DIMM', 'No'],
  [
    /\b(?:Registered|REG|L?R-?DIMM|Corsair WS)\b|\bFURY Renegade Pro\b|\bCT\w*G\d[RL]F|\bK(?:VR|SM)\d{2}[RL]|\bM3(?:93|86)[A-Z]\d/i,
    'DIMM',
    'Yes',
  ],
  [/\bU-?DIMM\b|\bCT\w*G\d[DW]|\bK(?:VR|CP|SM)\d{2,4}(?:D\d)?[ENU]|\bM(?:391|324)[A-Z]\d/i, 'DIMM', 'No'],
  [/\bECC\b|\bR5\b|\bServer\b|\bTR[AB]\d/i, undefined, undefined],
  [
    /\b(?:A?RGB|Vengeance LPX|Dominator|Trident ?Z\d?|Ripjaws (?:V|4|X|Z|[SM]5)|Flare X\d?|Aegis|Ares|Sniper|FURY (?:Beast|Renegade)|HyperX (?:Fury|Predator|Savage)|Viper (?:4|Elite|Venom|Xtreme)|Ballistix (?:MAX|Elite|Tactical)|T-Create Expert|T-Force (?:Delta|Dark|Xtreem|Night Hawk)|Lancer|Spectrix)\b/i,
    'DIMM',
    'No',
  ],
];

function readFitFacts({ ddr, form, ecc, registered, ...facts }: FieldFacts<typeof fields>): FitFacts {
  const { modules, moduleGb, speedMts } = facts;
  // registered memory always corrects errors
  const isRegistered = registered ?? (ecc === false ? false : undefined);
  return { kind: 'Memory', generation: ddr, form, modules, moduleGb, speedMts, isRegistered };
}

/** Modules up to DDR3 are smaller than 128 GB; from DDR4 on, none is below 1 GB. */
function isInMegabytes(ddr: number | undefined, size: number | undefined): size is number {
  return ddr !== undefined && ddr <= 3 && size !== undefined && size >= 128;
}

type NamedModules = Pick<IdentifiedRecord, 'metadata'> & {
  registered?: string | null | undefined;
  ecc?: string | null | undefined;
};

const listNames = ({ metadata }: NamedModules) => [metadata.name, ...(metadata.part_numbers ?? [])];

/** 'KSM48R40…' of Kingston, 'M393A…' and 'M386A…' of Samsung. Source: their guides to part numbers. */
const registeredNames = /\b(?:Registered|REG|L?R-?DIMM)\b|\bKSM\d\dR|\bM3(?:93|86)[A-Z]\d/i;

/** Server modules are called unbuffered there; their names and part numbers say it right. */
function readRegistered(record: NamedModules, { quarantine }: ReadingContext): boolean | undefined {
  const { registered } = record;
  const isNamedSo = listNames(record).some((name) => registeredNames.test(name));
  if (isNamedSo && registered === 'Unbuffered') quarantine('registered', 'The name says otherwise');
  return isNamedSo || (registered ? registered === 'Registered' : undefined);
}

/** 'KVR16E11' and all 'KSM…' of Kingston, 'M391A…' of Samsung, 'CT16G4W…' of Crucial. Source: their guides to part numbers. */
const eccName =
  /(?<!non[- ]?)\bECC\b|\bServer Premier\b|\bKSM\d|\bKVR\d{2,4}(?:D\d)?S?E|\bM(?:391|324)[A-Z]\d|\bCT\w*G\dW/i;

/** Registered memory always corrects errors. */
function readEcc(record: NamedModules, isRegistered: boolean | undefined, { quarantine }: ReadingContext) {
  const { ecc } = record;
  const isNamedSo = isRegistered || listNames(record).some((name) => eccName.test(name));
  if (isNamedSo && ecc === 'Non-ECC') quarantine('ECC', 'The name says otherwise');
  if (isNamedSo || ecc === 'ECC') return true;
  return ecc === 'Non-ECC' ? false : undefined;
}

function listSpecificationWords(specs: SpecificationValues): string[] {
  const [kit, modules, size] = ['capacityGb', 'modules', 'moduleGb'].map((field) => getNumber(specs, field));
  return [
    ...spellGigabytes(kit),
    ...(modules && size
      ? splitUnit(size).flatMap(([each, unit]) => [`${modules}x${each}`, `${modules}x${each}${unit}`])
      : []),
    ...spellNumber(specs, 'modules', (count) => [`${count}module`, ...(moduleCounts[count] ?? [])]),
    ...spellNumber(specs, 'ddr', (ddr) => [ddr === 1 ? 'ddr' : `ddr${ddr}`]),
    ...spellNumber(specs, 'speedMts', (speed) => [`${speed}`, `${speed}mhz`, `${speed}mts`]),
    ...spellText(getText(specs, 'form')),
    ...(getText(specs, 'form') === 'SO-DIMM' ? ['sodimm', 'laptop', 'notebook'] : []),
    getText(specs, 'ecc') === 'Yes' ? 'ecc' : 'nonecc',
    ...(getText(specs, 'registered') === 'Yes' ? ['registered', 'rdimm', 'server'] : []),
    // where it is not known, memory with ECC can be either
    ...(specs.registered === 'No' || (!specs.registered && specs.ecc !== 'Yes') ? ['unbuffered'] : []),
    ...spellBandwidth(getNumber(specs, 'ddr'), getNumber(specs, 'speedMts')),
    ...spellNumber(specs, 'casLatency', (latency) => [`cl${latency}`, `c${latency}`]),
    ...spellText(getText(specs, 'color')),
  ];
}

/** 'PC4-25600': eight bytes a transfer, in hundreds of MB/s. Source: JEDEC's names of modules. */
function spellBandwidth(ddr: number | undefined, speedMts: number | undefined): string[] {
  if (ddr === undefined || speedMts === undefined) return [];
  const bandwidth = Math.floor((speedMts * 8) / 100) * 100;
  const generation = ddr === 1 ? 'pc' : `pc${ddr}`;
  return [generation, `${bandwidth}`, `${generation}${bandwidth}`];
}

/** 'single stick', 'dual channel'. */
const moduleCounts: Readonly<Record<number, readonly string[]>> = {
  1: ['single'],
  2: ['dual', 'channel'],
  3: ['triple', 'channel'],
  4: ['quad', 'channel'],
};
